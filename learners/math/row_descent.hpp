#pragma once
/// Mirror descent with implicit exploration, as in mirror_descent.hpp, for bandit feedback and many arms: trials are
/// held in rows, and a trial whose projection does not move costs no pass over its arms.

#include "regretta/learners/math/kl_projection.hpp"
#include "regretta/learners/math/row_weights.hpp"

namespace regretta {

/// Holds x_t. Per round: constrain, then descend_by_implicit_exploration, then project or renormalise. Rounds with
/// constrain only leave x_t as it is.
template <class Real>
class RowDescent {
 public:
  /// Starts at the uniform strategy. eta >= 0: step size; gamma = eta / 2. share: see MirrorDescent.
  RowDescent(const Problem& problem, double eta, double share)
      : eta_(eta),
        gamma_(0.5 * eta),
        share_{.keep = 1.0 - share, .add = share / problem.num_arms},
        weights_(problem.num_arms, problem.num_constraints),
        many_(problem.num_arms, problem.num_constraints) {}

  const RowStrategy<Real>& strategy() const { return weights_.strategy(); }

  /// The entries of one arm have changed to those of the set.
  void constrain(const Index<Real>& arm, const ConstraintSet<Real>& set) {
    if (begun_) weights_.set_entries(set.rows, arm);
  }
  /// The arm that was played, which is also that of constrain().
  void descend_by_implicit_exploration(const Index<Real>& arm, const Real& loss, const ConstraintSet<Real>& set) {
    if (!begun_) weights_.begin(set.rows, arm);
    begun_ = true;
    const Real loss_hat = loss / (weights_.chance(arm) + Real(gamma_));
    weights_.multiply(arm, exp(Real(-eta_) * loss_hat));
  }
  /// x <- its projection onto the set, which must not have changed but in constrain().
  void project(const ConstraintSet<Real>& set) {
    const KlOutcome<Real> outcome =
        set.rows.rows() == 1 ? one_.solve_with(weights_, set, share_) : many_.solve_with(weights_, set, share_);
    active_rounds_ += select(outcome.moved, Real(1.0), Real(0.0));
    empty_rounds_ += select(outcome.empty, Real(1.0), Real(0.0));
    close();
  }
  /// x <- its projection onto the simplex.
  void renormalise() {
    weights_.normalise(weights_.moments().sum, share_);
    close();
  }

  const Real& active_rounds() const { return active_rounds_; }
  const Real& empty_rounds() const { return empty_rounds_; }

  template <class Archive>
  void state(Archive& archive) {
    archive(begun_, weights_, many_, rounds_, active_rounds_, empty_rounds_);
  }

 private:
  static constexpr int rounds_between_renewals = 64;  ///< keeps rounding errors of the carried sums small
  void close() { weights_.renew(++rounds_ % rounds_between_renewals == 0); }

  double eta_;
  double gamma_;
  UniformShare share_;
  bool begun_ = false;
  RowWeights<Real> weights_;
  KlOneConstraint<Real> one_;
  KlManyConstraints<Real> many_;
  std::int64_t rounds_ = 0;
  Real active_rounds_{0.0};
  Real empty_rounds_{0.0};
};

}  // namespace regretta
