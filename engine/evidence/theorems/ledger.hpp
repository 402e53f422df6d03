#pragma once
/// The theorem ledger: every cell of a study beside what the paper promises of it.

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

enum class Verdict {
  holds,           ///< the interval of the share above the bound lies within the promise
  holds_so_far,    ///< it reaches beyond the promise on both sides: too few trials to tell
  doubtful,        ///< it lies above the promise, but as one line of many that may be chance
  violated,        ///< beyond doubt, over the whole ledger
  vacuous,         ///< the bound is above T in every trial, or need never hold
  not_applicable,  ///< no theorem, or Slater's condition, which all of them assume, fails in every trial
  no_trials        ///< none finished, failed or without OPT
};
std::string_view verdict_text(Verdict verdict);  ///< "holds", "holds so far", ...

/// What is promised: bounds of two quantities, and the lemma that they rest on (concentration.hpp).
enum class Theorem { regret, violation, concentration };
std::string_view theorem_text(Theorem theorem);

/// One theorem of one cell. Each trial is held against the bound at its own C and rho; NaN where there is no trial.
struct LedgerLine {
  const CellLabel* cell = nullptr;
  Theorem theorem = Theorem::regret;
  std::int64_t trials = 0;      ///< judged
  std::int64_t failed = 0;      ///< these three are not
  std::int64_t infeasible = 0;  ///< no OPT, hence no regret
  std::int64_t without_slater = 0;
  std::int64_t loosened = 0;  ///< judged, but with a C that is only an upper bound
  std::int64_t above = 0;     ///< judged, and above the bound
  double promised = 0;        ///< the bound may fail with this probability
  double median = 0;          ///< measured
  double quantile = 0;        ///< measured, at probability 1 - promised
  double bound = 0;           ///< median over trials
  double ratio = 0;           ///< quantile at 1 - promised of measured / bound, trial by trial: above 1 if too many are
  Interval share;             ///< of trials above, exact at LedgerOptions::level
  double p_value = 1;         ///< exact, that the promise is kept
  double adjusted_p_value = 1;  ///< Holm's, over the lines neither vacuous nor without trials
  Verdict verdict = Verdict::no_trials;
  std::string reason;  ///< of a verdict that needs one, else ""
};

struct LedgerOptions {
  double level = 0.95;   ///< of the intervals of shares
  double alpha = 0.001;  ///< "violated" is said wrongly anywhere in a ledger with probability alpha at most
  std::vector<Theorem> theorems = {Theorem::regret, Theorem::violation};
  std::int64_t watched = 64;                ///< trials of each cell, at most, that are played again for `concentration`
  int threads = 1;                          ///< for that
  const std::atomic<bool>* stop = nullptr;  ///< likewise: leaves with Interrupted
  std::string folder{};                     ///< as for RebuiltCells
};

/// Cells in order, within each the theorems in the order given; the lines point into `study`. Throws StudyFileError
/// as StudyReader and RebuiltCells do.
std::vector<LedgerLine> theorem_ledger(const StudyReader& study, const Catalogue& catalogue,
                                       const LedgerOptions& options = {});

}  // namespace regretta
