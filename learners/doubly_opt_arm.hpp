#pragma once
/// The learner `doubly-opt-arm`: plays one arm at a time, chosen by optimistic indices of rewards and risks.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/one_arm.hpp"
#include "regretta/learners/math/reward_indices.hpp"

namespace regretta {

enum class RewardIndex { kl_ucb, ucb };
inline constexpr Choice arm_indices = choice_of<RewardIndex>(
    {{RewardIndex::kl_ucb, "kl-ucb"}, {RewardIndex::ucb, "ucb", "mean +- sqrt(alpha ln t / N)"}});

struct DoublyOptArmParams {
  RewardIndex index = RewardIndex::kl_ucb;
  double alpha = 1.5;
  double c = 1;

  static void fields(auto& p, auto&& visit) {
    visit("index", p.index, arm_indices, "confidence bounds of rewards and risks");
    visit("alpha", p.alpha, Range{0, 1e6}, "exploration constant of the index ucb");
    visit("c", p.c, Range{0, 1e6}, "exploration constant of the index kl-ucb: kl(mean, q) <= c ln t / N");
  }
};

/// Doubly optimistic arm (Chen, Gangrade, Saligrama, ICML 2022): among the arms whose optimistic risk meets the
/// threshold, plays the one with the highest optimistic reward; if there is none, the arm with the lowest optimistic
/// risk (this rule and the choice of indices are a reconstruction). Its benchmark is the best safe arm, not the best
/// mixture. Bandit feedback.
///
/// The risk of an arm is its cost, for each constraint, or, if the constraints are not costs, (g + 1) / 2 in [0, 1]
/// with the threshold 1/2. Ties are broken at random, so that arms not yet played are tried in a random order.
template <class Real>
class DoublyOptArm {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = DoublyOptArmParams;

  DoublyOptArm(const Problem& problem, const Params& params)
      : uses_kl_(params.index == RewardIndex::kl_ucb),
        width_(problem.violation_width()),
        pulls_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        inverse_(Vector<Real>::Constant(problem.num_arms, Real(infinity))),
        safest_index_(inverse_),
        kl_indices_(problem, params.c),
        root_indices_(problem, params.alpha),
        tied_(problem.num_arms),
        played_(problem.num_arms) {}

  void draw(const Randomness<Real>& random) { tied_.choose(random, played_); }
  const Vector<Real>& strategy() const { return played_.strategy(); }
  const Index<Real>& arms() const { return played_.arms(); }
  void observe(const Feedback& round) {
    ++t_;
    if (uses_kl_)
      play(kl_indices_, round);
    else
      play(root_indices_, round);
  }

 private:
  template <class Indices>
  struct Estimates {
    Indices reward;               // indices of 1 - l
    std::vector<Indices> safety;  // indices of (high - g_i) / width = 1 - risk, m
    std::vector<typename Indices::Level> thresholds;
    Estimates(const Problem& problem, double scale)
        : reward(problem.num_arms, scale), safety(static_cast<std::size_t>(problem.num_constraints), reward) {
      for (int i = 0; i < problem.num_constraints; ++i)
        thresholds.emplace_back(Real(problem.violation_range(i).high / problem.violation_width()));
    }
  };

  template <class Indices>
  void play(Estimates<Indices>& seen, const Feedback& round) {
    const Index<Real>& arm = round.arm();
    const Real* pulls = pulls_.data();
    const Real n = gather(pulls, arm) + Real(1.0), inverse = Real(1.0) / n;
    scatter(pulls_.data(), arm, n);
    scatter(inverse_.data(), arm, inverse);
    seen.reward.add(arm, Real(1.0) - round.loss(), inverse);
    const Real per_range(-1 / width_);
    for (std::size_t i = 0; i < seen.safety.size(); ++i)
      seen.safety[i].add(arm, fma(round.violation(static_cast<int>(i)), per_range, seen.thresholds[i].q), inverse);

    const double f = seen.reward.exploration(log(static_cast<double>(t_)));
    const auto is_safe = [&](const auto& a, const Real& inverse_pulls) {
      Mask<Real> safe = n > Real(0.0);
      for (std::size_t i = 0; i < seen.safety.size(); ++i) {
        const Indices& safety = seen.safety[i];
        const Mask<Real> reaches = safety.reaches(seen.thresholds[i], safety.statistic(a), inverse_pulls, f);
        safe = safe & reaches;
      }
      return safe;
    };
    Highest<Real, Indices> highest;
    highest.offer(seen.reward, seen.reward.statistic(arm), from_index<Real>(arm), inverse, f, is_safe(arm, inverse));
    tied_.clear();
    for (int a = 0, K = static_cast<int>(pulls_.size()); a < K; ++a)
      if (highest.offer(seen.reward, seen.reward.statistic(a), Real(a), inverse_[a], f, is_safe(a, inverse_[a])))
        tied_.offer(a, highest.offered);
    played_.play(highest.arm);
    tied_.finish(highest.count, highest.arm, highest.level.q);
    const Mask<Real> none = highest.arm < Real(0.0);
    if (any(none)) play_the_safest(seen, none, highest.arm, f);
  }
  /// In the lanes of `where`, plays the arm with the lowest optimistic risk instead of `otherwise`.
  template <class Indices>
  void play_the_safest(const Estimates<Indices>& seen, const Mask<Real>& where, const Real& otherwise, double f) {
    Real arm(0.0), highest(-infinity), count(0.0);
    for (int a = 0, K = static_cast<int>(pulls_.size()); a < K; ++a) {
      Real& index = safest_index_[a];  // 1 - risk
      index = Real(infinity);
      for (const Indices& safety : seen.safety) index = min(safety.upper(safety.statistic(a), inverse_[a], f), index);
      const Mask<Real> safer = index > highest, tied = index == highest;
      count = select(safer, Real(1.0), count + select(tied, Real(1.0), Real(0.0)));
      arm = select(safer, Real(a), arm);
      highest = max(index, highest);
    }
    played_.play(select(where, arm, otherwise));
    tied_.replace(where, count, [&](int a) REGRETTA_FLAT { return safest_index_[a] == highest; });
  }

  bool uses_kl_;
  double width_;
  std::int64_t t_ = 1;                     // the next round
  Vector<Real> pulls_, inverse_;           // N and 1 / N, K
  Vector<Real> safest_index_;              // least index of 1 - risk over constraints, K; scratch of play_the_safest
  Estimates<KlIndices<Real>> kl_indices_;  // used if uses_kl_; otherwise root_indices_ is
  Estimates<RootIndices<Real>> root_indices_;
  TiedArms<Real> tied_;
  OneArm<Real> played_;
};

}  // namespace regretta
