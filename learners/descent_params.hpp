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
  bool native_range = false;

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6}, "multiplies xi_t; 1 is the paper's constant 4",
          Role::confidence_scale);
    visit("constraints", p.constraints, "false: ignore the constraints");
    visit("fixed_share", p.fixed_share, "mix each strategy with the uniform one, weight 1/T");
    visit("estimator", p.estimator, estimators, "what X_t is built from");
    visit.later("native_range", p.native_range,
                "true: xi_t is for the range of the violations, half as wide where constraints are costs");
  }
  bool ignores_constraints() const { return !constraints; }
  /// What multiplies xi_t, which is for violations in [-1, 1].
  double width_scale(const Problem& problem) const {
    return native_range ? confidence_scale * problem.violation_width() / 2 : confidence_scale;
  }
  /// The theorems cover the learners as published, not variants with a switch changed.
  bool as_published(bool with_fixed_share) const {
    return confidence_scale == 1 && constraints && estimator == Estimator::mean && fixed_share == with_fixed_share &&
           !native_range;
  }
  SetOptions set_options() const {
    return {.instantaneous = estimator == Estimator::instantaneous, .constraints = constraints};
  }
};

}  // namespace regretta
