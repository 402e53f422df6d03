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

/// The properties of a cell's trials from which findings follow.
struct CellScan {
  static constexpr std::size_t most_results = 64;  // bounds the memory; so many distinct results are not suspicious
  const CellLabel* label = nullptr;
  std::int64_t saved = 0;   ///< trials in the file
  std::int64_t failed = 0;  ///< failed trials among them; the counts below leave them out
  std::int64_t not_finite = 0;
  std::int64_t infeasible = 0;
  std::int64_t without_slater = 0;       ///< rho <= 0
  std::int64_t without_slater_pure = 0;  ///< rho_pure <= 0 < rho
  std::set<std::uint64_t> results;       ///< hashes of distinct results, at most most_results
  std::optional<std::int64_t> first_failed;
  std::string first_failure;  ///< text of the first failure, such as "round 13: strategy left the simplex"
  std::optional<std::int64_t> first_not_finite;
  TrialSeries violation;
  TrialSeries expected_regret;
};

/// Whether all results of a trial are sound. Some quantities may be NaN (no OPT, or not applicable), but none may be
/// infinite, and violations and C are always numbers.
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
  ++cell.saved;
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

/// A study with its trials scanned. The series of a cell are dropped before the next cell is scanned, so that memory
/// does not grow with the number of cells.
struct Examined {
  const Results& reader;
  std::vector<CellScan> cells;                  ///< scans without their series, by cell
  std::vector<std::array<FarTrials, 2>> far{};  ///< far trials in violation and in expected regret, by cell

  std::vector<const CellScan*> cells_where(const std::function<bool(const CellScan&)>& condition) const {
    std::vector<const CellScan*> matching;
    for (const CellScan& cell : cells)
      if (condition(cell)) matching.push_back(&cell);
    return matching;
  }
};

/// A count of CellScan, summed over these cells, such as "3 of 64 trials".
std::string share_text(const std::vector<const CellScan*>& cells, std::int64_t CellScan::*count) {
  std::int64_t affected = 0, trials = 0;
  for (const CellScan* cell : cells) {
    affected += cell->*count;
    trials += cell->saved;
  }
  return fmt::format("{} of {} trial{}", affected, trials, trials == 1 ? "" : "s");
}

void add_finding(std::vector<Finding>& findings, std::string_view kind, Severity severity,
                 const std::vector<const CellScan*>& cells, std::string what, std::string advice) {
  Finding finding{kind, severity, {}, std::move(what), std::move(advice)};
  for (const CellScan* cell : cells) finding.cells.push_back(cell->label->cell);
  findings.push_back(std::move(finding));
}

void examine_failed(const Examined& study, std::vector<Finding>& findings) {
  const auto cells = study.cells_where([](const CellScan& cell) { return cell.failed > 0; });
  if (cells.empty()) return;
  const CellScan& first = *cells.front();
  add_finding(
      findings, "failed trials", Severity::problem, cells,
      fmt::format("{} failed and are not included in any mean; the first, trial {} of cell {}, in {}",
                  share_text(cells, &CellScan::failed), *first.first_failed, first.label->cell, first.first_failure),
      fmt::format("see its rounds with `regretta replay FILE --cell {} --trial {}`, fix the plugin, and repeat the run "
                  "command with --retry-failed; means without failed trials are biased if failing is related to "
                  "what is measured",
                  first.label->cell, *first.first_failed));
}

void examine_not_finite(const Examined& study, std::vector<Finding>& findings) {
  const auto cells = study.cells_where([](const CellScan& cell) { return cell.not_finite > 0; });
  if (cells.empty()) return;
  add_finding(
      findings, "non-finite trials", Severity::problem, cells,
      fmt::format("{} report an infinite quantity, or a violation or C that is not a number; the first is trial {} of "
                  "cell {}",
                  share_text(cells, &CellScan::not_finite), *cells.front()->first_not_finite,
                  cells.front()->label->cell),
      fmt::format("see its rounds with `regretta replay FILE --cell {} --trial {}`; a strategy or a mean overflows",
                  cells.front()->label->cell, *cells.front()->first_not_finite));
}

void examine_unfinished(const Examined& study, std::vector<Finding>& findings) {
  const std::int64_t missing = study.reader.planned_trials() - study.reader.saved_trials();
  if (missing > 0) {
    const auto cells = study.cells_where(
        [&](const CellScan& cell) { return study.reader.shard().is_whole() && cell.saved < study.reader.trials(); });
    add_finding(findings, "unfinished", Severity::problem, cells,
                fmt::format("{} of {} trials are missing", missing, study.reader.planned_trials()),
                "repeat the `regretta run` command: it continues where it stopped");
  } else if (!study.reader.shard().is_whole()) {
    add_finding(findings, "one shard", Severity::problem, {},
                fmt::format("the file is shard {} of a study", study.reader.shard().text()),
                "combine all shards with `regretta merge` before you draw conclusions");
  }
}

/// If trials wrongly share random numbers, all have one result, or, if the random numbers of lanes differ, there is one
/// result per lane. In short games, few results are possible anyway.
void examine_identical(const Examined& study, std::vector<Finding>& findings) {
  constexpr std::int64_t min_horizon = 100;
  const auto cells = study.cells_where([](const CellScan& cell) {
    const std::int64_t sound = cell.saved - cell.failed, distinct = std::ssize(cell.results);
    if (sound < 2 || cell.results.size() >= CellScan::most_results) return false;
    return distinct == 1 || (distinct * pack_trials <= sound && cell.label->horizon >= min_horizon);
  });
  if (cells.empty()) return;
  const CellScan& first = *cells.front();
  const char* ending = first.results.size() == 1 ? "" : "s";
  add_finding(
      findings, "identical trials", Severity::warning, cells,
      fmt::format("the {} trials of cell {} have only {} distinct result{}, to the bit: they say no more than {} "
                  "trial{}",
                  first.saved - first.failed, first.label->cell, first.results.size(), ending, first.results.size(),
                  ending),
      "this is right if neither the noise nor the learner is random; then one trial is enough. Otherwise, the "
      "learner may use its own generator with the same seed in every trial: it must take its random "
      "numbers from draw(random), as plug-in.md of the handbook says");
}

void examine_infeasible(const Examined& study, std::vector<Finding>& findings) {
  const auto cells = study.cells_where([](const CellScan& cell) { return cell.infeasible > 0; });
  if (cells.empty()) return;
  add_finding(findings, "infeasible", Severity::warning, cells,
              fmt::format("in {} no strategy satisfies the constraints on average: there is no OPT, and no regret",
                          share_text(cells, &CellScan::infeasible)),
              "regret is only that of the other trials, if any: judge these cells by violation, or reduce the "
              "environment's violations or corruption until some strategy is feasible");
}

void examine_few_trials(const Examined& study, std::vector<Finding>& findings) {
  constexpr double p = 0.95;  // P(trial <= 95% quantile); 0.95^59 < 5%
  constexpr std::int64_t enough = 20;
  const auto cells = study.cells_where([&](const CellScan& cell) { return cell.saved > 0 && cell.saved < enough; });
  if (cells.empty()) return;
  const auto fewest = std::ranges::min(cells, {}, [](const CellScan* cell) { return cell->saved; })->saved;
  add_finding(
      findings, "few trials", Severity::warning, cells,
      fmt::format("with {} trial{} the true 95% quantile is above all of them with probability {:.2g}: q95 and q05 are "
                  "little more than the largest and the smallest trial",
                  fewest, fewest == 1 ? "" : "s", std::pow(p, static_cast<double>(fewest))),
      fmt::format("set study.trials to at least {} (with 59, the largest trial is above that quantile in 95% of "
                  "studies), or quote the median",
                  enough));
}

std::string example_of(const CellScan& cell, const FarTrials& far) {
  const RareMode& mode = *far.mode;
  const auto count = far.mode_trials.size();
  constexpr std::size_t most_named = 5;
  const auto named = std::span(far.mode_trials).first(std::min(count, most_named));
  return fmt::format(
      "in cell {} it is {} of {} trials ({}{}), which means {:.2g}% to {:.2g}% of all possible trials; their {} is {} "
      "or {}, that of the others {} or {}; without them the mean would be {} instead of {}",
      cell.label->cell, count, cell.saved - cell.failed, fmt::join(named, ", "), count > most_named ? ", ..." : "",
      100 * mode.share.low, 100 * mode.share.high, far.quantity, full_number(mode.nearest),
      mode.is_above() ? "more" : "less", full_number(mode.others), mode.is_above() ? "less" : "more",
      full_number(mode.mean_of_others), full_number(mode.mean));
}

/// The other cells of the learners of `cells_with_mode`.
std::vector<std::int64_t> cells_without_mode(const Examined& study,
                                             const std::vector<const CellScan*>& cells_with_mode) {
  std::set<std::string> learners;
  for (const CellScan* cell : cells_with_mode) learners.insert(cell->label->learner_name);
  std::vector<std::int64_t> cells;
  for (const CellScan& cell : study.cells)
    if (learners.contains(cell.label->learner_name) &&
        std::ranges::find(cells_with_mode, &cell) == cells_with_mode.end())
      cells.push_back(cell.label->cell);
  return cells;
}

/// Adds a finding about the rare modes that trials show.
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
  const std::vector<std::int64_t> unseen = cells_without_mode(study, cells);
  add_finding(
      findings, "rare mode", Severity::warning, cells,
      "a few trials are far from all others, as where a learner locks in: " + example +
          (unseen.empty() ? "" : "; the same learners may have it unseen in " + some_cells(unseen)),
      "means, comparisons and ranks of these cells depend on those trials, and `rates` claims no exponents for them: "
      "look at the trials with `regretta show FILE --extremes 10`, run many more (with 400 trials in the mode, "
      "its share is known to 10%), and report quantiles and probabilities too (`show --tails`)");
}

/// Adds a finding about the decisions of the ranking that a mode that no trial has shown could overturn.
void examine_decisions(const Examined& study, std::vector<Finding>& findings) {
  std::vector<Decision> decisions = rank_learners(study.reader).decisions;
  const auto surviving = std::ranges::count_if(
      decisions, [](const Decision& decision) { return static_cast<double>(decision.values) >= decision.needed; });
  if (surviving == std::ssize(decisions)) return;
  std::ranges::sort(decisions, {}, &Decision::needed);
  const std::size_t three_quarters = (3 * decisions.size() + 3) / 4;
  const double needed = std::ceil(decisions[three_quarters - 1].needed);  // values with which three quarters survive
  const std::int64_t fewest = std::ranges::min(decisions, {}, &Decision::values).values;
  const bool is_of_instances = study.reader.study().instances > 1;
  const char* units = is_of_instances ? "instances" : "trials";
  add_finding(findings, "unseen modes", Severity::remark, {},
              fmt::format("{0} {1} can miss a mode that fewer than 1 in {2} have; if there were one, as bad as "
                          "possible, {3} of {4} decisions of `rank` would survive it",
                          fewest, units, std::max<std::int64_t>(1, fewest / 3), surviving, decisions.size()),
              static_cast<std::size_t>(surviving) >= three_quarters || !std::isfinite(needed)
                  ? fmt::format("run more {} if a decision must survive that", units)
                  : fmt::format("with {:.0f} {} per cell, {} would survive it", needed, units, three_quarters));
}

void examine_margins(const Examined& study, std::vector<Finding>& findings) {
  const auto cells = study.cells_where([](const CellScan& cell) { return cell.without_slater > 0; });
  if (!cells.empty())
    add_finding(findings, "Slater fails", Severity::remark, cells,
                fmt::format("in {} rho <= 0: no strategy satisfies every constraint in every round, so that no theorem "
                            "of the paper applies",
                            share_text(cells, &CellScan::without_slater)),
                "do not compare these cells with the bounds; to test the theorems, give the environment a margin or "
                "reduce its corruption");
  const auto pure = study.cells_where([](const CellScan& cell) { return cell.without_slater_pure > 0; });
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
    const auto far_in = [](std::string_view quantity, TrialSeries& scanned) {
      const TrialSeries series = std::move(scanned);  // frees the memory of the scan
      FarTrials far{quantity, rare_mode(series.values), {}};
      if (far.mode) far.mode_trials = trials_of(*far.mode, series);
      return far;
    };
    examined.far.push_back({far_in("violation", cell.violation), far_in("expected_regret", cell.expected_regret)});
  }
  std::vector<Finding> findings;
  for (const auto examine : {examine_failed, examine_not_finite, examine_unfinished, examine_identical,
                             examine_infeasible, examine_few_trials, examine_modes, examine_decisions, examine_margins})
    examine(examined, findings);
  std::ranges::stable_sort(findings, {}, &Finding::severity);
  return findings;
}

std::vector<ModeSeen> modes_seen(const Results& study) {
  std::vector<ModeSeen> modes;
  std::set<std::string> names;  // names of the learners with a mode
  for (const CellLabel& cell : study.cells()) {
    modes.push_back(study.has_rare_mode(cell) ? ModeSeen::here : ModeSeen::nowhere);
    if (modes.back() == ModeSeen::here) names.insert(cell.learner_name);
  }
  for (std::size_t k = 0; k < modes.size(); ++k)
    if (modes[k] == ModeSeen::nowhere && names.contains(study.cells()[k].learner_name)) modes[k] = ModeSeen::elsewhere;
  return modes;
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
  std::vector<std::pair<double, std::int64_t>> in_mode;  // the farthest first
  for (std::size_t k = 0; k < series.values.size(); ++k)
    if (mode.has(series.values[k]))
      in_mode.emplace_back(mode.is_above() ? -series.values[k] : series.values[k], series.trials[k]);
  std::ranges::sort(in_mode);
  std::vector<std::int64_t> trials;
  for (const auto& [value, trial] : in_mode) trials.push_back(trial);
  return trials;
}

}  // namespace regretta
