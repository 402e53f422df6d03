#include "regretta/engine/evidence/theorems/ledger.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/holm.hpp"
#include "regretta/engine/evidence/theorems/concentration.hpp"
#include "regretta/engine/evidence/theorems/line_fold.hpp"
#include "regretta/engine/study/blocks/workers.hpp"
#include "regretta/engine/study/maintenance/rebuilt_cells.hpp"
#include "regretta/engine/study/plan/alike.hpp"

namespace regretta {
namespace {

/// Replays the first finished trials of a cell and adds them to `fold`.
void watch(const Results& study, const Cell& cell, const LedgerOptions& options, LineFold& fold) {
  std::vector<TrialResult> trials;
  const CellLabel& label = study.cells()[static_cast<std::size_t>(cell.index)];
  for (std::int64_t first = 0; first < study.trials() && std::ssize(trials) < options.watched;) {
    auto block = study.find_block(label, first);
    if (!block) break;
    first += block->range.count;
    for (TrialResult& trial : block->trials)
      if (!trial.failure && std::ssize(trials) < options.watched) trials.push_back(std::move(trial));
  }
  const Concentration concentration(cell);
  static constexpr std::atomic<bool> never = false;
  const std::atomic<bool>& stop = options.stop ? *options.stop : never;
  std::vector<std::optional<double>> shares(trials.size());
  std::atomic<std::size_t> next = 0;
  run_workers(options.threads, [&](int) {
    for (std::size_t k = next++; k < trials.size(); k = next++)
      shares[k] = concentration.worst_share(trials[k].trial, trials[k][Quantity::corruption], stop);
  });
  for (std::size_t k = 0; k < trials.size(); ++k) fold.add_watched(trials[k], shares[k], cell.problem().delta);
}

bool is_judged(const LedgerLine& line) {
  return line.verdict == Verdict::holds || line.verdict == Verdict::holds_so_far || line.verdict == Verdict::doubtful;
}

/// A cell that is an instance of a lower bound.
struct BoundedInstance {
  LowerBound bound;
  std::int64_t cell = 0;
  bool is_safe = false;
  std::optional<std::size_t> line{};     ///< in the ledger, where the bound is not 0
  Verdict verdict = Verdict::no_trials;  ///< by itself
};

/// Of one learner setting, by pair.
class BoundedPairs {
 public:
  /// Adds the cell, and its line to the ledger. It is about learners that know a safe arm and must find out the rest.
  void add(const Results& study, const Cell& cell, const LowerBound& bound, double level,
           std::vector<LedgerLine>& ledger) {
    const CellLabel& label = study.cells()[static_cast<std::size_t>(cell.index)];
    LineFold fold(study, cell, label, AuditedTheorem::lower_bound);
    const LearnerTraits& traits = cell.bound_learner.traits;
    if (traits.has_prior_knowledge) fold.leave_out("it has prior knowledge of the instance");
    if (traits.follows_nothing) fold.leave_out("it plays the same whatever it sees");
    study.for_each_block(label, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials) fold.add_to_lower_bound(trial, bound);
    });
    BoundedInstance instance{.bound = bound, .cell = label.cell, .is_safe = fold.is_safe()};
    if (bound.regret > 0) {
      instance.line = ledger.size();
      ledger.push_back(fold.finish(level));
      instance.verdict = ledger.back().verdict;
    }
    if (fold.trials() == 0) return;
    instances_[{learner_content(cell.content), label.horizon, bound.pair, bound.d, bound.rho}].push_back(instance);
  }

  /// A theorem fails only if the learner is safe on both instances, and, of pair 2, if the bound fails on both.
  void judge(std::vector<LedgerLine>& ledger) const {
    for (const auto& [key, instances] : instances_)
      for (const BoundedInstance& instance : instances) {
        if (instance.verdict != Verdict::doubtful) continue;
        const auto other = std::ranges::find_if(
            instances, [&](const BoundedInstance& sister) { return sister.bound.instance != instance.bound.instance; });
        const std::string reason = other == instances.end() ? missing(instance.bound) : excuse(*other);
        if (reason.empty()) continue;
        LedgerLine& line = ledger[*instance.line];
        line.verdict = Verdict::not_applicable;
        line.reason = reason;
      }
  }

 private:
  static std::string missing(const LowerBound& bound) {
    return bound.pair == 1
               ? "it has to be safe on two instances, and the other, arm 2 at 1/2 + 1/(8 sqrt T), is not here"
               : "its bound is that of one of two instances, and the other, arms 2 and 3 exchanged, is not here";
  }
  /// Why the other instance of a pair may allow less regret on this one; empty if it does not.
  static std::string excuse(const BoundedInstance& other) {
    if (!other.is_safe) return fmt::format("it is not safe on the other instance, cell {}", other.cell);
    if (other.bound.pair == 1 || other.verdict == Verdict::doubtful) return "";
    return fmt::format("its bound is that of one of two instances, and not exceeded in the other, cell {}", other.cell);
  }

  /// By learner setting, horizon, pair, d and rho.
  std::map<std::tuple<std::string, std::int64_t, int, double, double>, std::vector<BoundedInstance>> instances_;
};

}  // namespace

std::vector<LedgerLine> theorem_ledger(const Results& study, const Catalogue& catalogue, const LedgerOptions& options) {
  RebuiltCells rebuilt(study, catalogue, options.folder);
  std::vector<LedgerLine> ledger;
  BoundedPairs pairs;
  const bool asks_for_lower = std::ranges::count(options.theorems, AuditedTheorem::lower_bound) > 0;
  for (const CellLabel& label : study.cells()) {
    const Cell cell = rebuilt.cell(label);
    std::vector<LineFold> folds;
    for (const AuditedTheorem theorem : options.theorems)
      if (theorem != AuditedTheorem::lower_bound) folds.emplace_back(study, cell, label, theorem);
    study.for_each_block(label, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials)
        for (LineFold& fold : folds)
          if (fold.theorem() != AuditedTheorem::concentration) fold.add(cell, trial);
    });
    for (LineFold& fold : folds) {
      if (fold.theorem() == AuditedTheorem::concentration) watch(study, cell, options, fold);
      ledger.push_back(fold.finish(options.level));
    }
    if (!asks_for_lower || cell.work->instances() > 1) continue;
    if (const auto bound = lower_bound_on(*cell.prepared().adversary))
      pairs.add(study, cell, *bound, options.level, ledger);
  }
  pairs.judge(ledger);

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
