#include "regretta/engine/study/file/study_schema.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/trial/result.hpp"

namespace regretta {
namespace {

nlohmann::ordered_json to_json(const Value& value) {
  return std::visit([](const auto& v) { return nlohmann::ordered_json(v); }, value);
}

/// A swept value in a column of its own: numbers as numbers, everything else as text.
void bind_value(Statement& statement, int parameter, const Value& value) {
  if (const auto* n = std::get_if<std::int64_t>(&value)) {
    statement.bind(parameter, *n);
  } else if (const auto* x = std::get_if<double>(&value)) {
    statement.bind(parameter, *x);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    statement.bind(parameter, std::string_view(*text));
  } else {
    statement.bind(parameter, std::string_view(to_json(value).dump()));
  }
}

nlohmann::ordered_json to_json(const Settings& settings) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& [name, value] : settings) json[name] = to_json(value);
  return json;
}

std::string swept_columns(const std::vector<std::string>& swept_names, std::string_view prefix) {
  std::string columns;
  for (const std::string& name : swept_names) columns += fmt::format(", {}{}", prefix, quoted_name(name));
  return columns;
}

void fill_study(const Database& database, const Plan& plan, const Shard& shard) {
  Statement insert = database.prepare("INSERT INTO study VALUES (?, ?)");
  const auto put = [&insert](std::string_view key, const std::string& value) {
    insert.bind(1, key).bind(2, std::string_view(value)).run();
  };
  put("format_version", fmt::format("{}", format_version));
  put("regretta_version", std::string(version));
  put("compiler", __VERSION__);
  put("name", plan.study.name);
  put("seed", fmt::format("{}", plan.study.seed));
  put("trials", fmt::format("{}", plan.study.trials));
  put("delta", fmt::format("{}", plan.study.delta));
  put("swept", nlohmann::json(plan.swept_names).dump());
  put("resolved", plan.resolved.dump());
  // no part of the description: where the study's relative paths start, for who plays a trial again
  put("folder", std::filesystem::absolute(plan.study.folder.empty() ? "." : plan.study.folder).lexically_normal());
  if (plan.study.stop) put("cells_together", fmt::format("{}", layout_of(plan).cells_together()));
  if (!shard.is_whole()) put("shard", shard.text());
}

void fill_cells(const Database& database, const Plan& plan) {
  Statement insert = database.prepare("INSERT INTO cell VALUES (" + places(12 + plan.swept_names.size()) + ")");
  for (const Cell& cell : plan.cells) {
    const Problem& problem = cell.problem();
    auto parameters = nlohmann::ordered_json::object();
    for (const auto& [name, value] : cell.parameters) parameters[name] = to_json(value);
    insert.bind(1, cell.index)
        .bind(2, std::string_view(cell.learner))
        .bind(3, std::string_view(cell.environment))
        .bind(4, problem.horizon)
        .bind(5, std::int64_t{problem.num_arms})
        .bind(6, std::int64_t{problem.num_constraints})
        .bind(7, std::string_view(cell.learner_name))
        .bind(8, std::string_view(cell.environment_kind))
        .bind(9, std::string_view(parameters.dump()))
        .bind(10, std::string_view(to_json(cell.learner_settings).dump()))
        .bind(11, std::string_view(to_json(cell.environment_settings).dump()))
        .bind(12, std::string_view(nlohmann::json(cell.work->sketch().checkpoints).dump()));
    for (std::size_t k = 0; k < plan.swept_names.size(); ++k) {
      const int place = static_cast<int>(13 + k);
      insert.bind_null(place);
      for (const auto& [name, value] : cell.parameters)
        if (name == plan.swept_names[k]) bind_value(insert, place, value);
    }
    insert.run();
  }
}

void create_empty_tables(const Database& database, const std::vector<std::string>& swept_names, bool may_stop) {
  const std::string quantities = fmt::format("{}", fmt::join(quantity_names, ", "));
  database.run("CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  database.run(
      "CREATE TABLE cell (cell INTEGER PRIMARY KEY, learner TEXT, environment TEXT, horizon INTEGER, arms INTEGER, "
      "constraints INTEGER, learner_name TEXT, environment_kind TEXT, parameters TEXT, learner_settings TEXT, "
      "environment_settings TEXT, checkpoints TEXT" +
      swept_columns(swept_names, "") + ")");
  database.run(
      "CREATE TABLE block (cell INTEGER, first_trial INTEGER, trials INTEGER, checksum TEXT, seconds REAL, "
      "curves BLOB, PRIMARY KEY (cell, first_trial))");
  database.run(
      fmt::format("CREATE TABLE trial (cell INTEGER, trial INTEGER, {} REAL, failed_round INTEGER, failure TEXT, "
                  "PRIMARY KEY (cell, trial)) WITHOUT ROWID",
                  fmt::join(quantity_names, " REAL, ")));
  if (may_stop) database.run("CREATE TABLE stopped (cell INTEGER PRIMARY KEY, trials INTEGER)");
  database.run("CREATE VIEW trials AS SELECT cell, learner, environment, horizon, arms, constraints" +
               swept_columns(swept_names, "cell.") + ", trial, " + quantities +
               ", failed_round, failure FROM trial JOIN cell USING (cell) ORDER BY cell, trial");
}

void seal_description(const Database& database) {
  database.prepare("INSERT INTO study VALUES ('description_checksum', ?)")
      .bind(1, std::string_view(text_checksum(described_cells(database))))
      .run();
}

}  // namespace

void create_tables(const Database& database, const Plan& plan, const Shard& shard) {
  create_empty_tables(database, plan.swept_names, plan.study.stop.has_value());
  fill_study(database, plan, shard);
  fill_cells(database, plan);
  seal_description(database);
}

void create_tables_like(const Database& database, const Database& from, const std::vector<std::string>& swept_names,
                        Likeness likeness) {
  const bool may_stop = study_value(from, "cells_together").has_value();
  create_empty_tables(database, swept_names, may_stop);
  const auto copy = [&](const std::string& table, const std::string& which, std::size_t num_columns) {
    Statement rows = from.prepare("SELECT * FROM " + table + which);
    Statement insert = database.prepare("INSERT INTO " + table + " VALUES (" + places(num_columns) + ")");
    while (rows.step()) {
      for (int column = 0; column < static_cast<int>(num_columns); ++column)
        insert.bind_column(column + 1, rows, column);
      insert.run();
    }
  };
  const std::string where = " WHERE key NOT LIKE '%checksum'";
  copy("study", where + (likeness == Likeness::file ? "" : " AND key NOT IN ('shard', 'builds', 'efforts')"), 2);
  copy("cell", "", 12 + swept_names.size());
  seal_description(database);
}

void mark_as_ours(const Database& database, std::int32_t id) {
  Transaction transaction(database);
  database.run(fmt::format("PRAGMA user_version = {}", format_version));
  database.run(fmt::format("PRAGMA application_id = {}", id));
  transaction.commit();
}

std::optional<std::string> study_value(const Database& database, std::string_view key) {
  Statement select = database.prepare("SELECT value FROM study WHERE key = ?");
  select.bind(1, key);
  return select.step() ? std::optional(select.text(0)) : std::nullopt;
}

std::uint32_t header_number(std::string_view head, std::size_t at, std::size_t bytes) {
  std::uint32_t number = 0;
  for (const char c : head.substr(at, bytes)) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

bool is_marked(const std::string& head, std::int32_t id) {
  if (head.empty()) return true;
  if (!head.starts_with("SQLite format 3") || head.size() < 72) return false;
  return header_number(head, 68) == static_cast<std::uint32_t>(id);
}

std::string described_cells(const Database& database) {
  std::string text;
  Statement study = database.prepare(
      "SELECT key, value FROM study WHERE key IN ('format_version', 'regretta_version', 'name', 'seed', 'trials', "
      "'delta', 'swept', 'resolved', 'cells_together', 'shard') ORDER BY key");
  while (study.step()) text += study.text(0) + "\n" + study.text(1) + "\n";
  Statement cell = database.prepare(
      "SELECT cell, learner, environment, horizon, arms, constraints, learner_name, environment_kind, parameters, "
      "learner_settings, environment_settings, checkpoints FROM cell ORDER BY cell");
  while (cell.step())
    for (int column = 0; column < 12; ++column) text += cell.text(column) + "\n";
  return text;
}

}  // namespace regretta
