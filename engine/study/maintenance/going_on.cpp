#include "regretta/engine/study/maintenance/going_on.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/study/file/gone.hpp"
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
  Statement remove = database.prepare("DELETE FROM block WHERE cell = ?");
  for (const std::int64_t cell : cells) remove.run(cell);
  if (cells.empty() || !database.has_table("stopped")) return;
  database.run("DELETE FROM stopped");  // a run finds again where its rule stops
  set_study_value(database, "stopped_checksum", "");
}

StudyFileError refusal(const Database& database, const Mixture& mixture) {
  return {database.file(), FileFault::mismatch,
          fmt::format("{} since these trials were played; --replay-changed plays them anew, or give another --output",
                      mixture.text())};
}

/// What returns from `gone` although another version has played it than this origin's.
std::vector<Returning> returning_from_others(const StudyWriter& file, const Plan& plan, const std::string& origin,
                                             Mixture& mixture) {
  if (!file.extension()) return {};
  const Origins origins = stored_origins(file.database()).origins;
  std::vector<Returning> others;
  std::map<std::pair<std::int64_t, std::int64_t>, bool> is_other;  // by cell and origin
  for (const Returning& block : returning(file.database(), plan)) {
    const auto known = origins.find(block.origin);
    if (known == origins.end()) continue;
    const auto [other, is_new] = is_other.try_emplace({block.place, block.origin}, false);
    if (is_new) {
      Mixture alone;
      for (Mixture* one : {&alone, &mixture})
        for (const std::string* played_by : {&origin, &known->second})
          one->add(plan.cells[static_cast<std::size_t>(block.place)], plan.study, *played_by);
      other->second = !alone.empty();
    }
    if (other->second) others.push_back(block);
  }
  return others;
}

}  // namespace

void prepare_to_go_on(const StudyWriter& file, const Plan& plan, const std::string& origin, const Anew& anew) {
  const Database& database = file.database();
  Mixture of_gone;
  const std::vector<Returning> others = returning_from_others(file, plan, origin, of_gone);
  if (!others.empty() && !anew.changed) throw refusal(database, of_gone);
  if (others.empty() && !database.prepare("SELECT 1 FROM block LIMIT 1").step()) return;
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
  if (!mixture.empty() && !anew.changed) throw refusal(database, mixture);
  if (!mixture.empty()) gone.merge(mixture.cells());
  if (gone.empty() && failed.empty() && others.empty()) return;
  Transaction transaction(database);
  for (const Returning& block : others) forget_gone(database, block);
  remove_cells(database, gone);
  if (!failed.empty()) database.run("DELETE FROM block WHERE failed > 0");
  transaction.commit();
}

}  // namespace regretta
