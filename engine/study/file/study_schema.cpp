#include "regretta/engine/study/file/study_schema.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/engine/trial/contract/result.hpp"

namespace regretta {
namespace {

/// Columns of table `cell`. Columns of swept parameters, whose names have a dot, follow.
constexpr std::array cell_columns = {"cell INTEGER PRIMARY KEY", "content INTEGER",       "first_trial INTEGER",
                                     "trials INTEGER",           "setting INTEGER",       "setting_content INTEGER",
                                     "learner_content INTEGER",  "horizon INTEGER",       "arms INTEGER",
                                     "constraints INTEGER",      "learner TEXT",          "environment TEXT",
                                     "learner_name TEXT",        "environment_kind TEXT", "checkpoints TEXT"};

void create_table_of_cells(const Database& database, const std::vector<std::string>& swept_names) {
  std::string columns = fmt::format("{}", fmt::join(cell_columns, ", "));
  for (const std::string& name : swept_names) columns += ", " + quoted_name(name);
  database.run("DROP TABLE IF EXISTS cell");
  database.run(fmt::format("CREATE TABLE cell ({})", columns));
}

void fill_study(const Database& database, const Plan& plan, const Shard& shard) {
  const auto put = [&database](std::string_view key, const std::string& value) {
    set_study_value(database, key, value);
  };
  database.run("DELETE FROM study WHERE key = 'shard'");
  put("engine", std::string(engine_identity()));
  const std::string text = canonical_text(plan.study);
  parse_canonical(text, plan.study.file);  // throws, before any trial is played, if a reader would refuse the text
  put("study", text);
  // Where the study's relative paths start, for commands that replay trials. Not part of the description.
  put("folder", std::filesystem::absolute(plan.study.folder.empty() ? "." : plan.study.folder).lexically_normal());
  if (!shard.is_whole()) put("shard", shard.text());
}

void fill_cells(const Database& database, const Plan& plan) {
  const std::size_t num_fixed = cell_columns.size();
  Statement insert =
      database.prepare("INSERT INTO cell VALUES (" + placeholders(num_fixed + plan.swept_names.size()) + ")");
  for (const Cell& cell : plan.cells) {
    const Problem& problem = cell.problem();
    for (std::size_t k = 0; k < cell.swept.size(); ++k) insert.set(static_cast<int>(num_fixed + 1 + k), cell.swept[k]);
    insert.run(cell.index, cell.content->hash, cell.first_trial, plan.study.trials, cell.setting,
               cell.content->parts[0]->hash, cell.content->parts[1]->hash, problem.horizon, problem.num_arms,
               problem.num_constraints, cell.learner, cell.environment, cell.learner_name, cell.environment_kind,
               nlohmann::json(cell.work->without_facts().checkpoints).dump());
  }
}

/// Checksum of everything in `study` and `cell` that exports rely on, except the trials of cells.
std::string description_checksum(const Database& database) {
  std::string text;
  Statement study = database.prepare(
      "SELECT key, value FROM study WHERE key IN ('format_version', 'engine', 'study', 'shard') "
      "ORDER BY key");
  while (study.step()) text += study.text(0) + "\n" + study.text(1) + "\n";
  Statement cell = database.prepare("SELECT * FROM cell ORDER BY cell");
  constexpr int trials_column = 3;  // position in cell_columns
  while (cell.step())
    for (int column = 0; column < cell.columns(); ++column)
      if (column != trials_column) text += cell.exact_text(column) + "\n";
  return text_checksum(text);
}

std::string trials_checksum(const Database& database) {
  std::string text;
  Statement cell = database.prepare("SELECT cell, trials FROM cell ORDER BY cell");
  while (cell.step()) text += fmt::format("{} {}\n", cell.exact_text(0), cell.exact_text(1));
  return text_checksum(text);
}

}  // namespace

void seal_description(const Database& database) {
  set_study_value(database, "description_checksum", description_checksum(database));
  set_study_value(database, "trials_checksum", trials_checksum(database));
}

void create_tables(const Database& database) {
  database.run("CREATE TABLE IF NOT EXISTS study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  database.run("CREATE TABLE IF NOT EXISTS content (hash INTEGER PRIMARY KEY, text TEXT)");
  database.run(
      "CREATE TABLE IF NOT EXISTS block (content INTEGER, first_trial INTEGER, trials INTEGER, failed INTEGER, "
      "infeasible INTEGER, "
      "seconds REAL, checksum TEXT, results BLOB, PRIMARY KEY (content, first_trial))");
  database.run(
      "CREATE TABLE IF NOT EXISTS facts (content INTEGER, first_trial INTEGER, trials INTEGER, checksum TEXT, facts "
      "BLOB, PRIMARY KEY (content, first_trial, trials))");
  set_study_value(database, "format_version", fmt::format("{}", format_version));
}

void describe(const Database& database, const Plan& plan, const Shard& shard) {
  create_tables(database);
  create_table_of_cells(database, plan.swept_names);
  fill_study(database, plan, shard);
  fill_cells(database, plan);
  store_contents(database, plan);
  seal_description(database);
}

void store_contents(const Database& database, const Plan& plan) {
  std::set<std::int64_t> stored;
  Statement insert = database.prepare(
      "INSERT INTO content VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text WHERE text IS NOT "
      "excluded.text");
  const auto store = [&](const auto& self, const Content& content) -> void {
    if (!stored.insert(content.hash).second) return;
    insert.run(content.hash, content.text);
    for (const SharedContent& part : content.parts) self(self, *part);
  };
  for (const Cell& cell : plan.cells) store(store, *cell.content);
}

void create_tables_like(const Database& database, const Database& source) {
  create_tables(database);
  const std::vector<std::string> swept_names = swept_columns(source);
  create_table_of_cells(database, swept_names);
  const auto copy = [&](const std::string& table, const std::string& condition, std::size_t num_columns) {
    Statement rows = source.prepare(fmt::format("SELECT * FROM {} {}", table, condition));
    Statement insert =
        database.prepare(fmt::format("INSERT OR REPLACE INTO {} VALUES ({})", table, placeholders(num_columns)));
    while (rows.step()) {
      for (int column = 0; column < static_cast<int>(num_columns); ++column) insert.set(column + 1, rows, column);
      insert.run();
    }
  };
  copy("study", "WHERE key NOT LIKE '%checksum' AND key NOT IN ('lease', 'shard', 'trials_before')", 2);
  copy("cell", "", cell_columns.size() + swept_names.size());
  seal_description(database);
}

void set_trials(const Database& database, const std::vector<std::pair<std::int64_t, std::int64_t>>& trials) {
  if (trials.empty()) return;
  Transaction transaction(database);
  Statement update = database.prepare("UPDATE cell SET trials = ? WHERE cell = ?");
  for (const auto& [cell, count] : trials) update.run(count, cell);
  set_study_value(database, "trials_checksum", trials_checksum(database));
  transaction.commit();
}

std::string stored_content(const Database& database, std::int64_t hash) {
  Statement row = database.prepare("SELECT text FROM content WHERE hash = ?", hash);
  if (!row.step()) return "";
  std::string text = row.text(0);
  if (content_hash(text) != hash)
    throw StudyFileError(database.file(), FileFault::damaged,
                         fmt::format("content {} has changed since it was written", hash_text(hash)));
  return text;
}

std::vector<ContentLine> stored_content_lines(const Database& database, std::int64_t hash) {
  return content_lines(stored_content(database, hash),
                       [&database](std::int64_t part) { return stored_content(database, part); });
}

std::map<std::string, std::string> stored_codes(const Database& database, std::int64_t hash) {
  constexpr std::string_view code = "code of ";
  std::map<std::string, std::string> codes;
  for (const auto& [part_name, part_hash] : parts_in(stored_content(database, hash)))
    for (const auto& [name, code_hash] : parts_in(stored_content(database, part_hash)))
      if (name.starts_with(code)) codes[name.substr(code.size(), name.find(" (") - code.size())] = hash_text(code_hash);
  return codes;
}

BlockSpans saved_blocks(const Database& database, const Layout& layout) {
  std::vector<BlockRange> saved;
  Statement blocks = database.prepare(
      "SELECT content, first_trial, trials FROM block WHERE typeof(content) = 'integer' AND typeof(first_trial) = "
      "'integer'");
  while (blocks.step())
    if (const std::int64_t cell = layout.first_with(blocks.integer(0)); cell >= 0)
      saved.push_back({cell, blocks.integer(1), static_cast<int>(blocks.integer(2))});
  std::ranges::sort(saved);
  BlockSpans ordered;
  for (const BlockRange& range : saved) append(ordered, range);
  return ordered;
}

BlockSpans missing_blocks(const Database& database, const Layout& layout, const Shard& shard) {
  return missing_blocks(planned_blocks(layout, shard), saved_blocks(database, layout));
}

void write_application_id(const Database& database, std::int32_t id) {
  Transaction transaction(database);
  database.run(fmt::format("PRAGMA user_version = {}", format_version));
  database.run(fmt::format("PRAGMA application_id = {}", id));
  transaction.commit();
}

std::optional<std::string> study_value(const Database& database, std::string_view key) {
  Statement select = database.prepare("SELECT value FROM study WHERE key = ?", key);
  return select.step() ? std::optional(select.text(0)) : std::nullopt;
}

void set_study_value(const Database& database, std::string_view key, const std::string& value) {
  database.run("INSERT OR REPLACE INTO study VALUES (?, ?)", key, value);
}

std::uint32_t header_number(std::string_view head, std::size_t offset) {
  std::uint32_t number = 0;
  for (const char c : head.substr(offset, 4)) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

bool is_results_file(const std::string& head, std::int32_t id) {
  if (head.empty()) return true;
  if (!head.starts_with("SQLite format 3") || head.size() < 72) return false;
  return header_number(head, 68) == static_cast<std::uint32_t>(id);  // application_id
}

void check_study_head(const std::string& path, const std::string& head) {
  if (head.empty()) return;  // left by a run that was killed before its first write
  if (!is_results_file(head))
    throw StudyFileError(path, FileFault::unusable,
                         "not a Regretta results file, expected one that regretta run has written");
  const std::uint32_t format = header_number(head, 60);  // user_version
  if (format != format_version)
    throw StudyFileError(
        path, FileFault::mismatch,
        fmt::format("the file has format {}, but this version reads {}; run the study again with another --output",
                    format, format_version));
}

bool has_sound_description(const Database& database) {
  return study_value(database, "description_checksum") == description_checksum(database) &&
         study_value(database, "trials_checksum") == trials_checksum(database);
}

std::vector<std::string> swept_columns(const Database& database) {
  std::vector<std::string> names;
  Statement columns = database.prepare("SELECT name FROM pragma_table_info('cell') WHERE name LIKE '%.%' ORDER BY cid");
  while (columns.step()) names.push_back(columns.text(0));
  return names;
}

}  // namespace regretta
