#pragma once
/// The learners `ucb1` and `kl-ucb`, which play the arm with the highest index; they ignore the constraints. Bandit
/// feedback.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/one_arm.hpp"
#include "regretta/learners/math/reward_indices.hpp"

namespace regretta {

/// Plays the arm whose rewards 1 - l have the highest upper index. Ties are broken at random, so that arms not yet
/// played are tried in a random order.
template <class Real, class Indices>
class HighestIndex {
 public:
  using Feedback = BanditFeedback<Real>;

  HighestIndex(const Problem& problem, Indices indices)
      : inverse_pulls_(Vector<Real>::Constant(problem.num_arms, Real(infinity))),
        rewards_(std::move(indices)),
        pulls_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        tied_(problem.num_arms),
        played_(problem.num_arms) {}

  void draw(const Randomness<Real>& random) { tied_.choose(random, played_); }
  const Vector<Real>& strategy() const { return played_.strategy(); }
  const Index<Real>& arms() const { return played_.arms(); }
  void observe(const Feedback& round) {
    const Index<Real>& arm = round.arm();
    const Real* pulls = pulls_.data();
    const Real n = gather(pulls, arm) + Real(1.0), inverse = Real(1.0) / n;
    scatter(pulls_.data(), arm, n);
    scatter(inverse_pulls_.data(), arm, inverse);
    rewards_.add(arm, Real(1.0) - round.loss(), inverse);

    const double f = rewards_.exploration(log(static_cast<double>(++t_)));
    const Mask<Real> everywhere = n > Real(0.0);
    Highest<Real, Indices> highest;
    // The likely best arm is offered first, so that most other arms are passed over without a division.
    const Real guess = rewards_.likely_best_arm(last_level_, inverse_pulls_, f, from_index<Real>(arm));
    const Index<Real> first = to_index(guess);
    const Real* inverse_pulls = inverse_pulls_.data();
    highest.offer(rewards_, rewards_.statistic(first), guess, gather(inverse_pulls, first), f, everywhere);
    tied_.clear();
    for (int a = 0, K = static_cast<int>(pulls_.size()); a < K; ++a)
      if (highest.offer(rewards_, rewards_.statistic(a), Real(a), inverse_pulls_[a], f, everywhere))
        tied_.offer(a, highest.offered);
    played_.play(highest.arm);
    tied_.finish(highest.count, highest.arm, highest.level.q);
    last_level_ = min(highest.level.q, Real(1.0));
  }

 private:
  std::int64_t t_ = 1;          // the next round
  Vector<Real> inverse_pulls_;  // 1 / N, K
  Indices rewards_;
  Vector<Real> pulls_;  // N, K
  TiedArms<Real> tied_;
  OneArm<Real> played_;
  Real last_level_{1.0};  // the highest index in the last round, at most 1
};

struct Ucb1Params {
  double alpha = 1.5;

  static void fields(auto& p, auto&& visit) {
    visit("alpha", p.alpha, Range{0, 1e6}, "index: mean reward + sqrt(alpha ln t / N)");
  }
};

/// UCB1 (Auer, Cesa-Bianchi, Fischer 2002; alpha as in Zimmert and Seldin).
template <class Real>
class Ucb1 : public HighestIndex<Real, RootIndices<Real>> {
 public:
  using Params = Ucb1Params;
  Ucb1(const Problem& problem, const Params& params)
      : HighestIndex<Real, RootIndices<Real>>(problem, {problem.num_arms, params.alpha}) {}
};

struct KlUcbParams {
  double log_scale = 1;
  double c = 0;

  static void fields(auto& p, auto&& visit) {
    visit("log_scale", p.log_scale, Range{0, 1e6},
          "index: the largest q with kl(mean reward, q) <= (log_scale ln t + c ln ln t) / N");
    visit("c", p.c, Range{0, 1e6}, "multiplies ln ln t; 3 in the theorem, 0 recommended in practice");
  }
};

/// KL-UCB with the Bernoulli divergence (Garivier and Cappe 2011).
template <class Real>
class KlUcb : public HighestIndex<Real, KlIndices<Real>> {
 public:
  using Params = KlUcbParams;
  KlUcb(const Problem& problem, const Params& params)
      : HighestIndex<Real, KlIndices<Real>>(problem, {problem.num_arms, params.log_scale, params.c}) {}
};

}  // namespace regretta
