#include <algorithm>

#include <fmt/format.h>

#include "regretta/environments/adaptive/open_problem.hpp"
#include "regretta/environments/corruption/budgeted_corruption.hpp"
#include "regretta/environments/parts/parts.hpp"

namespace regretta {
namespace {

void need_oblivious_violations(const Adversary& adversary) {
  for (const AdaptiveStage& stage : adversary.adaptive)
    if (stage.moves_violations)
      throw InputError("kind",
                       fmt::format("the violations of this environment are adaptive ({}), so that there is nothing "
                                   "fixed to corrupt; expected oblivious violations",
                                   stage.kind));
}

void check_index(const std::string& key, std::int64_t index, int count) {
  if (index > count) throw InputError(key, fmt::format("{} does not exist; expected 1 to {}", index, count));
}

ScheduleChoice schedule_of(const BudgetedCorruptionParams& p, std::int64_t horizon, std::uint64_t seed) {
  ScheduleChoice when{p.schedule, horizon, seed, p.burst_start};
  if (when.burst_start > horizon)
    throw InputError("burst_start",
                     fmt::format("{} is past the last round; expected 1 to {}", when.burst_start, horizon));
  if (p.burst_start_fraction == p.burst_start_fraction)
    when.burst_start = std::min(1 + whole_rounds(p.burst_start_fraction, horizon), horizon);
  return when;
}

std::vector<Target> targets_of(const BudgetedCorruptionParams& p, const Adversary& adversary) {
  const int K = adversary.num_arms, m = adversary.num_constraints;
  const auto arms = static_cast<std::size_t>(K);
  const auto loss = [&] { return average_row(adversary.losses, arms, adversary.horizon); };
  const auto violation = [&] {
    return average_row(adversary.violations, arms * static_cast<std::size_t>(m), adversary.horizon);
  };
  switch (p.direction) {
    case Direction::slander:
      return slander_targets(loss(), violation());
    case Direction::flatter:
      return flatter_targets(violation(), K);
    case Direction::swap:
      return swap_targets(loss(), violation(), p.pairs);
    case Direction::target: {
      std::vector<Target> targets;
      for (int i = 0; i < m; ++i)
        if (p.constraint == 0 || p.constraint == i + 1) targets.push_back({i, static_cast<int>(p.arm - 1), p.value});
      return targets;
    }
  }
  __builtin_unreachable();
}

void apply_budget(const Settings& settings, std::uint64_t seed, Adversary& adversary) {
  const auto p = detail::read<BudgetedCorruptionParams>(settings);
  refuse_both_forms(settings);
  const bool fraction = settings.contains("budget_fraction");
  if (!fraction && !settings.contains("budget"))
    throw InputError("budget", "is missing; expected the corruption C to inject (or budget_fraction, C / T)");
  if (p.direction == Direction::target && !settings.contains("arm"))
    throw InputError("arm", "is missing; direction = \"target\" expects an arm, counted from 1");
  const auto direction = directions.word_of(p.direction);
  check_belongs(settings, {"arm", "constraint", "value"}, "direction", directions.word_of(Direction::target),
                direction);
  check_belongs(settings, {"pairs"}, "direction", directions.word_of(Direction::swap), direction);
  check_belongs(settings, {"burst_start", "burst_start_fraction"}, "schedule", schedules.word_of(ScheduleKind::burst),
                schedules.word_of(p.schedule));
  if (p.schedule == ScheduleKind::burst && !settings.contains("burst_start") &&
      !settings.contains("burst_start_fraction"))
    throw InputError("burst_start",
                     "is missing; schedule = \"burst\" expects its first round (or burst_start_fraction, of T)");
  need_oblivious_violations(adversary);
  const ScheduleChoice when = schedule_of(p, adversary.horizon, seed);
  if (p.direction == Direction::target) {
    check_index("arm", p.arm, adversary.num_arms);
    check_index("constraint", p.constraint, adversary.num_constraints);
  }
  const double budget = fraction ? p.budget_fraction * static_cast<double>(adversary.horizon) : p.budget;
  if (budget == 0) return;
  std::vector<Target> targets = targets_of(p, adversary);
  try {
    Spending spending =
        spend_budget(adversary.violations, targets, adversary.num_arms, adversary.num_constraints, when, budget);
    adversary.violations =
        CorruptedRows(adversary.violations, std::move(targets), adversary.num_arms, std::move(spending));
  } catch (const InputError& error) {
    throw InputError(fraction ? "budget_fraction" : error.key(), error.what());
  }
}

/// Largest number of rows for which rho is computed under an adaptive adversary.
constexpr std::int64_t max_rows = 256;

void apply_open_problem(const OpenProblemParams& p, std::uint64_t, Adversary& adversary) {
  check_index("arm", p.arm, adversary.num_arms);
  check_index("constraint", p.constraint, adversary.num_constraints);
  need_oblivious_violations(adversary);
  if (adversary.violations.num_rows() > max_rows)
    throw InputError("kind",
                     fmt::format("the violations of this environment have {} different rows; expected at most {} "
                                 "under \"open-problem\"",
                                 adversary.violations.num_rows(), max_rows));
  AdaptiveStage stage = AdaptiveStage::of<OpenProblem>("open-problem", p);
  stage.moves_losses = p.losses;
  stage.moves_violations = true;
  stage.has_target = true;
  adversary.adaptive.push_back(std::move(stage));
}

}  // namespace

std::vector<ChangeKind> corruption_kinds() {
  return {
      {detail::component<BudgetedCorruptionParams>(
           "corruption", "corruption.",
           {"budgeted", "whole rounds of the violations are moved until a budget C is spent exactly (the default)",
            "swap and burst: after Gupta, Koren and Talwar, COLT 2019, section 5.1 and appendix B (reconstructed for "
            "violations)"}),
       apply_budget},
      change_kind<OpenProblemParams>("corruption",
                                     {"open-problem", "adaptive: an arm's violation is pushed up by the weight it has",
                                      "Stradi et al., COLT 2026, \"Towards the lower bound\""},
                                     apply_open_problem),
  };
}

}  // namespace regretta
