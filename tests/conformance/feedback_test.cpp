// Code that reads values which a feedback model does not reveal does not compile.

#include "regretta/engine/trial/contract/feedback.hpp"

#include <gtest/gtest.h>

#include "regretta/engine/trial/contract/learner.hpp"

namespace regretta {
namespace {

template <class F>
concept TellsEveryLoss = requires(const F& f) {
  f.loss(0);
};
template <class F>
concept TellsPlayedLoss = requires(const F& f) {
  f.loss();
};
template <class F>
concept TellsEveryViolation = requires(const F& f) {
  f.violation(0, 0);
};
template <class F>
concept TellsPlayedViolations = requires(const F& f) {
  f.violation(0);
};
template <class F>
concept TellsTheArm = requires(const F& f) {
  f.arm();
}
&&requires(const F& f) { f.played(0); };
template <class F>
concept TellsMeans = requires(const F& f) {
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
constexpr bool feedback_is_tight() {
  using Full = FullFeedback<Real>;
  using Losses = BanditLossFeedback<Real>;
  using Bandit = BanditFeedback<Real>;
  static_assert(TellsEveryLoss<Full> && TellsEveryViolation<Full>);
  static_assert(!TellsTheArm<Full>);
  static_assert(TellsPlayedLoss<Losses> && TellsTheArm<Losses> && TellsEveryViolation<Losses>);
  static_assert(!TellsEveryLoss<Losses>);
  static_assert(TellsPlayedLoss<Bandit> && TellsTheArm<Bandit> && TellsPlayedViolations<Bandit>);
  static_assert(!TellsEveryLoss<Bandit> && !TellsEveryViolation<Bandit>);
  static_assert(!TellsMeans<Full> && !TellsMeans<Losses> && !TellsMeans<Bandit>);
  static_assert(!CanBeWritten<Full> && !CanBeWritten<Losses> && !CanBeWritten<Bandit>);
  return true;
}
static_assert(feedback_is_tight<double>() && feedback_is_tight<Pack<8>>());

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
