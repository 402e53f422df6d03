#include <algorithm>
#include <concepts>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/plugin/plugin_code.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/environments/processes/adaptive_losses.hpp"
#include "regretta/environments/processes/parts.hpp"
#include "regretta/environments/processes/random_instance.hpp"
#include "regretta/environments/processes/stationary.hpp"
#include "regretta/environments/processes/trace.hpp"

namespace regretta {
namespace {

std::int64_t required_horizon(const EnvironmentContext& context) {
  if (!context.horizon)
    throw InputError("study.horizon", "missing, expected the number of rounds (only a trace has a default)");
  if (*context.horizon < 1)
    throw InputError("study.horizon",
                     fmt::format("{} is not a number of rounds; expected 1 or more", *context.horizon));
  return *context.horizon;
}

struct StationaryParams {
  std::vector<double> loss;                    ///< K, in [0, 1]; required
  std::vector<std::vector<double>> violation;  ///< m x K, in [-1, 1]; required

  static void fields(auto& p, auto&& visit) {
    visit("loss", p.loss, Range{0, 1}, "mean loss of each arm: K numbers");
    visit("violation", p.violation, Range{-1, 1},
          "mean violation of each arm: one list of K numbers per constraint (a plain list is one constraint)");
  }
};

Adversary stationary(const StationaryParams& p, const EnvironmentContext& context, const Settings& settings) {
  if (p.loss.empty() && !settings.contains("losses")) throw InputError("loss", "missing, expected K numbers in [0, 1]");
  if (p.violation.empty() && !settings.contains("violations"))
    throw InputError("violation", "missing, expected one list of K numbers in [-1, 1] per constraint");
  Adversary base;
  base.horizon = required_horizon(context);
  base.num_arms = static_cast<int>(p.loss.size());
  base.num_constraints = static_cast<int>(p.violation.size());
  if (!p.loss.empty()) base.losses = StationaryRows(p.loss);
  if (!p.violation.empty()) {
    base.violations = StationaryRows(flatten(p.violation));
    check_count("violation", "arm", p.violation.front().size(), base.num_arms);
    base.num_arms = static_cast<int>(p.violation.front().size());
  }
  return base;
}

struct RandomInstanceParams {
  std::int64_t arms = 10;
  std::int64_t constraints = 1;
  RandomViolationParams violations{};

  static void fields(auto& p, auto&& visit) {
    visit("arms", p.arms, Range{1, 10000}, "K");
    visit("constraints", p.constraints, Range{1, 1000}, "m");
    RandomViolationParams::fields(p.violations, visit);
  }
};

Adversary random_instance(const RandomInstanceParams& p, const EnvironmentContext& context) {
  const int K = static_cast<int>(p.arms), m = static_cast<int>(p.constraints);
  return {K,
          m,
          required_horizon(context),
          StationaryRows(draw_losses(context.seed, {.instance = p.violations.instance}, K)),
          StationaryRows(draw_violations(context.seed, p.violations, K, m)),
          {},
          {}};
}

Adversary trace(TraceCache& cache, const TraceParams& p, const EnvironmentContext& context) {
  if (p.file.empty()) throw InputError("file", "missing, expected a trace (.csv or .csv.gz)");
  const std::filesystem::path path = std::filesystem::path(context.folder) / p.file;  // an absolute path is unchanged
  const std::shared_ptr<const Trace> means = p.with_violations(cache.get(path.string(), p.ignore));
  const std::int64_t max_horizon = means->num_rows() * p.hold;
  const std::int64_t horizon = context.horizon ? required_horizon(context) : max_horizon;
  if (horizon > max_horizon)
    throw InputError("study.horizon", fmt::format("{} is more than the trace has: {} rows held for {} rounds each make "
                                                  "{}; expected at most that, or a longer hold",
                                                  horizon, means->num_rows(), p.hold, max_horizon));
  const TraceRows losses(means, TraceRows::Part::losses, p.hold, horizon);
  const TraceRows violations(means, TraceRows::Part::violations, p.hold, horizon);
  Adversary adversary{means->num_arms, means->num_constraints, horizon, losses, violations, {}, {}, p.scales()};
  adversary.data = hash_of_numbers(0, {losses.used_values(), violations.used_values()});
  return adversary;
}

Adversary mannor(const NoParams&, const EnvironmentContext& context, const Settings& settings) {
  const MannorMoves moves{!settings.contains("losses"), !settings.contains("violations")};  // sub-tables replace means
  Adversary base{2, 1, required_horizon(context), StationaryRows({0.0, 0.5}), StationaryRows({-1.0, -1.0}), {}, {}};
  AdaptiveStage stage = adaptive_stage<Mannor>("mannor", base, moves);
  stage.moves_losses = moves.losses;
  stage.moves_violations = moves.violations;
  if (moves.losses || moves.violations) base.adaptive.push_back(std::move(stage));
  return base;
}

struct KnapsackParams {
  std::vector<double> reward;                    ///< K, in [0, 1]; required without outcomes
  std::vector<std::vector<double>> consumption;  ///< m x K, in [0, 1]; required without outcomes
  std::vector<double> budget;                    ///< total cost of each of m resources; required

  static void fields(auto& p, auto&& visit) {
    visit("reward", p.reward, Range{0, 1}, "mean reward of each arm: K numbers; the null arm is added as the last");
    visit("consumption", p.consumption, Range{0, 1},
          "mean consumption of each arm: one list of K numbers per resource (a plain list is one resource)");
    visit("budget", p.budget, Range{0, 1e18}, "one for each resource; T or more never stops play");
  }
};

/// Bandits with knapsacks: the last arm is the null arm.
Adversary knapsack(KnapsackParams p, const EnvironmentContext& context, const Settings& settings) {
  Adversary base;
  base.horizon = required_horizon(context);
  if (p.budget.empty()) throw InputError("budget", "missing, expected one number per resource");
  base.num_constraints = static_cast<int>(p.budget.size());
  const auto horizon = static_cast<double>(base.horizon);
  for (const double budget : p.budget) base.costs.push_back({.threshold = std::min(budget / horizon, 1.0)});
  base.budgets = std::move(p.budget);
  const bool has_outcomes = settings.contains("outcomes");
  for (const auto& [key, is_set] : {std::pair("reward", !p.reward.empty()), {"consumption", !p.consumption.empty()}})
    if (is_set == has_outcomes)
      throw InputError(key, has_outcomes ? "cannot be combined with outcomes, which have it"
                                         : "missing, expected K numbers in [0, 1] per resource, or outcomes");
  if (has_outcomes) return base;
  check_count("consumption", "arm", p.consumption.front().size(), static_cast<int>(p.reward.size()));
  check_count("consumption", "resource", p.consumption.size(), base.num_constraints);
  std::vector<double> losses, violations;
  for (const double reward : p.reward) losses.push_back(1 - reward);
  losses.push_back(1);  // the null arm
  for (std::size_t i = 0; i < p.consumption.size(); ++i) {
    p.consumption[i].push_back(0);
    for (const double cost : p.consumption[i]) violations.push_back(base.costs[i].violation(cost));
  }
  base.num_arms = static_cast<int>(losses.size());
  base.losses = StationaryRows(std::move(losses));
  base.violations = StationaryRows(std::move(violations));
  return base;
}

struct ComposedParams {
  std::int64_t arms = 0;
  std::int64_t constraints = 0;

  static void fields(auto& p, auto&& visit) {
    visit("arms", p.arms, Range{0, 10000}, "K; 0: as many as the means of losses or violations have");
    visit("constraints", p.constraints, Range{0, 1000}, "m; 0: as many as the means of violations have, or 1");
  }
};

Adversary composed(const ComposedParams& p, const EnvironmentContext& context) {
  return {static_cast<int>(p.arms), static_cast<int>(p.constraints), required_horizon(context), {}, {}, {}, {}};
}

/// Completes the entry of a base, whose adversary is make(params, context) or make(params, context, settings).
template <class Params, class Make>
EnvironmentEntry base_entry(EnvironmentEntry entry, Make make) {
  if (entry.takes_parts == TakesParts::none) entry.takes_parts = TakesParts::optional;
  entry.parameters = describe_parameters<Params>();
  entry.build = [make](const Settings& settings, const EnvironmentContext& context) {
    Params params;
    read_parameters(settings, params);
    if constexpr (std::invocable<Make, Params, EnvironmentContext, Settings>) {
      return make(params, context, settings);
    } else {
      return make(params, context);
    }
  };
  return entry;
}

}  // namespace

std::vector<EnvironmentEntry> base_kinds() {
  const auto cache = std::make_shared<TraceCache>();
  const auto from_cache = [cache](const TraceParams& p, const EnvironmentContext& context) {
    return trace(*cache, p, context);
  };
  return {
      base_entry<StationaryParams>({"stationary", "fixed means, given in the study"}, stationary),
      base_entry<RandomInstanceParams>(
          {"random-instance", "fixed means, drawn once from the study's seed, with a Slater margin"}, random_instance),
      base_entry<TraceParams>({"trace", "means from a file, each row held for a number of rounds"}, from_cache),
      base_entry<NoParams>(
          {"mannor", "adaptive: the game in which no learner has both small regret and small violation (K = 2, m = 1)",
           "Mannor, Tsitsiklis and Yu, JMLR 2009"},
          mannor),
      base_entry<KnapsackParams>(
          {.name = "knapsack",
           .summary = "budgets: a null arm, and play stops before a cost that a remaining budget does not cover",
           .source = "Badanidiyuru, Kleinberg and Slivkins, JACM 2018",
           .takes_parts = TakesParts::optional,
           .only_parts_of = {"outcomes", "noise"}},
          knapsack),
      base_entry<ComposedParams>({.name = "composed",
                                  .summary = "losses and violations, each from a sub-table",
                                  .takes_parts = TakesParts::required},
                                 composed),
  };
}

}  // namespace regretta
