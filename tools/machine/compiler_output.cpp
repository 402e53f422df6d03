#include "regretta/tools/machine/compiler_output.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <regex>
#include <sstream>

#include <fmt/format.h>

namespace regretta {
namespace {

struct Place {
  std::string file;
  std::string line;
  std::string rest;  ///< what follows "FILE:LINE:COLUMN:"
};

std::optional<Place> place_in(const std::string& line) {
  static const std::regex form(R"(^(?:In file included from |\s+from )?([^:\s][^:]*):(\d+)(?::\d+)?[:,]?\s*(.*)$)");
  std::smatch parts;
  constexpr std::size_t longest = 2000;  // std::regex recurses
  const std::string begin = line.substr(0, longest);
  if (!std::regex_match(begin, parts, form)) return std::nullopt;
  return Place{parts[1], parts[2], parts[3]};
}

/// Why a concept is not satisfied: the first note below the error that says so, in parentheses.
std::string reason_in(std::istringstream& lines) {
  for (std::string line; std::getline(lines, line);) {
    const auto place = place_in(line);
    if (place && place->rest.find("error: ") != std::string::npos) break;
    const std::size_t at = line.find("the required expression");
    const std::size_t because = at != std::string::npos ? at : line.find("because '");
    if (because != std::string::npos) return fmt::format(" ({})", line.substr(because));
  }
  return "";
}

/// What to write instead, for errors that users of packs make first; "" for others.
std::string advice_on(const std::string& message) {
  const bool is_condition =
      message.find("PackMask") != std::string::npos &&
      (message.find("bool") != std::string::npos || message.find("operator&&") != std::string::npos ||
       message.find("operator||") != std::string::npos);
  if (!is_condition) return "";
  return "; the condition may hold in some of the trials of a pack only: write select(condition, a, b) instead of if "
         "and ?:, and &, |, ! instead of &&, ||; or a learner of one trial (scalar_learner_entry)";
}

}  // namespace

std::string first_compiler_error(const std::string& log, const std::string& header, const std::string& source) {
  const std::string name = std::filesystem::path(header).filename().string();
  std::istringstream lines(log);
  std::string last_line_of_header, message;
  bool is_ours = false;
  for (std::string line; std::getline(lines, line);) {
    const auto place = place_in(line);
    if (!place) continue;
    const bool in_header = std::filesystem::path(place->file).lexically_normal() == header;
    const bool is_note = place->rest.starts_with("note:");
    const std::size_t error = place->rest.find("error: ");
    if (message.empty() && error != std::string::npos) {
      message = place->rest.substr(error + 7);
      message += advice_on(message);
      if (place->file == source && message.find("add_to") != std::string::npos)
        return fmt::format("{}: has no function void add_to(regretta::Catalogue&) outside namespaces", name);
      if (in_header) return fmt::format("{}:{}: {}{}", name, place->line, message, reason_in(lines));
      is_ours = true;
      if (!last_line_of_header.empty()) break;
    } else if (in_header && !(is_note && message.empty()) && !place->rest.empty()) {
      last_line_of_header = place->line;
      if (is_ours) break;
    }
  }
  if (message.empty()) return fmt::format("{}: the compiler failed: {}", name, log.substr(0, 500));
  if (last_line_of_header.empty()) return fmt::format("{}: {}", name, message);
  return fmt::format("{}:{}: {}", name, last_line_of_header, message);
}

std::vector<std::string> files_read(const std::string& rule) {
  std::vector<std::string> words(1);
  for (std::size_t k = 0; k < rule.size(); ++k) {
    const char next = k + 1 < rule.size() ? rule[k + 1] : '\n';
    if (rule[k] == '\\' && next == '\n') continue;  // the rule goes on in the next line
    if (rule[k] == ' ' || rule[k] == '\n') {
      if (!words.back().empty()) words.emplace_back();
      continue;
    }
    const bool escapes =
        (rule[k] == '\\' && (next == ' ' || next == '#' || next == '\\')) || (rule[k] == '$' && next == '$');
    words.back() += escapes ? rule[++k] : rule[k];
  }
  if (words.back().empty()) words.pop_back();
  const auto target = std::ranges::find_if(words, [](const std::string& word) { return word.ends_with(':'); });
  if (target != words.end()) words.erase(words.begin(), target + 1);
  return words;
}

}  // namespace regretta
