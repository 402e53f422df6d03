#pragma once
/// The switches common to the paper's learners (learners/ALGORITHMS.md).

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/learners/math/confidence.hpp"

namespace regretta {

/// What X_t is built from.
enum class Estimator { mean, instantaneous };
inline constexpr Choice estimators =
    choice_of<Estimator>({{Estimator::mean, "mean", "of the observed violations (the paper's text and proofs)"},
                          {Estimator::instantaneous, "instantaneous", "the latest violations (its pseudo-code)"}});

/// The defaults are as published.
struct DescentParams {
  double confidence_scale = 1;
  bool constraints = true;
  bool fixed_share = false;
  Estimator estimator = Estimator::mean;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6}, "multiplies xi_t; 1 is the paper's constant 4",
          Role::confidence_scale);
    visit("constraints", p.constraints, "false: ignore the constraints");
    visit("fixed_share", p.fixed_share, "mix each strategy with the uniform one, weight 1/T");
    visit("estimator", p.estimator, estimators, "what X_t is built from");
  }
  SetOptions set_options() const {
    return {.instantaneous = estimator == Estimator::instantaneous, .constraints = constraints};
  }
};

}  // namespace regretta
