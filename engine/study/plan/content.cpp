#include "regretta/engine/study/plan/content.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <span>

#include <fmt/format.h>
#include <xxhash.h>

#include "regretta/engine/study/text/toml_values.hpp"

namespace regretta {
namespace {

constexpr std::size_t hash_digits = 16;
constexpr std::string_view code_of = "code of ";

/// The hash in "@HASH NAME"; false for another line.
bool read_part(std::string_view line, std::int64_t& hash) {
  if (line.size() < hash_digits + 2 || line[0] != '@' || line[hash_digits + 1] != ' ') return false;
  std::uint64_t bits = 0;
  const char* end = line.data() + hash_digits + 1;
  const auto [last, error] = std::from_chars(line.data() + 1, end, bits, 16);
  hash = static_cast<std::int64_t>(bits);
  return error == std::errc() && last == end;
}

void add_lines(std::string_view text, const std::function<std::string(std::int64_t)>& text_of, int depth,
               bool is_of_study, std::vector<ContentLine>& lines) {
  const std::string indent(2 * static_cast<std::size_t>(depth), ' ');
  constexpr std::size_t max_lines = 1 << 20;  // limits the work on texts from untrusted files
  while (!text.empty() && lines.size() < max_lines) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    std::int64_t hash = 0;
    if (depth < 2 && read_part(line, hash)) {
      const std::string name(line.substr(hash_digits + 2));
      const bool is_code = name.starts_with(code_of);
      lines.push_back({indent + name, !is_code});
      add_lines(text_of(hash), text_of, is_code ? 2 : depth + 1, !is_code, lines);  // at depth 2, no line is a part
    } else {
      lines.push_back({indent + std::string(line), is_of_study && !line.starts_with("data ")});
    }
  }
}

}  // namespace

Content::Content(std::string lines, std::vector<std::shared_ptr<const Content>> named_parts)
    : text(std::move(lines)), parts(std::move(named_parts)), hash(content_hash(text)) {}

std::string hash_text(std::int64_t hash) { return fmt::format("{:016x}", static_cast<std::uint64_t>(hash)); }

std::int64_t content_hash(std::string_view text) {
  return static_cast<std::int64_t>(XXH3_64bits(text.data(), text.size()));
}

std::string part_line(const Content& part, std::string_view name) {
  return fmt::format("@{} {}", hash_text(part.hash), name);
}

std::vector<std::pair<std::string, std::int64_t>> parts_in(std::string_view text) {
  std::vector<std::pair<std::string, std::int64_t>> parts;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (std::int64_t hash = 0; read_part(line, hash)) parts.emplace_back(line.substr(hash_digits + 2), hash);
  }
  return parts;
}

std::vector<ContentLine> content_lines(std::string_view text, const std::function<std::string(std::int64_t)>& text_of) {
  std::vector<ContentLine> lines;
  add_lines(text, text_of, 0, true, lines);
  return lines;
}

std::vector<ContentLine> content_lines(const Content& content) {
  std::map<std::int64_t, const std::string*> texts;
  for (const SharedContent& part : content.parts) {
    texts[part->hash] = &part->text;
    for (const SharedContent& subpart : part->parts) texts[subpart->hash] = &subpart->text;
  }
  return content_lines(content.text, [&](std::int64_t hash) { return *texts.at(hash); });
}

std::string first_difference(const std::vector<ContentLine>& before, const std::vector<ContentLine>& now) {
  const auto [old, cur] = std::ranges::mismatch(before, now);
  if (old == before.end() && cur == now.end()) return "";
  const auto shown = [](const auto& line, const auto& end) {
    return line == end ? "nothing" : fmt::format("\"{}\"", trim(line->text));
  };
  std::string code;  // the plugin whose code has the differing line
  for (auto line = before.begin(); line != old; ++line)
    if (trim(line->text).starts_with(code_of)) code = fmt::format("{}: ", trim(line->text));
  const bool is_of_code = old != before.end() && !old->is_of_study && !trim(old->text).starts_with("data ");
  return fmt::format("{}{} was and {} is now", is_of_code ? code : "", shown(old, before.end()), shown(cur, now.end()));
}

std::string study_lines(const std::vector<ContentLine>& lines) {
  std::string text;
  for (const ContentLine& line : lines)
    if (line.is_of_study) text += line.text + "\n";
  return text;
}

namespace {

/// Hashes the rows of adversaries and the rounds in which they are visited.
class MeansDigest {
 public:
  explicit MeansDigest(std::int64_t max_rows) : max_rows_(max_rows), state_(XXH3_createState(), XXH3_freeState) {
    XXH3_64bits_reset(state_.get());
  }

  void add(const Adversary& adversary) {
    add_number(adversary.horizon);
    add_number(adversary.num_arms);
    add_number(adversary.num_constraints);
    const auto arms = static_cast<std::size_t>(adversary.num_arms);
    add(adversary.losses, adversary.horizon, arms);
    add(adversary.violations, adversary.horizon, arms * static_cast<std::size_t>(adversary.num_constraints));
  }

  std::string text() const { return fmt::format("{:016x}", XXH3_64bits_digest(state_.get())); }

 private:
  void add_number(std::int64_t n) { XXH3_64bits_update(state_.get(), &n, sizeof n); }

  /// Adds at most max_rows_ rows, evenly spread, and at most max_rows_ visits.
  void add(const MeanRows& rows, std::int64_t horizon, std::size_t width) {
    if (!rows) return;
    const std::int64_t num_rows = rows.num_rows();
    add_number(num_rows);
    RowValues values(rows, width);
    const std::int64_t num_read = std::min(num_rows, max_rows_);
    for (std::int64_t k = 0; k < num_read; ++k) {
      const double position = static_cast<double>(k) * static_cast<double>(num_rows) / static_cast<double>(num_read);
      const std::span<const double> row = values(num_read == num_rows ? k : static_cast<std::int64_t>(position));
      XXH3_64bits_update(state_.get(), row.data(), row.size_bytes());
    }
    std::int64_t t = 1;
    for (std::int64_t visit = 0; t <= horizon && visit < max_rows_; ++visit) {
      const std::int64_t last = std::min(rows.same_until(t), horizon);
      add_number(rows.row_at(t));
      add_number(last);
      t = last + 1;
    }
  }

  std::int64_t max_rows_;
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_;
};

}  // namespace

std::string means_digest(const std::vector<const Adversary*>& adversaries) {
  const auto count = static_cast<std::int64_t>(std::max<std::size_t>(1, adversaries.size()));
  return means_digest(adversaries, std::clamp<std::int64_t>(2'000'000 / count, 64, 65'536));
}

std::string means_digest(const std::vector<const Adversary*>& adversaries, std::int64_t max_rows) {
  MeansDigest digest(max_rows);
  for (const Adversary* adversary : adversaries) digest.add(*adversary);
  return digest.text();
}

}  // namespace regretta
