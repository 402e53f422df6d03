#pragma once
/// The three feedback models (engine/trial/PROTOCOL.md). At the end of each round a learner receives one of these
/// objects and nothing else: it gives no access to the means, to hidden losses, or to the referee that filled it in.
///
/// Arms a = 0..K-1, constraints i = 0..m-1. Losses are in [0, 1], violations in [-1, 1].

#include "regretta/engine/real/real.hpp"

namespace regretta {

template <class Real>
struct FeedbackWriter;

/// Full feedback: l_t(a) and g_{t,i}(a) for every arm.
template <class Real>
class FullFeedback {
 public:
  FullFeedback(int num_arms, int num_constraints) : loss_(num_arms), violation_(num_constraints, num_arms) {}
  const Real& loss(int a) const { return loss_[a]; }
  const Real& violation(int i, int a) const { return violation_(i, a); }

 private:
  friend struct FeedbackWriter<Real>;
  Vector<Real> loss_;
  Matrix<Real> violation_;
};

/// The arm a_t that was played, as the indicator 1{a = a_t} and as an index.
template <class Real>
class PlayedArm {
 public:
  /// The indicator 1{a = a_t} in each lane.
  Mask<Real> played(int a) const { return number_ == Real(static_cast<double>(a)); }
  /// a_t in each lane.
  const Index<Real>& arm() const { return arm_; }

 private:
  friend struct FeedbackWriter<Real>;
  Index<Real> arm_{};
  Real number_{0.0};  ///< arm_ as a Real
};

/// Bandit losses: l_t(a_t), and g_{t,i}(a) for every arm.
template <class Real>
class BanditLossFeedback : public PlayedArm<Real> {
 public:
  BanditLossFeedback(int num_arms, int num_constraints) : violation_(num_constraints, num_arms) {}
  const Real& loss() const { return loss_; }
  const Real& violation(int i, int a) const { return violation_(i, a); }

 private:
  friend struct FeedbackWriter<Real>;
  Real loss_{0.0};
  Matrix<Real> violation_;
};

/// Bandit: l_t(a_t) and g_{t,i}(a_t).
template <class Real>
class BanditFeedback : public PlayedArm<Real> {
 public:
  BanditFeedback(int /*num_arms*/, int num_constraints) : violation_(num_constraints) {}
  const Real& loss() const { return loss_; }
  const Real& violation(int i) const { return violation_[i]; }

 private:
  friend struct FeedbackWriter<Real>;
  Real loss_{0.0};
  Vector<Real> violation_;
};

/// Lets the engine write the private fields above; not for learners.
template <class Real>
struct FeedbackWriter {
  static Vector<Real>& losses(FullFeedback<Real>& f) { return f.loss_; }
  static Matrix<Real>& violations(FullFeedback<Real>& f) { return f.violation_; }
  static Matrix<Real>& violations(BanditLossFeedback<Real>& f) { return f.violation_; }
  static Vector<Real>& violations(BanditFeedback<Real>& f) { return f.violation_; }
  static Real& loss(auto& f) { return f.loss_; }
  static void set_arm(PlayedArm<Real>& f, const Index<Real>& arm, const Real& number) {
    f.arm_ = arm;
    f.number_ = number;
  }
};

}  // namespace regretta
