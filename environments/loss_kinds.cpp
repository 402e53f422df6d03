#include "regretta/environments/anti_leader.hpp"
#include "regretta/environments/one_switch.hpp"
#include "regretta/environments/parts.hpp"
#include "regretta/environments/phases.hpp"
#include "regretta/environments/random_instance.hpp"
#include "regretta/environments/sign_flip.hpp"
#include "regretta/environments/sinusoidal.hpp"
#include "regretta/environments/stationary.hpp"
#include "regretta/environments/switching.hpp"

namespace regretta {
namespace {

using LossKind = PartKind<LossPart>;

/// Processes defined for any number of arms: make(params, context with K) -> MeanRows or LossPart.
template <class Params, class Make>
LossKind any_arms(std::string name, std::string summary, std::string source, Make make) {
  LossKind kind;
  kind.entry = {"losses", std::move(name), std::move(summary), std::move(source),
                describe_parameters<Params>("losses.")};
  kind.build = [make](const Settings& settings, const PartContext& context) {
    Params params;
    read_parameters(settings, "", params);
    refuse_both_forms(settings);
    need_arms(context);
    LossPart part = make(params, context);
    part.num_arms = context.num_arms;
    return part;
  };
  return kind;
}

LossKind stationary() {
  LossKind kind;
  kind.entry = {"losses", "stationary", "the same means in every round", "",
                describe_parameters<StationaryLossParams>("losses.")};
  kind.fixes_arms = true;
  kind.build = [](const Settings& settings, const PartContext& context) {
    StationaryLossParams params;
    read_parameters(settings, "", params);
    if (params.means.empty()) throw InputError("means", "is missing; expected K numbers in [0, 1]");
    check_count("means", "arm", params.means.size(), context.num_arms);
    return LossPart{static_cast<int>(params.means.size()), StationaryRows(params.means), {}};
  };
  return kind;
}

}  // namespace

std::vector<LossKind> loss_kinds() {
  return {
      stationary(),
      any_arms<SwitchingLosses::Params>("switching", "blocks of rounds; the best arm rotates",
                                        "Herbster and Warmuth 1998",
                                        [](const SwitchingLosses::Params& p, const PartContext& c) {
                                          return LossPart{0, SwitchingLosses(p, c.num_arms), {}};
                                        }),
      any_arms<PhaseLosses::Params>("phases",
                                    "stochastically constrained: a constant gap while all means jump in growing phases",
                                    "Zimmert and Seldin, JMLR 2021",
                                    [](const PhaseLosses::Params& p, const PartContext& c) {
                                      return LossPart{0, PhaseLosses(p, c.num_arms, c.horizon), {}};
                                    }),
      any_arms<SinusoidalLosses::Params>("sinusoidal",
                                         "every arm swings around its own centre, each with its own phase", "",
                                         [](const SinusoidalLosses::Params& p, const PartContext& c) {
                                           return LossPart{0, SinusoidalLosses(p, c.num_arms, c.horizon), {}};
                                         }),
      any_arms<SignFlipLosses::Params>("sign-flip",
                                       "1/2 +- gap: one arm against all others, the sign changes by blocks",
                                       "lower-bound constructions (reconstructed)",
                                       [](const SignFlipLosses::Params& p, const PartContext& c) {
                                         return LossPart{0, SignFlipLosses(p, c.num_arms, c.horizon, c.seed), {}};
                                       }),
      any_arms<OneSwitchLosses::Params>("one-switch",
                                        "one arm is good all along, another starts as the worst and ends as the best",
                                        "Neu, NeurIPS 2015, section 4 (constants recalled)",
                                        [](const OneSwitchLosses::Params& p, const PartContext& c) {
                                          return LossPart{0, OneSwitchLosses(p, c.num_arms, c.horizon), {}};
                                        }),
      any_arms<RandomLossParams>("random", "stationary means drawn once from the study's seed", "",
                                 [](const RandomLossParams& p, const PartContext& c) {
                                   return LossPart{0, StationaryRows(draw_losses(c.seed, p, c.num_arms)), {}};
                                 }),
      any_arms<AntiLeaderParams>("anti-leader", "adaptive: the arm that has most weight is made the worst",
                                 "Cesa-Bianchi and Lugosi 2006, section 4.3",
                                 [](const AntiLeaderParams& p, const PartContext& c) {
                                   AdaptiveStage stage = AdaptiveStage::of<AntiLeader>("anti-leader", p);
                                   stage.moves_losses = true;
                                   const auto K = static_cast<std::size_t>(c.num_arms);
                                   return LossPart{0, StationaryRows(std::vector<double>(K, p.base)), {stage}};
                                 }),
  };
}

}  // namespace regretta
