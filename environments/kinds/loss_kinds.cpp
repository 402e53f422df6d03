#include "regretta/environments/processes/adaptive_losses.hpp"
#include "regretta/environments/processes/one_switch.hpp"
#include "regretta/environments/processes/parts.hpp"
#include "regretta/environments/processes/phases.hpp"
#include "regretta/environments/processes/piecewise.hpp"
#include "regretta/environments/processes/random_instance.hpp"
#include "regretta/environments/processes/sign_flip.hpp"
#include "regretta/environments/processes/sinusoidal.hpp"
#include "regretta/environments/processes/stationary.hpp"
#include "regretta/environments/processes/switching.hpp"

namespace regretta {
namespace {

void stationary_losses(const StationaryLossParams& params, std::uint64_t, Adversary& adversary) {
  if (params.means.empty()) throw InputError("means", "is missing; expected K numbers in [0, 1]");
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

}  // namespace

std::vector<EnvironmentEntry> loss_kinds() {
  return {
      part_entry<StationaryLossParams>(
          "losses", {.name = "stationary", .summary = "the same means in every round", .fixes_arms = true},
          stationary_losses),
      losses_entry<SwitchingLosses>(
          {"switching", "blocks of rounds; the best arm rotates", "Herbster and Warmuth 1998"}),
      losses_entry<PhaseLosses>({"phases",
                                 "stochastically constrained: a constant gap while all means jump in growing phases",
                                 "Zimmert and Seldin, JMLR 2021"}),
      part_entry<PiecewiseLosses::Params>(
          "losses",
          {.name = "piecewise", .summary = "a few pieces of time, each with means of its own", .fixes_arms = true},
          piecewise_losses),
      losses_entry<SinusoidalLosses>({"sinusoidal", "every arm swings around its own centre, each with its own phase"}),
      losses_entry<SignFlipLosses>({"sign-flip", "1/2 +- gap: one arm against all others, the sign changes by blocks",
                                    "lower-bound constructions (reconstructed)"}),
      losses_entry<OneSwitchLosses>({"one-switch",
                                     "one arm is good all along, another starts as the worst and ends as the best",
                                     "Neu, NeurIPS 2015, section 4 (constants recalled)"}),
      part_entry<RandomLossParams>("losses", {"random", "stationary means drawn once from the study's seed"},
                                   random_losses),
      part_entry<AntiLeaderParams>("losses",
                                   {"anti-leader", "adaptive: the arm that has most weight is made the worst",
                                    "Cesa-Bianchi and Lugosi 2006, section 4.3"},
                                   anti_leader),
  };
}

}  // namespace regretta
