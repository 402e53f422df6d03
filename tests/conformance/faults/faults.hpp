#pragma once
// Learners with one planted fault each, which `regretta check` must find. Two other headers have faults for `--with`.

#include <chrono>
#include <memory>

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/engine/plugin/parameters.hpp"

namespace regretta::faults {

/// Exponential weights on the loss of the played arm. Each fault derives from this class and replaces `factor()`, which
/// multiplies the weight of that arm, or `after()`.
template <class Real, class Fault>
class Weights {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoParams;
  Weights(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))), weight_(x_) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    auto& fault = static_cast<Fault&>(*this);
    const Real factor = fault.factor(round);
    Real total(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      weight_[a] *= select(round.played(a), factor, Real(1.0));
      total += weight_[a];
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight_[a] / total;
    fault.after(round);
  }

  Real factor(const Feedback& round) { return exp(Real(-0.05) * round.loss()); }
  void after(const Feedback&) {}

 protected:
  Vector<Real> x_, weight_;
};

/// The step size depends on the time of day.
template <class Real>
struct WallClock : Weights<Real, WallClock<Real>> {
  using Weights<Real, WallClock>::Weights;
  Real factor(const BanditFeedback<Real>& round) {
    const double ticks = static_cast<double>(std::chrono::system_clock::now().time_since_epoch().count() % 1000);
    return exp(Real(-0.0001 * ticks) * round.loss());
  }
};

/// All trials share one counter of rounds.
template <class Real>
struct StaticVariable : Weights<Real, StaticVariable<Real>> {
  using Weights<Real, StaticVariable>::Weights;
  Real factor(const BanditFeedback<Real>& round) {
    static double rounds = 0;
    rounds += 1;
    return exp(Real(-1.0 / (10 + rounds)) * round.loss());
  }
};

/// The first trial of a process fixes the step size of all trials.
template <class Real>
struct EarlierTrials : Weights<Real, EarlierTrials<Real>> {
  using Weights<Real, EarlierTrials>::Weights;
  Real factor(const BanditFeedback<Real>& round) {
    static const double step = 0.05 + 0.01 * lane(round.loss(), 0) + 0.001 * round.arm()[0];
    return exp(Real(-step) * round.loss());
  }
};

/// Takes more weight from arm 1 than it may have, so that its weight becomes negative.
template <class Real>
struct NegativeWeight : Weights<Real, NegativeWeight<Real>> {
  using Weights<Real, NegativeWeight>::Weights;
  void after(const BanditFeedback<Real>& round) {
    const Real moved = select(round.played(0), Real(0.6), Real(0.0));
    this->x_[0] -= moved;
    this->x_[1] += moved;
  }
};

/// Raises small weights and does not divide by the sum.
template <class Real>
struct SumNotOne : Weights<Real, SumNotOne<Real>> {
  using Weights<Real, SumNotOne>::Weights;
  void after(const BanditFeedback<Real>&) {
    for (Real& x : this->x_) x = max(x, Real(0.05));
  }
};

/// Divides by the sum of the rewards, which is 0 if every loss is 1.
template <class Real>
struct NanAtExtremes : Weights<Real, NanAtExtremes<Real>> {
  using Weights<Real, NanAtExtremes>::Weights;
  void observe(const BanditFeedback<Real>& round) {
    if (++t_ == 1) this->weight_.setConstant(Real(0.0));
    Real total(0.0);
    for (int a = 0; a < this->x_.size(); ++a) {
      this->weight_[a] += select(round.played(a), Real(1.0) - round.loss(), Real(0.0));
      total += this->weight_[a];
    }
    if (t_ < 50) return;
    for (int a = 0; a < this->x_.size(); ++a) this->x_[a] = this->weight_[a] / total;
  }

 private:
  int t_ = 0;
};

/// If the loss of one lane is above 0.5, the losses of all lanes are halved.
template <class Real>
struct AnyForAll : Weights<Real, AnyForAll<Real>> {
  using Weights<Real, AnyForAll>::Weights;
  Real factor(const BanditFeedback<Real>& round) {
    Real loss = round.loss();
    if (any(loss > Real(0.5))) loss = loss * Real(0.5);
    return exp(Real(-0.05) * loss);
  }
};

/// A copy shares its weights with its original.
template <class Real>
struct SharedByCopies : Weights<Real, SharedByCopies<Real>> {
  SharedByCopies(const Problem& problem, const NoParams& params)
      : Weights<Real, SharedByCopies>(problem, params), shared_(std::make_shared<Vector<Real>>(this->weight_)) {}
  Real factor(const BanditFeedback<Real>& round) {
    this->weight_ = *shared_;
    return exp(Real(-0.05) * round.loss());
  }
  void after(const BanditFeedback<Real>&) { *shared_ = this->weight_; }

 private:
  std::shared_ptr<Vector<Real>> shared_;
};

template <template <class> class L>
void add(Catalogue& catalogue) {
  static_assert(Learner<L<double>> && Learner<L<Pack<8>>>);
  catalogue.learners.push_back(learner_entry<L>({.name = "faulty", .summary = "has a fault", .source = "tests"}));
}

}  // namespace regretta::faults
