#include <algorithm>

#include <fmt/format.h>

#include "regretta/environments/processes/adaptive_losses.hpp"
#include "regretta/environments/processes/parts.hpp"
#include "regretta/environments/processes/piecewise.hpp"
#include "regretta/environments/processes/random_instance.hpp"
#include "regretta/environments/processes/sinusoidal.hpp"
#include "regretta/environments/processes/stationary.hpp"

namespace regretta {
namespace {

void stationary_losses(const StationaryLossParams& params, std::uint64_t, Adversary& adversary) {
  if (params.means.empty()) throw InputError("means", "missing, expected K numbers in [0, 1]");
  check_count("means", "arm", params.means.size(), adversary.num_arms);
  set_losses(adversary, StationaryRows(params.means), static_cast<int>(params.means.size()));
}

void piecewise_losses(const PiecewiseLosses::Params& params, std::uint64_t, Adversary& adversary) {
  PiecewiseLosses rows(params, adversary.horizon);
  const std::size_t K = params.pieces.front().size();
  check_count("pieces", "arm", K, adversary.num_arms);
  set_losses(adversary, std::move(rows), static_cast<int>(K));
}

void random_losses(const RandomLossParams& params, std::uint64_t seed, Adversary& adversary) {
  need_arms(adversary.num_arms);
  set_losses(adversary, StationaryRows(draw_losses(seed, params, adversary.num_arms)), adversary.num_arms);
}

void anti_leader(const AntiLeaderParams& params, std::uint64_t, Adversary& adversary) {
  need_arms(adversary.num_arms);
  AdaptiveStage stage = adaptive_stage<AntiLeader>("anti-leader", adversary, params);
  stage.moves_losses = true;
  const auto K = static_cast<std::size_t>(adversary.num_arms);
  set_losses(adversary, StationaryRows(std::vector<double>(K, params.base)), adversary.num_arms);
  adversary.adaptive.push_back(std::move(stage));
}

int constraints_or_one(const Adversary& adversary) { return std::max(adversary.num_constraints, 1); }

void stationary_violations(const StationaryViolationParams& params, std::uint64_t, Adversary& adversary) {
  if (params.means.empty())
    throw InputError("means", "missing, expected one list of K numbers in [-1, 1] per constraint");
  const std::size_t m = params.means.size(), K = params.means.front().size();
  check_count("means", "arm", K, adversary.num_arms);
  check_count("means", "constraint", m, adversary.num_constraints);
  set_violations(adversary, StationaryRows(flatten(params.means)), static_cast<int>(K), static_cast<int>(m));
}

void stationary_costs(const StationaryCostParams& params, std::uint64_t, Adversary& adversary) {
  if (params.costs.empty())
    throw InputError("costs", "missing, expected one list of K numbers in [0, 1] per constraint");
  const std::size_t m = params.costs.size(), K = params.costs.front().size();
  check_count("costs", "arm", K, adversary.num_arms);
  check_count("costs", "constraint", m, adversary.num_constraints);
  check_count("threshold", "constraint", params.threshold.size(), static_cast<int>(m));
  std::vector<double> violations = flatten(params.costs);
  into_violations(violations, params.scales(), K);
  set_violations(adversary, StationaryRows(std::move(violations)), static_cast<int>(K), static_cast<int>(m));
  adversary.costs = params.scales();
}

void alternating_violations(const AlternatingRows::Params& params, std::uint64_t, Adversary& adversary) {
  const int m = constraints_or_one(adversary);
  const auto num_lists = static_cast<std::ptrdiff_t>(params.means.size());
  if (num_lists < 2 * m || num_lists % m != 0)
    throw InputError("means", fmt::format("has {} lists; expected two or more rows of {} list{} each (one per "
                                          "constraint), row after row",
                                          num_lists, m, m == 1 ? "" : "s"));
  const std::size_t K = params.means.front().size();
  check_count("means", "arm", K, adversary.num_arms);
  std::vector<std::vector<double>> rows;
  for (auto list = params.means.begin(); list != params.means.end(); list += m)
    rows.push_back(flatten({list, list + m}));
  set_violations(adversary, AlternatingRows(std::move(rows), params.block), static_cast<int>(K), m);
}

void random_violations(const RandomViolationParams& params, std::uint64_t seed, Adversary& adversary) {
  const int K = adversary.num_arms, m = constraints_or_one(adversary);
  need_arms(K);
  set_violations(adversary, StationaryRows(draw_violations(seed, params, K, m)), K, m);
}

void random_costs(const RandomCostParams& params, std::uint64_t seed, Adversary& adversary) {
  const int K = adversary.num_arms, m = static_cast<int>(params.threshold.size());
  need_arms(K);
  if (m == 0) throw InputError("threshold", "missing, expected one number in [0, 1] per constraint");
  check_count("threshold", "constraint", params.threshold.size(), adversary.num_constraints);
  const std::vector<CostScale> scales = params.scales();
  std::vector<double> violations = draw_violations(seed, params.violations, K, m);
  for (std::size_t e = 0; e < violations.size(); ++e) {
    const ViolationRange range = scales[e / static_cast<std::size_t>(K)].range();
    violations[e] *= violations[e] < 0 ? -range.low : range.high;
  }
  set_violations(adversary, StationaryRows(std::move(violations)), K, m);
  adversary.costs = scales;
}

}  // namespace

std::vector<EnvironmentEntry> loss_kinds() {
  return {
      part_entry<StationaryLossParams>(
          "losses", {.name = "stationary", .summary = "the same means in every round", .fixes_arms = true},
          stationary_losses),
      losses_entry<SwitchingLosses>(
          {"switching", "blocks of rounds; each has the next arm as the best one", "Herbster and Warmuth 1998"}),
      losses_entry<PhaseLosses>({"phases",
                                 "stochastically constrained: a constant gap while all means jump in growing phases",
                                 "Zimmert and Seldin, JMLR 2021"}),
      part_entry<PiecewiseLosses::Params>(
          "losses", {.name = "piecewise", .summary = "a few pieces of time, each with its means", .fixes_arms = true},
          piecewise_losses),
      losses_entry<SinusoidalLosses>(
          {"sinusoidal", "the loss of each arm is a sine wave with its own centre and phase"}),
      losses_entry<SignFlipLosses>({"sign-flip",
                                    "1/2 +- gap: one arm against all others; the sign changes from block to block",
                                    "lower-bound constructions (reconstructed)"}),
      losses_entry<OneSwitchLosses>(
          {"one-switch", "one arm is good in all rounds, another is the worst at first and the best at the end",
           "Neu, NeurIPS 2015, section 4 (constants recalled)"}),
      part_entry<RandomLossParams>("losses", {"random", "stationary means drawn once from the study's seed"},
                                   random_losses),
      part_entry<AntiLeaderParams>("losses",
                                   {"anti-leader", "adaptive: the arm with most weight in x_t is made the worst",
                                    "Cesa-Bianchi and Lugosi 2006, section 4.3"},
                                   anti_leader),
  };
}

std::vector<EnvironmentEntry> violation_kinds() {
  const std::string group = "violations";
  return {
      part_entry<StationaryViolationParams>(group, {"stationary", "the same means in every round"},
                                            stationary_violations),
      part_entry<StationaryCostParams>(
          group, {"costs", "costs in [0, 1] with thresholds, the same means in every round; noise is on the cost"},
          stationary_costs),
      part_entry<AlternatingRows::Params>(
          group, {"alternating", "two or more rows of means alternate: adversarial constraints"},
          alternating_violations),
      part_entry<RandomViolationParams>(
          group, {"random", "stationary means drawn once from the study's seed, with a Slater margin"},
          random_violations),
      part_entry<RandomCostParams>(
          group,
          {"random-costs", "costs in [0, 1] with thresholds, drawn as random violations and scaled to their range"},
          random_costs),
  };
}

}  // namespace regretta
