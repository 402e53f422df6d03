#pragma once
/// The theorem ledger: compares every cell of a study with the bounds that the paper's theorems give (`regretta audit`
/// and reports).

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
  holds,           ///< the interval for the share of trials above the bound lies below `promised`
  holds_so_far,    ///< the interval contains `promised`: too few trials to tell
  doubtful,        ///< the interval lies above `promised`, which may be chance for one line of many
  violated,        ///< significantly, over the whole ledger
  vacuous,         ///< the bound is above all that the cell permits, or may fail with probability 1
  not_applicable,  ///< no theorem covers the learner, or no trial can be judged (Slater's condition fails, no OPT)
  no_trials        ///< no trial has finished, or all have failed
};
std::string_view verdict_text(Verdict verdict);  ///< "holds", "holds so far", ...

/// One theorem for one cell. Each trial is compared with the bound at its own C and rho. Statistics are NaN without
/// trials.
struct LedgerLine {
  const CellLabel* cell = nullptr;
  Quantity theorem = Quantity::regret;  ///< or violation
  std::string quantity{};           ///< quantity that the theorem bounds, such as "regret" or, for coco, "safe_regret"
  std::int64_t trials = 0;          ///< judged
  std::int64_t failed = 0;          ///< these three kinds are not judged
  std::int64_t infeasible = 0;      ///< no OPT, hence no regret
  std::int64_t without_slater = 0;  ///< the theorem's condition fails, which for most is Slater's
  std::int64_t loosened = 0;        ///< judged, but with a C that is only an upper bound
  std::int64_t above = 0;           ///< judged, and above the bound
  double promised = 0;              ///< the probability with which the bound may fail
  double median = 0;                ///< median of the measured values
  double quantile = 0;              ///< quantile of the measured values at probability 1 - promised
  double bound = 0;                 ///< median over trials
  double most = infinity;           ///< the greatest possible value (Results::reach)
  double ratio = 0;             ///< quantile at 1 - promised of measured / bound per trial; > 1 if too many are above
  Interval share{};             ///< interval for the share of trials above the bound, exact at LedgerOptions::level
  double p_value = 1;           ///< exact, for the hypothesis that the theorem's probability holds
  double adjusted_p_value = 1;  ///< by Holm's procedure over the lines that are not vacuous and have trials
  Verdict verdict = Verdict::no_trials;
  std::string reason{};  ///< reason for the verdict; may be ""
};

struct LedgerOptions {
  double level = 0.95;   ///< level of the intervals of shares
  double alpha = 0.001;  ///< maximum probability of any wrong "violated" in a ledger
  std::vector<Quantity> theorems = {Quantity::regret, Quantity::violation};
  std::string folder{};  ///< folder for RebuiltCells
};

/// One line per cell and theorem, ordered by cell, then theorem as given. The lines point into `study`. Throws
/// StudyFileError as Results and RebuiltCells do.
std::vector<LedgerLine> theorem_ledger(const Results& study, const Catalogue& catalogue,
                                       const LedgerOptions& options = {});

}  // namespace regretta
