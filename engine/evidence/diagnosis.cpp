#include "regretta/engine/evidence/diagnosis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

/// The properties of a cell's trials that a diagnosis looks at.
struct CellScan {
  static constexpr std::size_t most_results = 64;
  const CellLabel* label = nullptr;
  std::int64_t seen = 0;    ///< trials in the file
  std::int64_t failed = 0;  ///< failed trials among them; all further counts are of trials that did not fail
  std::int64_t not_finite = 0;
  std::int64_t infeasible = 0;
  std::int64_t without_slater = 0;       ///< rho <= 0
  std::int64_t without_slater_pure = 0;  ///< rho_pure <= 0 < rho
  std::set<std::uint64_t> results;       ///< hashes of the different results, at most most_results of them
  std::optional<std::int64_t> first_failed;
  std::string first_failure;  ///< such as "round 13: strategy left the simplex"
  std::optional<std::int64_t> first_not_finite;
  TrialSeries violation;
  TrialSeries expected_regret;
};

/// Some quantities may be NaN (no OPT, or not applicable), but none may be infinite, and violations and C are always
/// numbers.
bool is_finite(const TrialResult& trial) {
  const bool infinite = std::ranges::any_of(trial.quantities, [](double x) { return std::isinf(x); });
  return !infinite && !std::isnan(trial[Quantity::violation]) && !std::isnan(trial[Quantity::signed_violation]) &&
         !std::isnan(trial[Quantity::corruption]);
}

void add_value(const TrialResult& trial, Quantity quantity, TrialSeries& series) {
  if (!std::isfinite(trial[quantity])) return;
  series.trials.push_back(trial.trial);
  series.values.push_back(trial[quantity]);
}

std::uint64_t hash_of(const TrialResult& trial) {
  const std::uint64_t curve = XXH3_64bits(trial.curve.values().data(), trial.curve.values().size_bytes());
  return XXH3_64bits_withSeed(trial.quantities.data(), trial.quantities.size() * sizeof(double), curve);
}

void add_trial(const TrialResult& trial, CellScan& cell) {
  ++cell.seen;
  if (trial.failure) {
    ++cell.failed;
    if (!cell.first_failed) {
      cell.first_failed = trial.trial;
      cell.first_failure = fmt::format("round {}: {}", trial.failure->round, trial.failure->message);
    }
    return;
  }
  if (cell.results.size() < CellScan::most_results) cell.results.insert(hash_of(trial));
  if (!is_finite(trial)) {
    ++cell.not_finite;
    if (!cell.first_not_finite) cell.first_not_finite = trial.trial;
  }
  cell.infeasible += std::isnan(trial[Quantity::opt]);
  cell.without_slater += trial[Quantity::rho] <= 0;
  cell.without_slater_pure += trial[Quantity::rho] > 0 && trial[Quantity::rho_pure] <= 0;
  add_value(trial, Quantity::violation, cell.violation);
  add_value(trial, Quantity::expected_regret, cell.expected_regret);
}

/// Reads all trials of a cell. Throws StudyFileError as Results does.
CellScan scan_cell(const Results& study, const CellLabel& label) {
  CellScan cell;
  cell.label = &label;
  study.for_each_block(label, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials) add_trial(trial, cell);
  });
  return cell;
}

/// The trials of a cell that are far from the others in one quantity.
struct FarTrials {
  std::string_view quantity;
  std::optional<RareMode> mode;
  std::vector<std::int64_t> mode_trials;  ///< trials in the mode, the farthest from the others first
};

/// A study with its trials scanned. What one cell's trials are needed for has been taken from them, so that no more
/// than these are in memory.
struct Examined {
  const Results& reader;
  std::vector<CellScan> cells;                  ///< without their series
  std::vector<std::array<FarTrials, 2>> far{};  ///< of each cell: violation, expected regret

  std::vector<const CellScan*> where(const std::function<bool(const CellScan&)>& choose) const {
    std::vector<const CellScan*> chosen;
    for (const CellScan& cell : cells)
      if (choose(cell)) chosen.push_back(&cell);
    return chosen;
  }
};

/// Such as "3 of 64 trials": a count of CellScan summed over these cells.
std::string share_text(const std::vector<const CellScan*>& cells, std::int64_t CellScan::*count) {
  std::int64_t affected = 0, trials = 0;
  for (const CellScan* cell : cells) {
    affected += cell->*count;
    trials += cell->seen;
  }
  return fmt::format("{} of {} trial{}", affected, trials, trials == 1 ? "" : "s");
}

void add_finding(std::vector<Finding>& findings, std::string_view kind, Severity severity,
                 const std::vector<const CellScan*>& cells, std::string what, std::string advice) {
  Finding finding{kind, severity, {}, std::move(what), std::move(advice)};
  for (const CellScan* cell : cells) finding.cells.push_back(cell->label->cell);
  findings.push_back(std::move(finding));
}

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
              "numbers from draw(random), as plug-in.md of the handbook says");
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

/// Adds what is wrong with the trials: failed, not finite, missing, identical, infeasible, few.
void examine_trials(const Examined& study, std::vector<Finding>& findings) {
  failed(study, findings);
  not_finite(study, findings);
  unfinished(study, findings);
  identical(study, findings);
  infeasible(study, findings);
  few_trials(study, findings);
}

std::string example_of(const CellScan& cell, const FarTrials& far) {
  const RareMode& mode = *far.mode;
  const auto count = far.mode_trials.size();
  constexpr std::size_t most_named = 5;
  const auto named = std::span(far.mode_trials).first(std::min(count, most_named));
  return fmt::format(
      "in cell {} it is {} of {} trials ({}{}), {:.2g}% to {:.2g}% of all there could be; their {} is {} or {}, that "
      "of the others {} or {}; without them the mean would be {} instead of {}",
      cell.label->cell, count, cell.seen - cell.failed, fmt::join(named, ", "), count > most_named ? ", ..." : "",
      100 * mode.share.low, 100 * mode.share.high, far.quantity, full_number(mode.nearest),
      mode.is_above() ? "more" : "less", full_number(mode.others), mode.is_above() ? "less" : "more",
      full_number(mode.mean_of_others), full_number(mode.mean));
}

/// Cells of the same learners in which no such trial was seen.
std::vector<std::int64_t> unseen_cells(const Examined& study, const std::vector<const CellScan*>& with) {
  std::set<std::string> learners;
  for (const CellScan* cell : with) learners.insert(cell->label->learner_name);
  std::vector<std::int64_t> cells;
  for (const CellScan& cell : study.cells)
    if (learners.contains(cell.label->learner_name) && std::ranges::find(with, &cell) == with.end())
      cells.push_back(cell.label->cell);
  return cells;
}

/// Adds the modes that a few trials have.
void examine_modes(const Examined& study, std::vector<Finding>& findings) {
  std::vector<const CellScan*> cells;
  std::string example;
  for (std::size_t k = 0; k < study.cells.size(); ++k)
    for (const FarTrials& far : study.far[k]) {
      const CellScan& cell = study.cells[k];
      if (!far.mode || (!cells.empty() && cells.back() == &cell)) continue;
      cells.push_back(&cell);
      if (example.empty()) example = example_of(cell, far);
    }
  if (cells.empty()) return;
  const std::vector<std::int64_t> unseen = unseen_cells(study, cells);
  add_finding(findings, "rare mode", Severity::warning, cells,
              "a few trials are far from all others, as where a learner locks in: " + example +
                  (unseen.empty() ? "" : "; the same learners may have it unseen in " + some_cells(unseen)),
              "means, comparisons and ranks of these cells rest on those trials, and no exponent is claimed of them: "
              "look at them with `regretta show FILE --extremes 10`, take many more (the share is known to a tenth of "
              "itself after 400 such trials), and give quantiles and probabilities too (`show --tails`)");
}

/// Adds which of the decisions of a ranking a mode could overturn that no trial showed.
void examine_decisions(const Examined& study, std::vector<Finding>& findings) {
  std::vector<Decision> decisions = rank_learners(study.reader).decisions;
  const auto surviving = std::ranges::count_if(
      decisions, [](const Decision& decision) { return static_cast<double>(decision.values) >= decision.needed; });
  if (surviving == std::ssize(decisions)) return;
  std::ranges::sort(decisions, {}, &Decision::needed);
  const std::size_t most = (3 * decisions.size() + 3) / 4;  // three quarters of them
  const double needed = std::ceil(decisions[most - 1].needed);
  const std::int64_t fewest = std::ranges::min(decisions, {}, &Decision::values).values;
  const bool is_of_instances = study.reader.study().instances > 1;
  const char* units = is_of_instances ? "instances" : "trials";
  add_finding(findings, "unseen modes", Severity::remark, {},
              fmt::format("{0} {1} can miss what happens in fewer than 1 of {2}; if that happened, and were as bad as "
                          "can be, {3} of {4} decisions of `rank` would survive it",
                          fewest, units, std::max<std::int64_t>(1, fewest / 3), surviving, decisions.size()),
              std::ssize(decisions) == 0 || static_cast<std::size_t>(surviving) >= most || !std::isfinite(needed)
                  ? fmt::format("take more {} if a decision must survive that", units)
                  : fmt::format("{:.0f} {} per cell would make it {}", needed, units, most));
}

void without_slater(const Examined& study, std::vector<Finding>& findings) {
  const auto cells = study.where([](const CellScan& cell) { return cell.without_slater > 0; });
  if (!cells.empty())
    add_finding(findings, "Slater fails", Severity::remark, cells,
                fmt::format("in {} rho <= 0: no strategy satisfies every constraint in every round, so that no theorem "
                            "of the paper applies",
                            share_text(cells, &CellScan::without_slater)),
                "do not compare these cells with the bounds; to test the theorems, give the environment a margin or "
                "less corruption");
  const auto pure = study.where([](const CellScan& cell) { return cell.without_slater_pure > 0; });
  if (!pure.empty())
    add_finding(findings, "no safe arm", Severity::remark, pure,
                fmt::format("in {} rho_pure <= 0 < rho: some mixtures of arms are safe, but no single arm is, so that "
                            "the bandit theorems do not apply",
                            share_text(pure, &CellScan::without_slater_pure)),
                "here, compare only learners with full feedback on the constraints with their bounds");
}

}  // namespace

std::vector<Finding> diagnose(const Results& study) {
  Examined examined{study, {}};
  for (const CellLabel& label : study.cells()) {
    CellScan& cell = examined.cells.emplace_back(scan_cell(study, label));
    const auto far_in = [](std::string_view quantity, TrialSeries& series) {
      const TrialSeries taken = std::move(series);
      FarTrials far{quantity, rare_mode(taken.values), {}};
      if (far.mode) far.mode_trials = trials_of(*far.mode, taken);
      return far;
    };
    examined.far.push_back({far_in("violation", cell.violation), far_in("expected_regret", cell.expected_regret)});
  }
  std::vector<Finding> findings;
  examine_trials(examined, findings);
  examine_modes(examined, findings);
  examine_decisions(examined, findings);
  without_slater(examined, findings);
  std::ranges::stable_sort(findings, {}, &Finding::severity);
  return findings;
}

std::vector<ModeSeen> modes_seen(const Results& study) {
  std::vector<ModeSeen> seen;
  std::set<std::string> learners;
  for (const CellLabel& cell : study.cells()) {
    seen.push_back(study.has_rare_mode(cell) ? ModeSeen::here : ModeSeen::nowhere);
    if (seen.back() == ModeSeen::here) learners.insert(cell.learner_name);
  }
  for (std::size_t k = 0; k < seen.size(); ++k)
    if (seen[k] == ModeSeen::nowhere && learners.contains(study.cells()[k].learner_name)) seen[k] = ModeSeen::elsewhere;
  return seen;
}

std::string full_number(double x) {
  return std::abs(x) >= 1e4 && std::abs(x) < 1e15 ? fmt::format("{:.0f}", x) : fmt::format("{:.4g}", x);
}

std::string some_cells(const std::vector<std::int64_t>& cells, std::size_t most) {
  const std::size_t named = std::min(cells.size(), most);
  return fmt::format("cell{} {}{}", cells.size() == 1 ? "" : "s",
                     fmt::join(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(named), ", "),
                     named < cells.size() ? fmt::format(" and {} more", cells.size() - named) : "");
}

std::vector<std::int64_t> trials_of(const RareMode& mode, const TrialSeries& series) {
  std::vector<std::pair<double, std::int64_t>> in_it;
  for (std::size_t k = 0; k < series.values.size(); ++k)
    if (mode.has(series.values[k]))
      in_it.emplace_back(mode.is_above() ? -series.values[k] : series.values[k], series.trials[k]);
  std::ranges::sort(in_it);
  std::vector<std::int64_t> trials;
  for (const auto& [value, trial] : in_it) trials.push_back(trial);
  return trials;
}

}  // namespace regretta
