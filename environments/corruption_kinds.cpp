#include "regretta/environments/corruption_kinds.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "regretta/environments/budgeted_corruption.hpp"
#include "regretta/environments/open_problem.hpp"

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

ScheduleKind schedule_named(const std::string& name) {
  if (name == "front") return ScheduleKind::front;
  if (name == "late") return ScheduleKind::late;
  return name == "periodic" ? ScheduleKind::periodic : ScheduleKind::random;
}

std::vector<Target> targets_of(const BudgetedCorruptionParams& p, const Adversary& adversary) {
  const int K = adversary.num_arms, m = adversary.num_constraints;
  if (p.direction == "target") {
    check_index("arm", p.arm, K);
    check_index("constraint", p.constraint, m);
    std::vector<Target> targets;
    for (int i = 0; i < m; ++i)
      if (p.constraint == 0 || p.constraint == i + 1) targets.push_back({i, static_cast<int>(p.arm - 1), p.value});
    return targets;
  }
  const auto arms = static_cast<std::size_t>(K);
  const auto violation = average_row(adversary.violations, arms * static_cast<std::size_t>(m), adversary.horizon);
  if (p.direction == "flatter") return flatter_targets(violation, K);
  return slander_targets(average_row(adversary.losses, arms, adversary.horizon), violation);
}

void apply_budget(const Settings& settings, std::uint64_t seed, Adversary& adversary) {
  BudgetedCorruptionParams p;
  read_parameters(settings, "", p);
  const bool fraction = settings.contains("budget_fraction");
  if (fraction && settings.contains("budget"))
    throw InputError("budget_fraction", "is given beside budget; expected one of the two");
  if (!fraction && !settings.contains("budget"))
    throw InputError("budget", "is missing; expected the corruption C to inject (or budget_fraction, C / T)");
  if (p.direction == "target" && !settings.contains("arm"))
    throw InputError("arm", "is missing; direction = \"target\" expects an arm, counted from 1");
  for (const char* key : {"arm", "constraint", "value"})
    if (p.direction != "target" && settings.contains(key))
      throw InputError(key, fmt::format("belongs to direction = \"target\", not to \"{}\"; expected it to be left out",
                                        p.direction));
  need_oblivious_violations(adversary);
  const double budget = fraction ? p.budget_fraction * static_cast<double>(adversary.horizon) : p.budget;
  if (budget == 0) return;
  std::vector<Target> targets = targets_of(p, adversary);
  try {
    Spending spending = spend_budget(adversary.violations, targets, adversary.num_arms, adversary.num_constraints,
                                     adversary.horizon, schedule_named(p.schedule), budget, seed);
    adversary.violations =
        CorruptedRows(adversary.violations, std::move(targets), adversary.num_arms, std::move(spending));
  } catch (const InputError& error) {
    throw InputError(fraction ? "budget_fraction" : error.key(), error.what());
  }
}

/// Rows that rho of an adaptive adversary can be kept for.
constexpr std::int64_t max_rows = 256;

void apply_open_problem(const Settings& settings, std::uint64_t, Adversary& adversary) {
  OpenProblemParams p;
  read_parameters(settings, "", p);
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

std::vector<CorruptionKind> corruption_kinds() {
  return {
      {{"corruption", "budgeted",
        "whole rounds of the violations are moved until a budget C is spent exactly (the default)", "",
        describe_parameters<BudgetedCorruptionParams>("corruption.")},
       apply_budget},
      {{"corruption", "open-problem", "adaptive: an arm's violation is pushed up by the weight it has",
        "Stradi et al., COLT 2026, \"Towards the lower bound\"", describe_parameters<OpenProblemParams>("corruption.")},
       apply_open_problem},
  };
}

}  // namespace regretta
