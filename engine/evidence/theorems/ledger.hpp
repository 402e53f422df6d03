#pragma once
/// The theorem ledger: compares every cell of a study with the bounds that the paper's theorems give (`regretta audit`
/// and reports).

#include <atomic>
#include <string>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/theorems/ledger_line.hpp"
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

struct LedgerOptions {
  double level = 0.95;   ///< of the intervals of shares
  double alpha = 0.001;  ///< maximum probability of any wrong "violated" in a ledger
  std::vector<AuditedTheorem> theorems = {AuditedTheorem::regret, AuditedTheorem::violation,
                                          AuditedTheorem::lower_bound};
  std::int64_t watched = 64;                ///< maximum number of trials per cell that are replayed for `concentration`
  int threads = 1;                          ///< for the replays
  const std::atomic<bool>* stop = nullptr;  ///< ends the replays with Interrupted
  std::string folder{};                     ///< as for RebuiltCells
};

/// One line per cell and theorem (a lower bound only where there is one), ordered by cell, then theorem as given. The
/// lines point into `study`. Throws StudyFileError as Results and RebuiltCells do.
std::vector<LedgerLine> theorem_ledger(const Results& study, const Catalogue& catalogue,
                                       const LedgerOptions& options = {});

}  // namespace regretta
