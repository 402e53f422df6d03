#pragma once
/// The arm with the highest index.

#include "regretta/engine/study/parameters.hpp"
#include "regretta/engine/trial/learner.hpp"
#include "regretta/learners/math/reward_indices.hpp"

namespace regretta {

/// Plays the arm whose rewards 1 - l have the highest upper index, ties and arms not yet played in order.
template <class Real, class UpperIndex>
class HighestIndex {
 public:
  using Feedback = BanditFeedback<Real>;

  HighestIndex(const Problem& problem, UpperIndex upper)
      : upper_(upper), pulls_(Vector<Real>::Constant(problem.num_arms, Real(0.0))), reward_(pulls_), x_(pulls_) {
    x_[0] = Real(1.0);
  }

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    const double log_t = log(static_cast<double>(++t_));
    Real highest(-1.0), best(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      const Real played = select(round.played(a), Real(1.0), Real(0.0));
      pulls_[a] += played;
      reward_[a] = fma(played, Real(1.0) - round.loss(), reward_[a]);
      const Real index = upper_(reward_[a], Real(1.0) / pulls_[a], log_t);
      best = select(index > highest, Real(a), best);
      highest = max(index, highest);
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = select(best == Real(a), Real(1.0), Real(0.0));
  }

 private:
  UpperIndex upper_;
  std::int64_t t_ = 1;  // the round to be played
  Vector<Real> pulls_, reward_, x_;
};

struct Ucb1Params {
  double alpha = 1.5;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("alpha", p.alpha, Range{0, 1e6}, "index: mean reward + sqrt(alpha ln t / N)");
  }
};

/// UCB1 (Auer, Cesa-Bianchi, Fischer 2002; alpha as in Zimmert and Seldin).
template <class Real>
class Ucb1 : public HighestIndex<Real, RootIndex> {
 public:
  using Params = Ucb1Params;
  Ucb1(const Problem& problem, const Params& params) : HighestIndex<Real, RootIndex>(problem, {params.alpha}) {}
};
static_assert(Learner<Ucb1<double>> && Learner<Ucb1<Pack<8>>>);

struct KlUcbParams {
  double c = 1;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("c", p.c, Range{0, 1e6}, "index: the largest q with kl(mean reward, q) <= c ln t / N");
  }
};

/// KL-UCB with the divergence of Bernoulli laws (Garivier and Cappe 2011).
template <class Real>
class KlUcb : public HighestIndex<Real, KlIndex> {
 public:
  using Params = KlUcbParams;
  KlUcb(const Problem& problem, const Params& params) : HighestIndex<Real, KlIndex>(problem, {params.c}) {}
};
static_assert(Learner<KlUcb<double>> && Learner<KlUcb<Pack<8>>>);

}  // namespace regretta
