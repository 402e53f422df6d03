#include "regretta/environments/kinds/base_kinds.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "regretta/engine/real/functions.hpp"
#include "regretta/environments/adaptive/mannor.hpp"
#include "regretta/environments/parts/parts.hpp"
#include "regretta/environments/processes/instance_pair.hpp"
#include "regretta/environments/processes/random_instance.hpp"
#include "regretta/environments/processes/stationary.hpp"
#include "regretta/environments/traces/trace_cache.hpp"

namespace regretta {
namespace {

std::int64_t required_horizon(const BaseContext& context) {
  if (!context.horizon)
    throw InputError("study.horizon", "is missing; expected the number of rounds (only a trace brings its own)");
  if (*context.horizon < 1)
    throw InputError("study.horizon", fmt::format("{} is no number of rounds; expected 1 or more", *context.horizon));
  return *context.horizon;
}

struct StationaryParams {
  std::vector<double> loss;                    ///< K, in [0, 1]; required
  std::vector<std::vector<double>> violation;  ///< m x K, in [-1, 1]; required

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("loss", p.loss, Range{0, 1}, "mean loss of each arm: K numbers");
    visit("violation", p.violation, Range{-1, 1},
          "mean violation of each arm: one list of K numbers per constraint (a plain list is one constraint)");
  }
};

Adversary build_stationary(const Settings& settings, const BaseContext& context) {
  const auto p = detail::read<StationaryParams>(settings);
  if (p.loss.empty() && !context.losses_replaced) throw InputError("loss", "is missing; expected K numbers in [0, 1]");
  if (p.violation.empty() && !context.violations_replaced)
    throw InputError("violation", "is missing; expected one list of K numbers in [-1, 1] per constraint");
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

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("arms", p.arms, Range{1, 10000}, "K");
    visit("constraints", p.constraints, Range{1, 1000}, "m");
    RandomViolationParams::fields(p.violations, visit);
  }
};

Adversary build_random(const Settings& settings, const BaseContext& context) {
  const auto p = detail::read<RandomInstanceParams>(settings);
  const int K = static_cast<int>(p.arms), m = static_cast<int>(p.constraints);
  return {K,
          m,
          required_horizon(context),
          StationaryRows(draw_losses(context.seed, {.instance = p.violations.instance}, K)),
          StationaryRows(draw_violations(context.seed, p.violations, K, m)),
          {},
          {}};
}

Adversary build_trace(TraceCache& cache, const Settings& settings, const BaseContext& context) {
  const auto p = detail::read<TraceParams>(settings);
  if (p.file.empty()) throw InputError("file", "is missing; expected a trace (.csv or .csv.gz)");
  const std::filesystem::path path = std::filesystem::path(context.folder) / p.file;  // an absolute path is unchanged
  const std::shared_ptr<const Trace> trace = cache.get(path.string());
  const std::int64_t longest = trace->num_rows() * p.hold;
  const std::int64_t horizon = context.horizon ? required_horizon(context) : longest;
  if (horizon > longest)
    throw InputError("study.horizon", fmt::format("{} is more than the trace has: {} rows held for {} rounds each make "
                                                  "{}; expected at most that, or a longer hold",
                                                  horizon, trace->num_rows(), p.hold, longest));
  return {trace->num_arms,
          trace->num_constraints,
          horizon,
          TraceRows(trace, TraceRows::Part::losses, p.hold, horizon),
          TraceRows(trace, TraceRows::Part::violations, p.hold, horizon),
          {},
          {}};
}

/// Two instances, one of which `instance` selects.
Adversary build_pair(const InstancePair& pair, const BaseContext& context) {
  const int K = static_cast<int>(pair.arms);
  if (pair.arm > pair.arms)
    throw InputError("arm", fmt::format("{} does not exist; expected 2 to {}", pair.arm, pair.arms));
  if (pair.loss >= pair.safe_loss)
    throw InputError("loss",
                     fmt::format("{} is no less than safe_loss = {}, so that no other arm would be worth a risk; "
                                 "expected less",
                                 pair.loss, pair.safe_loss));
  return {K, 1, required_horizon(context), StationaryRows(pair.losses()), StationaryRows(pair.violations()), {}, {}};
}

Adversary build_margin_pair(const Settings& settings, const BaseContext& context) {
  auto p = detail::read<MarginPairParams>(settings);
  p.pair.safe_margin = p.pair.doubt = p.margin;
  return build_pair(p.pair, context);
}

Adversary build_precision_pair(const Settings& settings, const BaseContext& context) {
  auto p = detail::read<PrecisionPairParams>(settings);
  p.pair.safe_margin = p.safe_margin;
  p.pair.doubt = p.kappa == p.kappa ? p.kappa : 1 / sqrt(static_cast<double>(required_horizon(context)));
  return build_pair(p.pair, context);
}

Adversary build_mannor(const Settings&, const BaseContext& context) {
  AdaptiveStage stage =
      AdaptiveStage::of<Mannor>("mannor", MannorMoves{!context.losses_replaced, !context.violations_replaced});
  stage.moves_losses = !context.losses_replaced;
  stage.moves_violations = !context.violations_replaced;
  Adversary base{2, 1, required_horizon(context), StationaryRows({0.0, 0.5}), StationaryRows({-1.0, -1.0}), {}, {}};
  if (stage.moves_losses || stage.moves_violations) base.adaptive.push_back(std::move(stage));
  return base;
}

struct ComposedParams {
  std::int64_t arms = 0;
  std::int64_t constraints = 0;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("arms", p.arms, Range{0, 10000}, "K; 0: as many as the means of losses or violations have");
    visit("constraints", p.constraints, Range{0, 1000}, "m; 0: as many as the means of violations have, else 1");
  }
};

Adversary build_composed(const Settings& settings, const BaseContext& context) {
  const auto p = detail::read<ComposedParams>(settings);
  if (!context.losses_replaced) throw InputError("losses.kind", "is missing; a composed environment needs it");
  if (!context.violations_replaced) throw InputError("violations.kind", "is missing; a composed environment needs it");
  return {static_cast<int>(p.arms), static_cast<int>(p.constraints), required_horizon(context), {}, {}, {}, {}};
}

}  // namespace

std::vector<BaseKind> base_kinds() {
  auto cache = std::make_shared<TraceCache>();
  return {
      {"stationary", "fixed means, given in the study", "", describe_parameters<StationaryParams>(), build_stationary},
      {"random-instance", "fixed means, drawn once from the study's seed, with a Slater margin", "",
       describe_parameters<RandomInstanceParams>(), build_random},
      {"trace", "means from a file, each row held for a number of rounds", "", describe_parameters<TraceParams>(),
       [cache](const Settings& settings, const BaseContext& context) {
         return build_trace(*cache, settings, context);
       }},
      {"mannor",
       "adaptive: the game in which no learner has both small regret and small violation (K = 2, m = 1)",
       "Mannor, Tsitsiklis and Yu, JMLR 2009",
       {},
       build_mannor},
      {"margin-pair",
       "one of two instances: a safe arm, and better arms of which at most one is feasible, by the safe arm's margin",
       "after the lower bound of Pacchiano, Ghavamzadeh and Bartlett, JMLR 2025 (reconstructed)",
       describe_parameters<MarginPairParams>(), build_margin_pair},
      {"precision-pair",
       "one of two instances: a safe arm, and better arms of which at most one is feasible, by kappa = 1 / sqrt(T)",
       "the precision that T rounds can resolve (reconstructed)", describe_parameters<PrecisionPairParams>(),
       build_precision_pair},
      {"composed", "losses and violations, each from a sub-table", "", describe_parameters<ComposedParams>(),
       build_composed, true},
  };
}

}  // namespace regretta
