#pragma once
#include "regretta/engine/study/parameters.hpp"
#include "regretta/engine/trial/learner.hpp"

namespace regretta {

struct Ucb1Params {
  double alpha = 1.5;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("alpha", p.alpha, Range{0, 1e6}, "index: mean reward + sqrt(alpha ln t / N)");
  }
};

/// UCB1: the arm with the highest index, ties and arms not yet played in order (Auer, Cesa-Bianchi, Fischer 2002; alpha
/// as in Zimmert and Seldin).
template <class Real>
class Ucb1 {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = Ucb1Params;

  Ucb1(const Problem& problem, const Params& params)
      : alpha_(params.alpha), pulls_(Vector<Real>::Constant(problem.num_arms, Real(0.0))), reward_(pulls_), x_(pulls_) {
    x_[0] = Real(1.0);
  }

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    ++t_;
    const Real bonus(alpha_ * log(static_cast<double>(t_)));
    Real highest(-1.0), best(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      const Real played = select(round.played(a), Real(1.0), Real(0.0));
      pulls_[a] += played;
      reward_[a] = fma(played, Real(1.0) - round.loss(), reward_[a]);
      const Real inverse = Real(1.0) / pulls_[a];
      const Real index = select(pulls_[a] > Real(0.0), fma(reward_[a], inverse, sqrt(bonus * inverse)), Real(infinity));
      best = select(index > highest, Real(a), best);
      highest = max(index, highest);
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = select(best == Real(a), Real(1.0), Real(0.0));
  }

 private:
  double alpha_;
  std::int64_t t_ = 1;  // the round to be played
  Vector<Real> pulls_, reward_, x_;
};
static_assert(Learner<Ucb1<double>> && Learner<Ucb1<Pack<8>>>);

}  // namespace regretta
