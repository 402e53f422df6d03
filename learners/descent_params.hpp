#pragma once
/// Parameters common to the paper's learners (learners/ALGORITHMS.md).

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/learners/math/confidence.hpp"

namespace regretta {

/// The violations from which the optimistic set X_t is built.
enum class Estimator { mean, instantaneous };
inline constexpr Choice estimators =
    choice_of<Estimator>({{Estimator::mean, "mean", "means of the observed violations, as in the paper's text"},
                          {Estimator::instantaneous, "instantaneous", "the latest ones, as in its pseudo-code"}});

/// Parameters of the paper's learners, with the published defaults.
struct DescentParams {
  double confidence_scale = 1;
  bool constraints = true;
  bool fixed_share = false;
  Estimator estimator = Estimator::mean;
  bool native_range = false;

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies the confidence width xi_t; at 1, its constant is the paper's 4", Role::confidence_scale);
    visit("constraints", p.constraints, "false: ignore the constraints");
    visit("fixed_share", p.fixed_share, "mix each strategy with the uniform one, of weight 1/T");
    visit("estimator", p.estimator, estimators, "values from which the optimistic set X_t is built");
    visit.later("native_range", p.native_range,
                "true: xi_t is scaled to the range of the violations; it is half as wide if constraints are costs");
  }
  bool ignores_constraints() const { return !constraints; }
  /// The factor of xi_t. The constant 4 of xi_t is for violations in [-1, 1], whose range has width 2.
  double width_scale(const Problem& problem) const {
    return native_range ? confidence_scale * problem.violation_width() / 2 : confidence_scale;
  }
  /// Whether the learner is the published one, with or without fixed share. The theorems cover no variants.
  bool as_published(bool with_fixed_share) const {
    return confidence_scale == 1 && constraints && estimator == Estimator::mean && fixed_share == with_fixed_share &&
           !native_range;
  }
  SetOptions set_options() const {
    return {.instantaneous = estimator == Estimator::instantaneous, .constraints = constraints};
  }
};

}  // namespace regretta
