#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "regretta/engine/evidence/diagnosis/examined.hpp"

namespace regretta {
namespace {

void failed(const Examined& study, std::vector<Finding>& findings) {
  const auto cells = study.where([](const CellScan& cell) { return cell.failed > 0; });
  if (cells.empty()) return;
  const CellScan& first = *cells.front();
  add_finding(
      findings, "failed trials", Severity::problem, cells,
      fmt::format("{} failed and are in no mean; the first, trial {} of cell {}, in {}",
                  share_text(cells, &CellScan::failed), *first.first_failed, first.label->cell, first.first_failure),
      fmt::format("see its rounds with `regretta replay FILE --cell {} --trial {}`, fix the plugin, and give the run "
                  "command again with --retry-failed; means without failed trials are biased if failing is related to "
                  "what is measured",
                  first.label->cell, *first.first_failed));
}

void not_finite(const Examined& study, std::vector<Finding>& findings) {
  const auto cells = study.where([](const CellScan& cell) { return cell.not_finite > 0; });
  if (cells.empty()) return;
  add_finding(
      findings, "non-finite trials", Severity::problem, cells,
      fmt::format("{} report an infinite quantity, or a violation or C that is no number; the first is trial {} of "
                  "cell {}",
                  share_text(cells, &CellScan::not_finite), *cells.front()->first_not_finite,
                  cells.front()->label->cell),
      fmt::format("see its rounds with `regretta replay FILE --cell {} --trial {}`; a strategy or a mean overflows",
                  cells.front()->label->cell, *cells.front()->first_not_finite));
}

void unfinished(const Examined& study, std::vector<Finding>& findings) {
  const std::int64_t missing = study.reader.planned_trials() - study.reader.saved_trials();
  if (missing > 0) {
    const bool whole = study.reader.shard().is_whole();
    const auto cells = whole ? study.where([&](const CellScan& cell) { return cell.seen < study.reader.trials(); })
                             : decltype(study.where({}))();
    add_finding(findings, "unfinished", Severity::problem, cells,
                fmt::format("{} of {} trials are missing", missing, study.reader.planned_trials()),
                "give the `regretta run` command again: it continues where it stopped");
  } else if (!study.reader.shard().is_whole()) {
    add_finding(findings, "one shard", Severity::problem, {},
                fmt::format("the file is shard {} of a study", study.reader.shard().text()),
                "combine all shards with `regretta merge` before you draw conclusions");
  }
}

/// Trials that share their draws are all the same, or, if lanes do not share them, as many as a pack has lanes. In a
/// short game few results are possible.
void identical(const Examined& study, std::vector<Finding>& findings) {
  constexpr std::int64_t many_rounds = 100;
  const auto cells = study.where([](const CellScan& cell) {
    const std::int64_t sound = cell.seen - cell.failed, different = std::ssize(cell.results);
    if (sound < 2 || cell.results.size() >= CellScan::most_results) return false;
    return different == 1 || (different * pack_trials <= sound && cell.label->horizon >= many_rounds);
  });
  if (cells.empty()) return;
  const CellScan& first = *cells.front();
  add_finding(findings, "identical trials", Severity::warning, cells,
              fmt::format("the {} trials of cell {} have {}, to the bit: they say no more than {}",
                          first.seen - first.failed, first.label->cell,
                          first.results.size() == 1 ? "one result" : fmt::format("{} results", first.results.size()),
                          first.results.size() == 1 ? "one of them" : "so many"),
              "this is right if neither the noise nor the learner is random; then one trial is enough. Otherwise a "
              "learner may use a generator of its own with the same seed in every trial: it must take its random "
              "numbers from draw(random), as plugin-api.md of the handbook says");
}

void infeasible(const Examined& study, std::vector<Finding>& findings) {
  const auto cells = study.where([](const CellScan& cell) { return cell.infeasible > 0; });
  if (cells.empty()) return;
  add_finding(findings, "infeasible", Severity::warning, cells,
              fmt::format("in {} no strategy satisfies the constraints on average: there is no OPT, and no regret",
                          share_text(cells, &CellScan::infeasible)),
              "regret is that of the other trials alone, if any: judge these cells by violation, or reduce the "
              "environment's violations or corruption until some strategy is feasible");
}

void few_trials(const Examined& study, std::vector<Finding>& findings) {
  constexpr double p = 0.95;
  constexpr std::int64_t enough = 20;
  const auto cells = study.where([&](const CellScan& cell) { return cell.seen > 0 && cell.seen < enough; });
  if (cells.empty()) return;
  const auto fewest = std::ranges::min(cells, {}, [](const CellScan* cell) { return cell->seen; })->seen;
  add_finding(
      findings, "few trials", Severity::warning, cells,
      fmt::format("with {} trial{} the true 95% quantile is above all of them with probability {:.2g}: q95 and q05 are "
                  "little more than the largest and the smallest trial",
                  fewest, fewest == 1 ? "" : "s", std::pow(p, static_cast<double>(fewest))),
      fmt::format("set study.trials to {} at least, to 59 for the largest trial to be above it in 95% of studies; or "
                  "quote the median",
                  enough));
}

}  // namespace

void examine_trials(const Examined& study, std::vector<Finding>& findings) {
  failed(study, findings);
  not_finite(study, findings);
  unfinished(study, findings);
  identical(study, findings);
  infeasible(study, findings);
  few_trials(study, findings);
}

}  // namespace regretta
