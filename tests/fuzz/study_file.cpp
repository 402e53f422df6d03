#include <stdexcept>

#include "regretta/engine/evidence/tables/facts.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/maintenance/verify.hpp"
#include "regretta/tests/fuzz/scratch_file.hpp"
#include "regretta/tests/fuzz/targets.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fuzz {
namespace {

constexpr std::int64_t most_blocks = 2000;  ///< files that plan more blocks are skipped: they are valid, but slow
constexpr std::size_t most_rebuilt = 3;     ///< maximum number of cells to rebuild

template <class Read>
void attempt(Read&& read) {
  try {
    read();
  } catch (const StudyFileError&) {
    // Reading may throw this kind of error only.
  }
}

/// Makes the checks of `verify`, but plays no trials. `sound` of the result has the blocks that --drop-damaged keeps.
StudyHealth check(const StudyReader& study) {
  static const Catalogue catalogue = standard_catalogue();
  const StudyHealth health = examine(study);
  if (health.is_sound()) attempt([&] { cells_with_wrong_facts(Results(study)); });
  attempt([&] {
    RebuiltCells cells(study, catalogue, "");
    for (const CellLabel& label : study.cells()) {
      if (&label == study.cells().data() + most_rebuilt) break;
      attempt([&] { cells.cell(label); });
    }
  });
  return health;
}

StudyHealth read_all(const std::string& path) {
  const Results study = Results::open(path);
  if (std::ssize(study.cells()) > most_blocks || study.trials() > most_blocks) return {};
  if (std::ssize(study.cells()) * packs_in(study.trials()) > most_blocks) return {};
  study.planned_trials();
  attempt([&] { digest_of(study); });
  for (const TableKind table : {TableKind::cells, TableKind::trials, TableKind::curves})
    attempt([&] { for_each_row(study, table, [](const Row&) {}); });
  for (const CellLabel& cell : study.cells()) attempt([&] { study.bound(cell, Quantity::regret); });
  return check(study);
}

}  // namespace

void read_as_study_file(std::span<const std::uint8_t> input) {
  const ScratchFile file(input);
  attempt([&] {
    const StudyHealth health = read_all(file.path());
    if (health.sound.empty()) return;
    drop_damaged(file.path(), health.bad_rows);
    if (read_all(file.path()).sound != health.sound) throw std::logic_error("sound blocks were dropped");
  });
}

}  // namespace regretta::fuzz
