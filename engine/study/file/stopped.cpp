#include "regretta/engine/study/file/stopped.hpp"

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {
namespace {

std::string checksum(const Database& database) {
  std::string text;
  Statement rows = database.prepare("SELECT cell, trials FROM stopped ORDER BY cell");
  while (rows.step()) text += fmt::format("{} {}\n", rows.exact_text(0), rows.exact_text(1));
  return text.empty() ? "" : text_checksum(text);
}

}  // namespace

std::map<std::int64_t, std::int64_t> recorded_stops(const Database& database) {
  if (!database.has_table("stopped")) {
    if (!study_value(database, "cells_together")) return {};
    throw StudyFileError(database.file(), FileFault::damaged, "table stopped is missing");
  }
  if (checksum(database) != study_value(database, "stopped_checksum").value_or(""))
    throw StudyFileError(database.file(), FileFault::damaged, "table stopped has changed since it was written");
  std::map<std::int64_t, std::int64_t> trials;
  Statement rows = database.prepare("SELECT cell, trials FROM stopped");
  while (rows.step()) trials[rows.integer(0)] = rows.integer(1);
  return trials;
}

void record_stops(const Database& database, const std::map<std::int64_t, std::int64_t>& trials) {
  if (trials.empty()) return;
  Transaction transaction(database);
  Statement insert = database.prepare("INSERT OR REPLACE INTO stopped VALUES (?, ?)");
  for (const auto& [cell, count] : trials) insert.run(cell, count);
  set_study_value(database, "stopped_checksum", checksum(database));
  transaction.commit();
}

void forget_stops(const Database& database, bool has_rule) {
  database.run("DROP TABLE IF EXISTS stopped");
  database.run("DELETE FROM study WHERE key IN ('stopped_checksum', 'cells_together')");
  if (has_rule) create_table_of_stops(database);
}

Layout stopped_layout(const Database& database, const Layout& planned) {
  std::vector<std::int64_t> trials;
  for (std::int64_t cell = 0; cell < planned.cells(); ++cell) trials.push_back(planned.trials(cell));
  for (const auto& [cell, count] : recorded_stops(database)) {
    if (cell < 0 || cell >= planned.cells() || count < 0 || count > planned.trials(cell))
      throw StudyFileError(database.file(), FileFault::damaged, "its list of stopped cells cannot be read");
    trials[static_cast<std::size_t>(cell)] = count;
  }
  return planned.cut_to(trials);
}

}  // namespace regretta
