#pragma once
/// The round shared by all learners of the paper (learners/ALGORITHMS.md): estimate the violations, build the
/// optimistic set X_t, take a loss step, project, and optionally mix with the uniform strategy. The learners differ in
/// feedback, step size, width and switches.

#include <optional>
#include <type_traits>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/feedback.hpp"
#include "regretta/learners/math/confidence.hpp"
#include "regretta/learners/math/mirror_descent.hpp"
#include "regretta/learners/math/row_descent.hpp"

namespace regretta {

/// What X_t is built from.
enum class Estimator { mean, instantaneous };
inline constexpr Choice estimators =
    choice_of<Estimator>({{Estimator::mean, "mean", "of the observed violations (the paper's text and proofs)"},
                          {Estimator::instantaneous, "instantaneous", "the latest violations (its pseudo-code)"}});

/// The switches common to the paper's learners; the defaults are as published.
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
};

/// Holds x_t and X_t: a learner, or the part of one, that estimates and then optimises in every round.
template <class Real, class FeedbackModel>
class OptimisticDescent {
 public:
  using Feedback = FeedbackModel;
  static constexpr bool full_losses = std::is_same_v<Feedback, FullFeedback<Real>>;
  static constexpr bool bandit = std::is_same_v<Feedback, BanditFeedback<Real>>;

  /// corruption: C >= 0; the widths grow by C/n + C/T.
  OptimisticDescent(const Problem& problem, const DescentParams& params, double corruption = 0)
      : constraints_(params.constraints),
        mirror_(problem, full_losses ? full_step_size(problem) : bandit_step_size(problem),
                fixed_share_weight(problem, params.fixed_share)),
        set_(problem, ConfidenceWidth(problem, params.confidence_scale, corruption),
             params.estimator == Estimator::instantaneous) {
    if constexpr (bandit)
      if (plays_in_rows(problem))
        rows_.emplace(problem, bandit_step_size(problem), fixed_share_weight(problem, params.fixed_share));
  }

  const Vector<Real>& strategy() const { return rows_ ? rows_->strategy().vector() : mirror_.strategy(); }
  /// See PlaysInRows.
  const RowStrategy<Real>* rows() const requires bandit { return rows_ ? &rows_->strategy() : nullptr; }

  void observe(const Feedback& round) {
    estimate(round);
    optimise(round);
  }
  /// Updates ghat_t and X_t.
  void estimate(const Feedback& round) {
    if (!constraints_) return;
    set_.observe(round);
    if constexpr (bandit)
      if (rows_) rows_->constrain(round.arm(), set_.optimistic());
  }
  /// Computes x_{t+1} from x_t, the loss of round t and X_t.
  void optimise(const Feedback& round) {
    if constexpr (bandit)
      if (rows_) return optimise_rows(round);
    if constexpr (full_losses) {
      mirror_.descend(round);
    } else {
      mirror_.descend_by_implicit_exploration(round);
    }
    if (constraints_) {
      mirror_.project(set_.optimistic());
    } else {
      mirror_.renormalise();
    }
  }

  void show(Internals& shown) const {
    if (constraints_) set_.show(shown);
  }

  const Real& empty_rounds() const { return rows_ ? rows_->empty_rounds() : mirror_.empty_rounds(); }
  const Real& active_rounds() const { return rows_ ? rows_->active_rounds() : mirror_.active_rounds(); }

  template <class Archive>
  void state(Archive& archive) {
    archive(set_);
    rows_ ? archive(*rows_) : archive(mirror_);
  }

 private:
  void optimise_rows(const Feedback& round) {
    rows_->descend_by_implicit_exploration(round.arm(), round.loss(), set_.optimistic());
    if (constraints_) {
      rows_->project(set_.optimistic());
    } else {
      rows_->renormalise();
    }
  }

  bool constraints_;
  MirrorDescent<Real> mirror_;
  std::conditional_t<bandit, BanditConfidenceSet<Real>, FullConfidenceSet<Real>> set_;
  std::optional<RowDescent<Real>> rows_{};  // in place of mirror_, if plays_in_rows
};

}  // namespace regretta
