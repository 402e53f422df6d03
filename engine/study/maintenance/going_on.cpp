#include "regretta/engine/study/maintenance/going_on.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/maintenance/mixture.hpp"

namespace regretta {
namespace {

using Cells = std::set<std::int64_t>;

Cells cells_where(const Database& database, std::string_view condition) {
  Cells cells;
  Statement rows = database.prepare(fmt::format("SELECT DISTINCT cell FROM block WHERE {}", condition));
  while (rows.step()) cells.insert(rows.integer(0));
  return cells;
}

/// With all that follows from their trials.
void remove_cells(const Database& database, const Cells& cells) {
  for (const char* table : {"block", "unfinished"}) {
    if (!database.has_table(table)) continue;
    Statement remove = database.prepare(fmt::format("DELETE FROM {} WHERE cell = ?", table));
    for (const std::int64_t cell : cells) remove.run(cell);
  }
  if (cells.empty() || !database.has_table("stopped")) return;
  database.run("DELETE FROM stopped");  // a run finds again where its rule stops
  set_study_value(database, "stopped_checksum", "");
}

}  // namespace

void prepare_to_go_on(const StudyWriter& file, const std::string& origin, const Anew& anew) {
  const Database& database = file.database();
  if (!database.prepare("SELECT 1 FROM block LIMIT 1").step()) return;
  Cells failed, gone;
  Mixture mixture;
  {
    const StudyReader study(Database(database.file(), Database::Mode::read), StudyReader::Stops::left_out);
    if (anew.failed) failed = cells_where(study.database(), "failed > 0");
    const bool plays = !failed.empty() || file.extension() || !file.missing().empty();
    mixture.add(study);
    mixture.add(study, origin, cells_where(study.database(), "true"), plays);
  }
  std::ranges::set_intersection(failed, mixture.cells_with_other_plugins(), std::inserter(gone, gone.end()));
  mixture.forget(gone);
  if (!mixture.empty() && !anew.changed)
    throw StudyFileError(
        database.file(), FileFault::mismatch,
        fmt::format("{} since these trials were played; --replay-changed plays them anew, or give another --output",
                    mixture.text()));
  if (!mixture.empty()) gone.merge(mixture.cells());
  if (gone.empty() && failed.empty()) return;
  Transaction transaction(database);
  remove_cells(database, gone);
  if (!failed.empty()) database.run("DELETE FROM block WHERE failed > 0");
  transaction.commit();
}

}  // namespace regretta
