// Code that reads a value does not compile if the feedback model hides the value.

#include "regretta/engine/trial/contract/feedback.hpp"

#include <gtest/gtest.h>

#include "regretta/engine/trial/contract/learner.hpp"

namespace regretta {
namespace {

template <class F>
concept RevealsEveryLoss = requires(const F& f) {
  f.loss(0);
};
template <class F>
concept RevealsPlayedLoss = requires(const F& f) {
  f.loss();
};
template <class F>
concept RevealsEveryViolation = requires(const F& f) {
  f.violation(0, 0);
};
template <class F>
concept RevealsPlayedViolations = requires(const F& f) {
  f.violation(0);
};
template <class F>
concept RevealsTheArm = requires(const F& f) {
  f.arm();
}
&&requires(const F& f) { f.played(0); };
template <class F>
concept RevealsMeans = requires(const F& f) {
  f.mean_loss(0);
}
|| requires(const F& f) { f.mean_violation(0, 0); }
|| requires(const F& f) { f.means(); }
|| requires(const F& f) { f.loss_; }
|| requires(const F& f) { f.violation_; };
/// Whether a learner could change its feedback.
template <class F>
concept CanBeWritten = requires(const F& f) {
  f.loss() = 0.0;
}
|| requires(const F& f) { f.loss(0) = 0.0; }
|| requires(const F& f) { f.violation(0) = 0.0; }
|| requires(const F& f) { f.violation(0, 0) = 0.0; };

template <class Real>
constexpr bool feedback_reveals_no_more() {
  using Full = FullFeedback<Real>;
  using Losses = BanditLossFeedback<Real>;
  using Bandit = BanditFeedback<Real>;
  static_assert(RevealsEveryLoss<Full> && RevealsEveryViolation<Full>);
  static_assert(!RevealsTheArm<Full>);
  static_assert(RevealsPlayedLoss<Losses> && RevealsTheArm<Losses> && RevealsEveryViolation<Losses>);
  static_assert(!RevealsEveryLoss<Losses>);
  static_assert(RevealsPlayedLoss<Bandit> && RevealsTheArm<Bandit> && RevealsPlayedViolations<Bandit>);
  static_assert(!RevealsEveryLoss<Bandit> && !RevealsEveryViolation<Bandit>);
  static_assert(!RevealsMeans<Full> && !RevealsMeans<Losses> && !RevealsMeans<Bandit>);
  static_assert(!CanBeWritten<Full> && !CanBeWritten<Losses> && !CanBeWritten<Bandit>);
  return true;
}
static_assert(feedback_reveals_no_more<double>() && feedback_reveals_no_more<Pack<8>>());

/// A class whose observe() takes a richer feedback than it declares is not a Learner.
struct NoOptions {};
template <class Real>
struct Peeking {
  using Feedback = BanditFeedback<Real>;
  using Params = NoOptions;
  Peeking(const Problem&, const Params&) {}
  const Vector<Real>& strategy() const { return x; }
  void observe(const FullFeedback<Real>&) {}
  Vector<Real> x;
};
static_assert(!Learner<Peeking<double>>);

TEST(Feedback, RevealsNoMoreThanItsModel) { SUCCEED() << "checked by the compiler, above"; }

}  // namespace
}  // namespace regretta
