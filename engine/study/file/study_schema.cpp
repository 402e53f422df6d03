#include "regretta/engine/study/file/study_schema.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/study/plan/alike.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/engine/trial/report/result.hpp"

namespace regretta {
namespace {

/// Columns of table `cell`, followed by those of swept parameters, whose names have a dot.
constexpr std::array<std::string_view, 10> cell_columns = {
    "cell INTEGER PRIMARY KEY", "learner TEXT",      "environment TEXT",      "horizon INTEGER",  "arms INTEGER",
    "constraints INTEGER",      "learner_name TEXT", "environment_kind TEXT", "checkpoints TEXT", "content TEXT"};

std::string swept_columns(const std::vector<std::string>& swept_names) {
  std::string columns;
  for (const std::string& name : swept_names) columns += ", " + quoted_name(name);
  return columns;
}

void fill_alike_cells(const Database& database, const Plan& plan) {
  nlohmann::json pairs = nlohmann::json::array();
  const std::vector<std::int64_t> firsts = same_as(plan);
  for (std::int64_t cell = 0; cell < std::ssize(firsts); ++cell)
    if (const std::int64_t first = firsts[static_cast<std::size_t>(cell)]; first != cell)
      pairs.push_back({cell, first});
  database.run("DELETE FROM study WHERE key = 'same_as'");
  if (!pairs.empty()) set_study_value(database, "same_as", pairs.dump());
}

void fill_study(const Database& database, const Plan& plan, const Shard& shard) {
  const auto put = [&database](std::string_view key, const std::string& value) {
    set_study_value(database, key, value);
  };
  put("format_version", fmt::format("{}", format_version));
  put("regretta_version", std::string(version));
  put("compiler", __VERSION__);
  const std::string text = canonical_text(plan.study);
  parse_canonical(text,
                  plan.study.file);  // by which the reader judges it: what it would refuse, no trial is played for
  put("study", text);
  // Where the study's relative paths start, for commands that replay trials. Not part of the description.
  put("folder", std::filesystem::absolute(plan.study.folder.empty() ? "." : plan.study.folder).lexically_normal());
  if (plan.study.stop) put("cells_together", fmt::format("{}", layout_of(plan).cells_together()));
  if (!shard.is_whole()) put("shard", shard.text());
  fill_alike_cells(database, plan);
}

void fill_cells(const Database& database, const Plan& plan) {
  const std::size_t fixed = cell_columns.size();
  Statement insert =
      database.prepare("INSERT INTO cell VALUES (" + placeholders(fixed + plan.swept_names.size()) + ")");
  for (const Cell& cell : plan.cells) {
    const Problem& problem = cell.problem();
    for (std::size_t k = 0; k < cell.swept.size(); ++k) insert.set(static_cast<int>(fixed + 1 + k), cell.swept[k]);
    insert.run(cell.index, cell.learner, cell.environment, problem.horizon, problem.num_arms, problem.num_constraints,
               cell.learner_name, cell.environment_kind, nlohmann::json(cell.work->without_facts().checkpoints).dump(),
               cell.content);
  }
}

void create_table_of_cells(const Database& database, const std::vector<std::string>& swept_names) {
  database.run(fmt::format("CREATE TABLE cell ({}{})", fmt::join(cell_columns, ", "), swept_columns(swept_names)));
}

void create_empty_tables(const Database& database, const std::vector<std::string>& swept_names, bool may_stop) {
  database.run("CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  create_table_of_cells(database, swept_names);
  database.run(
      "CREATE TABLE block (cell INTEGER, first_trial INTEGER, trials INTEGER, failed INTEGER, infeasible INTEGER, "
      "seconds REAL, origin INTEGER, checksum TEXT, results BLOB, PRIMARY KEY (cell, first_trial))");
  database.run("CREATE TABLE origin (origin INTEGER PRIMARY KEY, checksum TEXT, json TEXT)");
  database.run("CREATE TABLE facts (cell INTEGER PRIMARY KEY, blocks INTEGER, checksum TEXT, facts BLOB)");
  if (may_stop) create_table_of_stops(database);
}

void seal_description(const Database& database) {
  set_study_value(database, "description_checksum", description_checksum(database));
}

}  // namespace

void create_table_of_stops(const Database& database) {
  database.run("CREATE TABLE stopped (cell INTEGER PRIMARY KEY, trials INTEGER)");
}

void create_tables(const Database& database, const Plan& plan, const Shard& shard) {
  create_empty_tables(database, plan.swept_names, plan.study.stop.has_value());
  fill_study(database, plan, shard);
  fill_cells(database, plan);
  seal_description(database);
}

void replace_description(const Database& database, const Plan& plan, const Shard& shard) {
  database.run("DROP TABLE cell");
  create_table_of_cells(database, plan.swept_names);
  fill_study(database, plan, shard);
  fill_cells(database, plan);
  seal_description(database);
}

void create_tables_like(const Database& database, const Database& from, const std::vector<std::string>& swept_names) {
  const bool may_stop = study_value(from, "cells_together").has_value();
  create_empty_tables(database, swept_names, may_stop);
  const auto copy = [&](const std::string& table, const std::string& rows_of, std::size_t num_columns) {
    Statement rows = from.prepare("SELECT " + rows_of);
    Statement insert = database.prepare("INSERT INTO " + table + " VALUES (" + placeholders(num_columns) + ")");
    while (rows.step()) {
      for (int column = 0; column < static_cast<int>(num_columns); ++column) insert.set(column + 1, rows, column);
      insert.run();
    }
  };
  copy("study", "* FROM study WHERE key NOT LIKE '%checksum' AND key NOT IN ('lease', 'shard', 'trials_before')", 2);
  copy("cell", "* FROM cell", cell_columns.size() + swept_names.size());
  seal_description(database);
}

void mark_as_ours(const Database& database, std::int32_t id) {
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

std::uint32_t header_number(std::string_view head, std::size_t at) {
  std::uint32_t number = 0;
  for (const char c : head.substr(at, 4)) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

bool is_marked(const std::string& head, std::int32_t id) {
  if (head.empty()) return true;
  if (!head.starts_with("SQLite format 3") || head.size() < 72) return false;
  return header_number(head, 68) == static_cast<std::uint32_t>(id);
}

void check_study_head(const std::string& path, const std::string& head) {
  if (head.empty()) return;  // left by a run that was killed before its first write
  if (!is_marked(head)) throw StudyFileError(path, FileFault::unusable, "not a Regretta results file");
  const std::uint32_t format = header_number(head, 60);  // user_version
  if (format != format_version)
    throw StudyFileError(path, FileFault::mismatch,
                         fmt::format("file has format {}, this version reads {}", format, format_version));
}

std::string description_checksum(const Database& database) {
  std::string text;
  Statement study = database.prepare(
      "SELECT key, value FROM study WHERE key IN ('format_version', 'regretta_version', 'study', 'cells_together', "
      "'shard', 'same_as') ORDER BY key");
  while (study.step()) text += study.text(0) + "\n" + study.text(1) + "\n";
  Statement cell = database.prepare("SELECT * FROM cell ORDER BY cell");
  while (cell.step())
    for (int column = 0; column < cell.columns(); ++column) text += cell.exact_text(column) + "\n";
  return text_checksum(text);
}

bool has_sound_description(const Database& database) {
  return study_value(database, "description_checksum") == description_checksum(database);
}

std::vector<std::string> swept_columns(const Database& database) {
  std::vector<std::string> names;
  Statement columns = database.prepare("SELECT name FROM pragma_table_info('cell') WHERE name LIKE '%.%' ORDER BY cid");
  while (columns.step()) names.push_back(columns.text(0));
  return names;
}

}  // namespace regretta
