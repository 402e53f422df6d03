#include "regretta/engine/evidence/theorems/ledger.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/holm.hpp"
#include "regretta/engine/evidence/tables/views.hpp"
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

/// The line of a cell whose instance has a lower bound. It is about learners that know a safe arm and must find out the
/// rest.
LedgerLine lower_line(const Results& study, const Cell& cell, const LearnerView& view, const LowerBound& bound,
                      double level) {
  const CellLabel& label = study.cells()[static_cast<std::size_t>(cell.index)];
  LineFold fold(study, cell, label, Theorem::lower_bound);
  if (view.is_told) fold.leave_out("it is told facts of the instance");
  if (view.follows_nothing) fold.leave_out("it plays the same whatever it sees");
  study.for_each_block(label, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials) fold.add_to_lower_bound(trial, bound);
  });
  return fold.finish(level);
}

bool is_judged(const LedgerLine& line) {
  return line.verdict == Verdict::holds || line.verdict == Verdict::holds_so_far || line.verdict == Verdict::doubtful;
}

/// By learner setting, horizon, d and rho: instances 1 and 2 of the pair, and their lines.
using Sisters =
    std::map<std::tuple<std::string, std::int64_t, double, double>, std::vector<std::pair<int, std::size_t>>>;

/// Of a pair, the theorem fails only if it fails on both instances.
void judge_sisters(const Sisters& sisters, std::vector<LedgerLine>& ledger) {
  for (const auto& [key, lines] : sisters) {
    std::vector<Verdict> verdicts;  // of each by itself
    for (const auto& [instance, place] : lines) verdicts.push_back(ledger[place].verdict);
    for (std::size_t k = 0; k < lines.size(); ++k) {
      LedgerLine& line = ledger[lines[k].second];
      if (verdicts[k] != Verdict::doubtful) continue;
      std::size_t other = 0;
      while (other < lines.size() && lines[other].first == lines[k].first) ++other;
      if (other < lines.size() && verdicts[other] == Verdict::doubtful) continue;
      line.verdict = Verdict::not_applicable;
      line.reason =
          other == lines.size()
              ? "its bound is that of one of two instances, and the other, arms 2 and 3 exchanged, is not here"
              : fmt::format("its bound is that of one of two instances, and not exceeded in the other, cell {}",
                            ledger[lines[other].second].cell->cell);
    }
  }
}

}  // namespace

std::vector<LedgerLine> theorem_ledger(const Results& study, const Catalogue& catalogue, const LedgerOptions& options) {
  RebuiltCells rebuilt(study, catalogue, options.folder);
  std::vector<LedgerLine> ledger;
  const std::vector<LearnerView> views = views_of(study);
  Sisters sisters;
  const bool asks_for_lower = std::ranges::count(options.theorems, Theorem::lower_bound) > 0;
  for (const CellLabel& label : study.cells()) {
    const Cell cell = rebuilt.cell(label);
    std::vector<LineFold> folds;
    for (const Theorem theorem : options.theorems)
      if (theorem != Theorem::lower_bound) folds.emplace_back(study, cell, label, theorem);
    study.for_each_block(label, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials)
        for (LineFold& fold : folds)
          if (fold.theorem() != Theorem::concentration) fold.add(cell, trial);
    });
    for (LineFold& fold : folds) {
      if (fold.theorem() == Theorem::concentration) watch(study, cell, options, fold);
      ledger.push_back(fold.finish(options.level));
    }
    if (!asks_for_lower || cell.work->instances() > 1) continue;
    if (const auto bound = lower_bound_on(*cell.prepared().adversary)) {
      const LearnerView& view = views[static_cast<std::size_t>(label.cell)];
      ledger.push_back(lower_line(study, cell, view, *bound, options.level));
      if (bound->of_two > 0)
        sisters[{learner_content(cell.content), label.horizon, bound->d, bound->rho}].push_back(
            {bound->of_two, ledger.size() - 1});
    }
  }
  judge_sisters(sisters, ledger);

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
