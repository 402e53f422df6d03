#pragma once
/// The theorem ledger: compares the trials of every cell of a study with the bounds of theorems (`regretta audit` and
/// reports).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {

enum class Verdict {
  holds,           ///< the interval for the share of trials above the bound lies below LedgerLine::promised
  holds_so_far,    ///< the interval contains `promised`: too few trials to tell
  doubtful,        ///< the interval lies above `promised`; for one line of many, this may be chance
  violated,        ///< the share is above `promised`, significantly over the whole ledger
  vacuous,         ///< no trial of the cell can exceed the bound, or the bound may fail with probability 1
  not_applicable,  ///< no theorem covers the learner, or no trial can be judged (Slater's condition fails, or no OPT)
  no_trials        ///< no trial has finished, or all have failed
};
std::string_view verdict_text(Verdict verdict);  ///< "holds", "holds so far", ...

/// One theorem for one cell. Each trial is compared with the bound at the C and rho of that trial. Statistics are NaN
/// if no trial is judged.
struct LedgerLine {
  const CellLabel* cell = nullptr;
  Quantity theorem = Quantity::regret;  ///< regret or violation: which of the learner's theorems
  std::string quantity{};           ///< quantity that the theorem bounds, such as "regret" or, for coco, "safe_regret"
  std::int64_t trials = 0;          ///< number of judged trials; the next three kinds are not judged
  std::int64_t failed = 0;          ///< number of failed trials
  std::int64_t infeasible = 0;      ///< number of trials without OPT, and hence without regret
  std::int64_t without_slater = 0;  ///< number of trials for which the theorem's condition, mostly Slater's, fails
  std::int64_t loosened = 0;        ///< number of judged trials whose C is only an upper bound
  std::int64_t above = 0;           ///< number of judged trials above the bound
  double promised = 0;              ///< probability with which the bound may fail, by the theorem
  double median = 0;                ///< median of the measured values
  double quantile = 0;              ///< quantile of the measured values at probability 1 - promised
  double bound = 0;                 ///< median of the bounds over trials
  double most = infinity;           ///< greatest possible value of the quantity (Results::reach)
  double ratio = 0;                 ///< quantile of value / bound at 1 - promised; > 1 if too many trials are above
  Interval share{};                 ///< interval for the share of trials above the bound, exact at LedgerOptions::level
  double p_value = 1;               ///< exact, for the hypothesis that the theorem's probability holds
  double adjusted_p_value = 1;      ///< p_value, adjusted by Holm's procedure over the lines that are judged
  Verdict verdict = Verdict::no_trials;
  std::string reason{};  ///< reason for the verdict; may be ""
};

struct LedgerOptions {
  double level = 0.95;   ///< level of the intervals of shares
  double alpha = 0.001;  ///< maximum probability of any wrong "violated" in a ledger
  std::vector<Quantity> theorems = {Quantity::regret, Quantity::violation};
  std::string folder{};  ///< folder for RebuiltCells
};

/// One line per cell and theorem, ordered by cell, then theorem as in the options. The lines point into `study`. Throws
/// StudyFileError as Results and RebuiltCells do.
std::vector<LedgerLine> theorem_ledger(const Results& study, const Catalogue& catalogue,
                                       const LedgerOptions& options = {});

}  // namespace regretta
