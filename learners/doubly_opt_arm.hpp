#pragma once
#include "regretta/engine/study/parameters.hpp"
#include "regretta/engine/trial/learner.hpp"
#include "regretta/learners/math/reward_indices.hpp"

namespace regretta {

struct DoublyOptArmParams {
  std::string index = "kl-ucb";
  double alpha = 1.5;
  double c = 1;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("index", p.index, Choices{{"kl-ucb", "ucb"}}, "of rewards and risks; ucb: mean +- sqrt(alpha ln t / N)");
    visit("alpha", p.alpha, Range{0, 1e6}, "of index ucb");
    visit("c", p.c, Range{0, 1e6}, "of index kl-ucb: kl(mean, q) <= c ln t / N");
  }
};

/// Doubly optimistic arm (Chen, Gangrade, Saligrama, ICML 2022): of the arms whose optimistic risk keeps to the
/// threshold, the one with the highest optimistic reward; where there is none, the arm of least optimistic risk (this
/// and the choice of indices are a reconstruction). Its benchmark is the best safe arm, not the best mixture.
///
/// Risks are (g + 1) / 2 in [0, 1] against 1/2; an arm's risk is that of its worst constraint. Ties and arms not yet
/// played in order.
template <class Real>
class DoublyOptArm {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = DoublyOptArmParams;

  DoublyOptArm(const Problem& problem, const Params& params)
      : params_(params),
        pulls_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        reward_(pulls_),
        safety_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(0.0))),
        x_(pulls_) {
    x_[0] = Real(1.0);
  }

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    add(pulls_.data(), round.arm(), Real(1.0));
    add(reward_.data(), round.arm(), Real(1.0) - round.loss());
    for (int i = 0; i < safety_.rows(); ++i)
      add(&safety_(i, 0), round.arm(), fma(round.violation(i), Real(-0.5), Real(0.5)));
    ++t_;
    if (params_.index == "ucb") {
      choose(RootIndex{params_.alpha});
    } else {
      choose(KlIndex{params_.c});
    }
  }

 private:
  REGRETTA_INLINE static void add(Real* sums, const Index<Real>& arm, const Real& value) {
    scatter(sums, arm, gather(static_cast<const Real*>(sums), arm) + value);
  }
  template <class UpperIndex>
  void choose(const UpperIndex& upper) {
    const double log_t = log(static_cast<double>(t_));
    Real highest(-1.0), best(-1.0), safest(-1.0), fallback(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      const Real inverse = Real(1.0) / pulls_[a];
      Real safety(infinity);  // 1 less the optimistic risk
      for (int i = 0; i < safety_.rows(); ++i) safety = min(upper(safety_(i, a), inverse, log_t), safety);
      const Real reward = upper(reward_[a], inverse, log_t);
      const Mask<Real> keeps = safety >= Real(0.5 - rounding), higher = reward > highest, better = keeps & higher;
      best = select(better, Real(a), best);
      highest = select(better, reward, highest);
      fallback = select(safety > safest, Real(a), fallback);
      safest = max(safety, safest);
    }
    best = select(best < Real(0.0), fallback, best);
    for (int a = 0; a < x_.size(); ++a) x_[a] = select(best == Real(a), Real(1.0), Real(0.0));
  }

  static constexpr double rounding = 1e-12;  // an index may meet the threshold exactly: kl(1, 1/2) = ln 64 / 6

  Params params_;
  std::int64_t t_ = 1;           // the round to be played
  Vector<Real> pulls_, reward_;  // N, sum of 1 - l
  Matrix<Real> safety_;          // sums of (1 - g_i) / 2, m x K
  Vector<Real> x_;
};
static_assert(Learner<DoublyOptArm<double>> && Learner<DoublyOptArm<Pack<8>>>);

}  // namespace regretta
