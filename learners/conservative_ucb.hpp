#pragma once
/// The learner `conservative-ucb`, which never falls far behind an arm whose loss is known; it ignores the constraints.
/// Bandit feedback.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/one_arm.hpp"
#include "regretta/learners/math/tied_arms.hpp"
#include "regretta/learners/told_safe_arm.hpp"

namespace regretta {

struct ConservativeUcbParams {
  double share = 0.1;
  NumberOrMeasured safe_arm{.measured = true, .value = 0};
  NumberOrMeasured safe_arm_loss{.measured = true, .value = 0};
  double confidence_scale = 1;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("share", p.share, Range{0, 1}, "of the default arm's reward that may be lost, in every round");
    visit("safe_arm", p.safe_arm, Range{1, 1e9},
          "number of the default arm, from 1, or \"measured\": the arm of best worst violation");
    visit("safe_arm_loss", p.safe_arm_loss, Range{0, 1}, "its mean loss, or \"measured\"");
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies the width sqrt(2 ln(K' N^3 / delta) / N), K' arms beside the default one",
          Role::confidence_scale);
  }
  bool wants_oracle() const { return safe_arm.measured || safe_arm_loss.measured; }
  void check(const Problem& problem) const { check_safe_arm(safe_arm, safe_arm_loss.measured, problem); }
};

/// Conservative UCB (Wu, Shariff, Lattimore, Szepesvari, ICML 2016) for a default arm of known mean reward mu_0: plays
/// the arm of highest upper bound if the lower bounds of all rewards so far and of that arm's next one add up to at
/// least (1 - share) mu_0 t, else the default arm. Ties are broken at random.
template <class Real>
class ConservativeUcb {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = ConservativeUcbParams;

  ConservativeUcb(const Problem& problem, const Params& params, const Oracle& oracle)
      : arm_(params.safe_arm.measured ? oracle.safe_arm : static_cast<int>(params.safe_arm.value) - 1),
        reward_(1 - (params.safe_arm_loss.measured ? oracle.safe_arm_loss : params.safe_arm_loss.value)),
        owed_((1 - params.share) * reward_),
        scale_(params.confidence_scale),
        log_term_(log(max(problem.num_arms - 1.0, 1.0) / problem.delta)),
        pulls_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        sum_(pulls_),
        lower_(pulls_),
        upper_(Vector<Real>::Constant(problem.num_arms, Real(infinity))),
        tied_(problem.num_arms),
        played_(problem.num_arms) {
    know();
    choose();
  }

  void draw(const Randomness<Real>& random) { tied_.choose(random, played_); }
  const Vector<Real>& strategy() const { return played_.strategy(); }
  const Index<Real>& arms() const { return played_.arms(); }
  void observe(const Feedback& round) {
    const Index<Real>& arm = round.arm();
    const Real n = gather(std::as_const(pulls_).data(), arm) + Real(1.0), inverse = Real(1.0) / n;
    const Real sum = gather(std::as_const(sum_).data(), arm) + Real(1.0) - round.loss(), mean = sum * inverse;
    const Real width = Real(scale_) * sqrt(fma(log(n), Real(6.0), Real(2 * log_term_)) * inverse);
    scatter(pulls_.data(), arm, n);
    scatter(sum_.data(), arm, sum);
    scatter(lower_.data(), arm, max(mean - width, Real(0.0)));
    scatter(upper_.data(), arm, mean + width);
    know();
    ++t_;
    choose();
  }

  void show(Internals& shown) const {
    shown.row("pulls", pulls_);
    shown.row("lower", lower_);
    shown.row("upper", upper_);
  }

 private:
  void know() { lower_[arm_] = upper_[arm_] = Real(reward_); }

  /// The arm of the next round, t_.
  void choose() {
    Real highest(-infinity), best(0.0), count(0.0), sure(0.0);
    for (int a = 0, K = static_cast<int>(pulls_.size()); a < K; ++a) {
      const Mask<Real> higher = upper_[a] > highest, tied = upper_[a] == highest;
      count = select(higher, Real(1.0), count + select(tied, Real(1.0), Real(0.0)));
      best = select(higher, Real(static_cast<double>(a)), best);
      highest = max(upper_[a], highest);
      sure = fma(pulls_[a], lower_[a], sure);
    }
    sure += gather(std::as_const(lower_).data(), to_index(best));
    const Mask<Real> dares = sure >= Real(owed_ * static_cast<double>(t_) - rounding);
    played_.play(select(dares, best, Real(static_cast<double>(arm_))));
    tied_.replace(Real(0.0) < Real(1.0), select(dares, count, Real(1.0)),
                  [&](int a) REGRETTA_FLAT { return upper_[a] == highest; });
  }

  static constexpr double rounding = 1e-9;

  int arm_;        // the default arm
  double reward_;  // mu_0
  double owed_;    // (1 - share) mu_0
  double scale_;
  double log_term_;                           // ln(K' / delta)
  std::int64_t t_ = 1;                        // the next round
  Vector<Real> pulls_, sum_, lower_, upper_;  // sum: of rewards
  TiedArms<Real> tied_;
  OneArm<Real> played_;
};
static_assert(Learner<ConservativeUcb<double>> && Learner<ConservativeUcb<Pack<8>>>);

}  // namespace regretta
