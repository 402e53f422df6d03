#pragma once
/// Collects the trials of one line of the theorem ledger, and says what follows. Included only by ledger.cpp.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/binomial.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/theorems/ledger_line.hpp"
#include "regretta/engine/evidence/theorems/lower_bounds.hpp"
#include "regretta/engine/study/plan/cell.hpp"
#include "regretta/engine/trial/contract/exact_values.hpp"

namespace regretta {

inline Quantity quantity_of(AuditedTheorem theorem) {
  return theorem == AuditedTheorem::regret ? Quantity::regret : Quantity::violation;
}

/// Collects the trials of one line.
class LineFold {
 public:
  LineFold(const Results& study, const Cell& cell, const CellLabel& label, AuditedTheorem theorem)
      : line_{.cell = &label, .theorem = theorem, .quantity = std::string(theorem_text(theorem))} {
    if (theorem == AuditedTheorem::concentration) return;
    if (theorem == AuditedTheorem::lower_bound) {
      quantity_ = Quantity::expected_regret;
      line_.quantity = study.quantities().name(*quantity_);
      line_.promised = lower_bound_may_fail(cell.problem().delta);
      delta_ = cell.problem().delta;
      return;
    }
    quantity_ = quantity_of(theorem);
    const std::string_view measure = cell.bound_learner.bound(*quantity_, cell.problem(), {}).measure;
    if (!measure.empty()) {
      line_.quantity = measure;
      quantity_ = study.quantities().find(measure);
    }
    if (quantity_) line_.most = study.range(label, *quantity_).high;
    is_noisy_ = !values_are_means(*cell.prepared().adversary);
  }

  AuditedTheorem theorem() const { return line_.theorem; }
  std::int64_t trials() const { return line_.trials; }  ///< judged

  void add(const Cell& cell, const TrialResult& trial) {
    if (trial.failure) {
      ++line_.failed;
      return;
    }
    const Bound bound = cell.bound_learner.bound(quantity_of(line_.theorem), cell.problem(),
                                                 {.corruption = trial[Quantity::corruption],
                                                  .rho = trial[Quantity::rho],
                                                  .rho_pure = trial[Quantity::rho_pure],
                                                  .is_noisy = is_noisy_});
    spoken_ = spoken_ || bound.has_theorem();
    has_formula_ = has_formula_ || cell.bound_learner.theorem;
    line_.promised = std::max(line_.promised, bound.failure_probability);  // the same in all trials with a theorem
    if (!quantity_) {
      ++unmeasured_;
    } else if (std::isnan(trial[*quantity_])) {
      ++line_.infeasible;
    } else if (!bound.has_theorem()) {
      ++without_theorem_;
    } else if (!bound.applies) {
      ++line_.without_slater;
      unless_ = bound.unless;
    } else {
      judge(trial, trial[*quantity_], bound.value);
    }
  }

  /// Adds a trial of a learner that may be safe.
  void add_to_lower_bound(const TrialResult& trial, const LowerBound& bound) {
    constexpr double rounding = 1e-9;  // of sums over rounds
    if (trial.failure) {
      ++line_.failed;
      return;
    }
    unsafe_ += trial[Quantity::violation] > rounding ? 1 : 0;
    judge(trial, trial[*quantity_], bound.regret);
  }
  /// Whether few enough of those trials violate.
  bool is_safe() const { return static_cast<double>(unsafe_) <= delta_ * static_cast<double>(line_.trials); }
  /// Instead of a verdict on what cannot be judged, for a reason.
  void leave_out(std::string reason) { left_out_ = std::move(reason); }

  /// Adds a watched trial. worst_share: see Concentration; empty if the learner shows no estimates.
  void add_watched(const TrialResult& trial, std::optional<double> worst_share, double failure) {
    spoken_ = spoken_ || worst_share;
    line_.promised = failure;
    if (worst_share) {
      judge(trial, *worst_share, 1);
    } else {
      ++without_theorem_;
    }
  }

  /// The line, except for what depends on the other lines.
  LedgerLine finish(double level) {
    const double promised = std::min(1.0, line_.promised), at = is_lower() ? promised : 1 - promised;
    line_.median = quantile_of(values_, 0.5);
    line_.quantile = quantile_of(values_, at);
    line_.bound = quantile_of(bounds_, 0.5);
    line_.ratio = quantile_of(ratios_, at);
    line_.share = clopper_pearson(line_.above, line_.trials, level);
    if (is_lower() && !is_safe())
      left_out_ = fmt::format("it is not safe: violation > 0 in {} of {} trials", unsafe_, line_.trials);
    if (!left_out_.empty()) {
      conclude(Verdict::not_applicable, left_out_);
    } else if (line_.trials == 0) {
      judge_without_trials();
    } else if (line_.promised >= 1) {
      conclude(Verdict::vacuous, fmt::format("may fail with probability {}: delta is too large", line_.promised));
    } else if (line_.above == 0 && std::ranges::min(bounds_) >= line_.most) {
      conclude(Verdict::vacuous, fmt::format("no trial can exceed {:.4g}", line_.most));
    } else {
      line_.p_value = binomial_tail(line_.above, line_.trials, line_.promised);
      line_.verdict = Verdict::holds_so_far;
      const bool never_failed = line_.promised == 0 && line_.above == 0;  // as the theorem says of every trial
      if (line_.share.high <= line_.promised || never_failed) line_.verdict = Verdict::holds;
      if (line_.share.low > line_.promised) line_.verdict = Verdict::doubtful;
    }
    return line_;
  }

 private:
  bool is_lower() const { return line_.theorem == AuditedTheorem::lower_bound; }

  void judge(const TrialResult& trial, double value, double bound) {
    ++line_.trials;
    line_.above += is_lower() ? value < bound : value > bound;
    line_.loosened += trial[Quantity::corruption_exact] == 0;
    values_.push_back(value);
    bounds_.push_back(bound);
    ratios_.push_back(value / bound);
  }

  void conclude(Verdict verdict, std::string reason) {
    line_.verdict = verdict;
    line_.reason = std::move(reason);
  }

  void judge_without_trials() {
    const bool seen = line_.infeasible + line_.without_slater + without_theorem_ > 0;
    if (unmeasured_ > 0) {
      conclude(Verdict::not_applicable,
               fmt::format("its theorem bounds the measure {}: add it to [study] measures", line_.quantity));
    } else if (seen && !spoken_) {
      conclude(Verdict::not_applicable, line_.theorem == AuditedTheorem::concentration ? "shows no ghat"
                                        : has_formula_ ? "no theorem with these parameters"
                                                       : "no theorem");
    } else if (line_.without_slater > 0) {
      conclude(Verdict::not_applicable, std::string(unless_));
    } else if (line_.infeasible > 0) {
      conclude(Verdict::not_applicable, "no strategy is feasible");
    } else {
      conclude(Verdict::no_trials, line_.failed > 0 ? "every trial failed" : "none is finished");
    }
  }

  LedgerLine line_;
  std::optional<Quantity> quantity_{};  ///< that is judged; none if the study does not measure it
  bool is_noisy_ = true;
  std::string_view unless_{};
  std::int64_t unmeasured_ = 0;
  bool spoken_ = false;       ///< whether a theorem covers this learner
  bool has_formula_ = false;  ///< whether one covers it with other parameters, if not with these
  std::int64_t without_theorem_ = 0;
  std::int64_t unsafe_ = 0;  ///< trials, of a lower bound
  double delta_ = 0;         ///< the share of them that may be
  std::string left_out_{};
  std::vector<double> values_, bounds_, ratios_;
};

}  // namespace regretta
