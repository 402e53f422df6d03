#pragma once
/// `opt-fd` and `reward-share`: with budgets, what the best fixed distribution earns until play stops.

#include <cstdint>
#include <vector>

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/books/measure.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/play/many_trials.hpp"

namespace regretta {

struct FixedDistributionParams {
  std::int64_t trials = 64;
  std::int64_t grid = 20;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("trials", p.trials, Range{1, 1e5}, "simulated for every share of the null arm; others than the study's");
    visit("grid", p.grid, Range{1, 1000}, "shares that are tried: 0, 1 / grid, ..., 1 - 1 / grid");
  }
};

/// OPT_FD: the largest mean reward until play stops of (1 - e) x* + e null, over a grid of e, where x* solves the
/// linear program OPT_LP. No fixed distribution can earn more than OPT_LP; one that spends less stops later. Simulated;
/// NaN without budgets.
inline double best_fixed_distribution(const FixedDistributionParams& params, const CellWork& work) {
  const std::vector<double>& optimum = work.facts->optimum.strategy;
  if (work.problem.budgets.empty() || optimum.empty()) return not_a_number;
  CellWork plain = work;
  plain.measures.clear();
  plain.quantities = {};
  constexpr std::int64_t fresh = std::int64_t{1} << 30;  // no trial of a study has such a number
  const auto n = static_cast<std::size_t>(params.trials), K = optimum.size();
  double best = 0;
  for (std::int64_t k = 0; k < params.grid; ++k) {
    const double null = static_cast<double>(k) / static_cast<double>(params.grid);
    std::vector<double> x(n * K);
    for (std::size_t e = 0; e < x.size(); ++e) x[e] = (1 - null) * optimum[e % K] + (e % K == K - 1 ? null : 0);
    ManyTrials trials(plain, FeedbackModel::bandit, fresh, static_cast<int>(params.trials));
    SeenValues seen(plain.problem, FeedbackModel::bandit, static_cast<int>(params.trials));
    for (std::int64_t t = 1; t <= plain.problem.horizon; ++t) trials.play(t, x.data(), seen.round());
    double reward = 0;
    for (const TrialResult& one : trials.results())
      reward += static_cast<double>(plain.problem.horizon) - one[Quantity::expected_regret] - one[Quantity::opt];
    best = max(reward / static_cast<double>(params.trials), best);
  }
  return best;
}

template <class Real>
class OptFd {
 public:
  using Params = FixedDistributionParams;
  using Facts = double;
  static Facts facts(const Params& params, const CellWork& work) { return best_fixed_distribution(params, work); }
  OptFd(const Params&, const CellWork&, const Facts& opt) : opt_(opt) {}

  void add(const PlayedRound<Real>&) {}
  Real value(std::size_t) const { return Real(opt_); }
  template <class Archive>
  void state(Archive&) {}

 private:
  double opt_;
};

/// The expected reward until play stops, as a share of OPT_FD, or of 1 where that is less: at most T.
template <class Real>
class RewardShare {
 public:
  using Params = FixedDistributionParams;
  using Facts = double;
  static Facts facts(const Params& params, const CellWork& work) { return best_fixed_distribution(params, work); }
  RewardShare(const Params&, const CellWork&, const Facts& opt) : per_reward_(1 / (opt < 1 ? 1 : opt)) {}

  void add(const PlayedRound<Real>& round) { reward_ += Real(1.0) - round.expected_loss; }
  Real value(std::size_t) const { return reward_ * Real(per_reward_); }

  template <class Archive>
  void state(Archive& archive) {
    archive(reward_);
  }

 private:
  double per_reward_;
  Real reward_{0.0};
};

}  // namespace regretta
