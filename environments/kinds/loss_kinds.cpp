#include "regretta/environments/adaptive/anti_leader.hpp"
#include "regretta/environments/parts/parts.hpp"
#include "regretta/environments/processes/one_switch.hpp"
#include "regretta/environments/processes/phases.hpp"
#include "regretta/environments/processes/random_instance.hpp"
#include "regretta/environments/processes/sign_flip.hpp"
#include "regretta/environments/processes/sinusoidal.hpp"
#include "regretta/environments/processes/stationary.hpp"
#include "regretta/environments/processes/switching.hpp"

namespace regretta {
namespace {

/// A process that is defined for any number of arms.
template <MeanProcess Losses>
LossPart any_arms(const typename Losses::Params& params, const PartContext& known) {
  need_arms(known);
  return {known.num_arms, Losses(params, known), {}};
}

LossPart stationary_losses(const StationaryLossParams& params, const PartContext& known) {
  if (params.means.empty()) throw InputError("means", "is missing; expected K numbers in [0, 1]");
  check_count("means", "arm", params.means.size(), known.num_arms);
  return {static_cast<int>(params.means.size()), StationaryRows(params.means), {}};
}

LossPart random_losses(const RandomLossParams& params, const PartContext& known) {
  need_arms(known);
  return {known.num_arms, StationaryRows(draw_losses(known.seed, params, known.num_arms)), {}};
}

LossPart anti_leader(const AntiLeaderParams& params, const PartContext& known) {
  need_arms(known);
  AdaptiveStage stage = AdaptiveStage::of<AntiLeader>("anti-leader", params);
  stage.moves_losses = true;
  const auto K = static_cast<std::size_t>(known.num_arms);
  return {known.num_arms, StationaryRows(std::vector<double>(K, params.base)), {stage}};
}

}  // namespace

std::vector<PartKind<LossPart>> loss_kinds() {
  const std::string group = "losses";
  return {
      part_kind(group, {"stationary", "the same means in every round"}, stationary_losses, true),
      part_kind(group, {"switching", "blocks of rounds; the best arm rotates", "Herbster and Warmuth 1998"},
                any_arms<SwitchingLosses>),
      part_kind(group,
                {"phases", "stochastically constrained: a constant gap while all means jump in growing phases",
                 "Zimmert and Seldin, JMLR 2021"},
                any_arms<PhaseLosses>),
      part_kind(group, {"sinusoidal", "every arm swings around its own centre, each with its own phase"},
                any_arms<SinusoidalLosses>),
      part_kind(group,
                {"sign-flip", "1/2 +- gap: one arm against all others, the sign changes by blocks",
                 "lower-bound constructions (reconstructed)"},
                any_arms<SignFlipLosses>),
      part_kind(group,
                {"one-switch", "one arm is good all along, another starts as the worst and ends as the best",
                 "Neu, NeurIPS 2015, section 4 (constants recalled)"},
                any_arms<OneSwitchLosses>),
      part_kind(group, {"random", "stationary means drawn once from the study's seed"}, random_losses),
      part_kind(group,
                {"anti-leader", "adaptive: the arm that has most weight is made the worst",
                 "Cesa-Bianchi and Lugosi 2006, section 4.3"},
                anti_leader),
  };
}

}  // namespace regretta
