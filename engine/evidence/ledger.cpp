#include "regretta/engine/evidence/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/maintenance/rebuilt_cells.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {
namespace {

/// Collects the trials of one line of the ledger and reaches its verdict.
class LineFold {
 public:
  LineFold(const Results& study, const Cell& cell, const CellLabel& label, Quantity theorem)
      : line_{.cell = &label, .theorem = theorem, .quantity = std::string(quantity_name(theorem))}, quantity_(theorem) {
    const std::string_view measure = cell.bound_learner.bound(theorem, cell.problem(), {}).measure;
    if (!measure.empty()) {
      line_.quantity = measure;
      quantity_ = study.quantities().find(measure);
    }
    if (quantity_) line_.most = study.reach(label, *quantity_).high;
    is_noisy_ = !is_noiseless(*cell.prepared().adversary);
  }

  void add(const Cell& cell, const TrialResult& trial) {
    if (trial.failure) {
      ++line_.failed;
      return;
    }
    const Bound bound = cell.bound_learner.bound(line_.theorem, cell.problem(),
                                                 {.corruption = trial[Quantity::corruption],
                                                  .rho = trial[Quantity::rho],
                                                  .rho_pure = trial[Quantity::rho_pure],
                                                  .is_noisy = is_noisy_});
    is_covered_ = is_covered_ || bound.has_theorem();
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

  /// Completes the line, except for adjusted_p_value and Verdict::violated, which depend on other lines.
  LedgerLine finish(double level) {
    const double probability = 1 - std::min(1.0, line_.promised);
    line_.median = quantile_of(values_, 0.5);
    line_.quantile = quantile_of(values_, probability);
    line_.bound = quantile_of(bounds_, 0.5);
    line_.ratio = quantile_of(ratios_, probability);
    line_.share = clopper_pearson(line_.above, line_.trials, level);
    if (line_.trials == 0) {
      judge_without_trials();
    } else if (line_.promised >= 1) {
      conclude(Verdict::vacuous, fmt::format("may fail with probability {}: delta is too large", line_.promised));
    } else if (line_.above == 0 && std::ranges::min(bounds_) >= line_.most) {
      conclude(Verdict::vacuous, fmt::format("no trial can exceed {:.4g}", line_.most));
    } else {
      line_.p_value = binomial_tail(line_.above, line_.trials, line_.promised);
      line_.verdict = Verdict::holds_so_far;
      const bool never_fails = line_.promised == 0 && line_.above == 0;  // a bound that holds with probability 1
      if (line_.share.high <= line_.promised || never_fails) line_.verdict = Verdict::holds;
      if (line_.share.low > line_.promised) line_.verdict = Verdict::doubtful;
    }
    return line_;
  }

 private:
  void judge(const TrialResult& trial, double value, double bound) {
    ++line_.trials;
    line_.above += value > bound;
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
    const bool any_seen = line_.infeasible + line_.without_slater + without_theorem_ > 0;
    if (unmeasured_ > 0) {
      conclude(Verdict::not_applicable,
               fmt::format("its theorem bounds the measure {}: add it to [study] measures", line_.quantity));
    } else if (any_seen && !is_covered_) {
      conclude(Verdict::not_applicable, has_formula_ ? "no theorem with these parameters" : "no theorem");
    } else if (line_.without_slater > 0) {
      conclude(Verdict::not_applicable, std::string(unless_));
    } else if (line_.infeasible > 0) {
      conclude(Verdict::not_applicable, "no strategy is feasible");
    } else {
      conclude(Verdict::no_trials, line_.failed > 0 ? "every trial failed" : "no trial has finished");
    }
  }

  LedgerLine line_;
  std::optional<Quantity> quantity_;  ///< the bounded quantity; empty if the study does not measure it
  bool is_noisy_ = true;
  std::string_view unless_{};    ///< the condition that fails in some trial
  std::int64_t unmeasured_ = 0;  ///< trials without the bounded quantity
  bool is_covered_ = false;      ///< whether a theorem covers the learner with these parameters
  bool has_formula_ = false;     ///< whether a theorem covers the learner with some parameters
  std::int64_t without_theorem_ = 0;
  std::vector<double> values_, bounds_, ratios_;
};

bool is_judged(const LedgerLine& line) {
  return line.verdict == Verdict::holds || line.verdict == Verdict::holds_so_far || line.verdict == Verdict::doubtful;
}

}  // namespace

std::string_view verdict_text(Verdict verdict) {
  using enum Verdict;
  static constexpr Choice words = choice_of<Verdict>({{holds, "holds"},
                                                      {holds_so_far, "holds so far"},
                                                      {doubtful, "doubtful"},
                                                      {violated, "violated"},
                                                      {vacuous, "vacuous"},
                                                      {not_applicable, "not applicable"},
                                                      {no_trials, "no trials"}});
  return words.word_of(verdict);
}

std::vector<LedgerLine> theorem_ledger(const Results& study, const Catalogue& catalogue, const LedgerOptions& options) {
  RebuiltCells rebuilt(study, catalogue, options.folder);
  std::vector<LedgerLine> ledger;
  for (const CellLabel& label : study.cells()) {
    const Cell cell = rebuilt.cell(label);
    std::vector<LineFold> folds;
    for (const Quantity theorem : options.theorems) folds.emplace_back(study, cell, label, theorem);
    study.for_each_block(label, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials)
        for (LineFold& fold : folds) fold.add(cell, trial);
    });
    for (LineFold& fold : folds) ledger.push_back(fold.finish(options.level));
  }

  std::vector<LedgerLine*> judged;
  for (LedgerLine& line : ledger)
    if (is_judged(line)) judged.push_back(&line);
  const std::vector<double> adjusted = holm_adjusted(judged, &LedgerLine::p_value);
  for (std::size_t k = 0; k < judged.size(); ++k) {
    judged[k]->adjusted_p_value = adjusted[k];
    if (adjusted[k] <= options.alpha) judged[k]->verdict = Verdict::violated;
  }
  return ledger;
}

}  // namespace regretta
