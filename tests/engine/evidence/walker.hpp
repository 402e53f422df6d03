#pragma once
/// A learner whose violation and regret have a known law, for tests of importance splitting.

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {

struct WalkerParams {
  bool jumps = false;
  std::int64_t leaves = 0;  ///< the simplex, from the round after this one on; 0: never
};

inline constexpr double walker_up = 0.3;    ///< probability of a step up: the mean loss of both arms
inline constexpr double walker_height = 3;  ///< from here on the walker plays the arm that violates by 1
inline constexpr int walker_start = 5;      ///< rounds that decide, if it jumps

/// Goes a step up for a loss of 1, a step down for 0, never below 0. If it jumps: plays the violating arm from round 10
/// on if the first 5 losses were 1, which no violation announces. If it leaves the simplex, its trials fail late.
template <class Real>
class Walker {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = WalkerParams;
  Walker(const Problem& problem, const Params& params)
      : jumps_(params.jumps), leaves_(params.leaves), x_(Vector<Real>::Constant(problem.num_arms, Real(0.0))) {
    x_[0] = Real(1.0);
  }
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    ++t_;
    height_ = max(height_ + select(round.loss() > Real(0.5), Real(1.0), Real(-1.0)), Real(0.0));
    if (t_ <= walker_start) lost_ += round.loss();
    x_[1] = select(height_ >= Real(walker_height), Real(1.0), Real(0.0));
    if (jumps_) x_[1] = select(lost_ >= Real(t_ < 10 ? 1e9 : walker_start), Real(1.0), Real(0.0));
    x_[0] = Real(leaves_ > 0 && t_ >= leaves_ ? 2.0 : 1.0) - x_[1];
  }
  template <class Archive>
  void state(Archive& archive) {
    archive(t_, height_, lost_, x_);
  }

 private:
  bool jumps_;
  std::int64_t leaves_;
  std::int64_t t_ = 0;
  Real height_{0.0}, lost_{0.0};
  Vector<Real> x_;
};
static_assert(Learner<Walker<double>> && Learner<Walker<Pack<8>>>);

struct OneRow {
  std::vector<double> values;
  std::int64_t num_rows() const { return 1; }
  std::int64_t row_at(std::int64_t) const { return 0; }
  std::int64_t same_until(std::int64_t) const { return std::int64_t{1} << 32; }
  void read(std::int64_t, std::span<double> out) const { std::ranges::copy(values, out.begin()); }
};

inline CellWork walker_cell(std::int64_t horizon, std::uint64_t seed) {
  Adversary adversary;
  adversary.num_arms = 2;
  adversary.num_constraints = 1;
  adversary.horizon = horizon;
  adversary.losses = OneRow{{walker_up, walker_up}};
  adversary.violations = OneRow{{-0.5, 1}};
  adversary.noise.kind = NoiseKind::bernoulli;
  CellWork work;
  work.seed = seed;
  work.problem = {.horizon = horizon, .num_arms = 2, .num_constraints = 1};
  work.checkpoints = {horizon};
  work.facts = std::make_shared<const CellFacts>(compute_facts(adversary, work.checkpoints));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

/// P(V_T > bound) of a walker that does not jump: the rounds in which it is at its height or above.
inline double walker_chance(int horizon, int bound) {
  const auto rounds = static_cast<std::size_t>(horizon);
  std::vector<std::vector<double>> chance(rounds + 2, std::vector<double>(rounds + 2, 0));  // height x violation
  chance[0][0] = 1;
  for (int t = 0; t < horizon; ++t) {
    std::vector<std::vector<double>> next(rounds + 2, std::vector<double>(rounds + 2, 0));
    for (std::size_t h = 0; h <= rounds; ++h)
      for (std::size_t v = 0; v <= rounds; ++v) {
        const std::size_t now = v + (static_cast<double>(h) >= walker_height ? 1 : 0);
        if (chance[h][v] == 0) continue;
        next[h + 1][now] += walker_up * chance[h][v];
        next[h == 0 ? 0 : h - 1][now] += (1 - walker_up) * chance[h][v];
      }
    chance = std::move(next);
  }
  double sum = 0;
  for (const std::vector<double>& violations : chance)
    for (std::size_t v = static_cast<std::size_t>(bound) + 1; v < violations.size(); ++v) sum += violations[v];
  return sum;
}

}  // namespace regretta
