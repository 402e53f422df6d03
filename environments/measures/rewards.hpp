#pragma once
/// `reward`; and `unconstrained-regret`, `alpha-regret` and `baseline-deficit`: the learner's loss, or
/// its reward 1 - loss, against comparators other than OPT.

#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/books/measure.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {

/// Sums of means over the rounds so far.
template <class Real>
class MeanSums {
 public:
  explicit MeanSums(const Problem& problem)
      : loss_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        violation_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(0.0))) {}

  void add(const Means<Real>& means) {
    loss_ += means.loss;
    violation_ += means.violation;
  }
  /// The optimum of the first t rounds in lane k, as for these means.
  Optimum optimum(std::int64_t t, int k) const {
    const auto means_of = [&](const auto& sums) {
      std::vector<double> means;
      for (Eigen::Index e = 0; e < sums.size(); ++e) means.push_back(lane(sums.data()[e], k) / static_cast<double>(t));
      return means;
    };
    return solve_optimum(means_of(loss_), means_of(violation_));
  }

 private:
  Vector<Real> loss_;       // K
  Matrix<Real> violation_;  // m x K
};

/// sum_t lbar_t'x_t - min_a sum_t lbar_t(a): the regret of a problem without constraints.
template <class Real>
class UnconstrainedRegret {
 public:
  using Params = NoParams;
  UnconstrainedRegret(const Params&, const CellWork& work)
      : sums_(Vector<Real>::Constant(work.problem.num_arms, Real(0.0))) {}

  void add(const PlayedRound<Real>& round) {
    loss_ += round.expected_loss;
    sums_ += round.means.loss;
  }
  Real value(std::size_t) const {
    Real least = sums_[0];
    for (Eigen::Index a = 1; a < sums_.size(); ++a) least = min(sums_[a], least);
    return loss_ - least;
  }

 private:
  Real loss_{0.0};
  Vector<Real> sums_;
};

/// sum_t (1 - lbar_t'x_t). With budgets, rounds after play has stopped earn nothing.
template <class Real>
class Reward {
 public:
  using Params = NoParams;
  Reward(const Params&, const CellWork&) {}

  void add(const PlayedRound<Real>& round) { reward_ += Real(1.0) - round.expected_loss; }
  Real value(std::size_t) const { return reward_; }

 private:
  Real reward_{0.0};
};

enum class AlphaMargin { rho, rho_pure };
inline constexpr Choice alpha_margins =
    choice_of<AlphaMargin>({{AlphaMargin::rho, "rho"}, {AlphaMargin::rho_pure, "rho_pure"}});

struct AlphaRegretParams {
  std::optional<double> alpha;
  AlphaMargin margin = AlphaMargin::rho;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("alpha", p.alpha, Range{0, 1}, "share of the optimal reward; if left out, margin / (1 + margin)");
    visit("margin", p.margin, alpha_margins, "the environment's own margin, where alpha is left out");
  }
};

/// alpha OPT_r - sum_t (1 - lbar_t'x_t), where OPT_r = t - OPT is the reward of the best feasible fixed strategy: the
/// guarantee of primal-dual learners against adversarial constraints (Castiglioni et al., NeurIPS 2022: alpha = rho /
/// (1 + rho)). NaN where OPT is, where alpha is left out and the margin is not positive or, with an adaptive adversary,
/// not known beforehand.
template <class Real>
class AlphaRegret {
 public:
  using Params = AlphaRegretParams;
  AlphaRegret(const Params& params, const CellWork& work)
      : work_(&work), alpha_(params.alpha ? *params.alpha : alpha_of(params.margin, work)), sums_(work.problem) {}

  void add(const PlayedRound<Real>& round) {
    ++rounds_;
    loss_ += round.expected_loss;
    if (!work_->adversary->oblivious()) sums_.add(round.means);
  }
  Real value(std::size_t checkpoint) const {
    const Real opt =
        work_->adversary->oblivious() ? Real(work_->facts->opt[checkpoint]) : of_lanes<Real>([this](std::size_t k) {
          return sums_.optimum(rounds_, static_cast<int>(k)).value * static_cast<double>(rounds_);
        });
    const Real rounds(static_cast<double>(rounds_));
    return Real(alpha_) * (rounds - opt) - (rounds - loss_);
  }

 private:
  static double alpha_of(AlphaMargin margin, const CellWork& work) {
    if (!work.adversary->oblivious()) return not_a_number;
    const double rho = margin == AlphaMargin::rho ? work.facts->rho : work.facts->rho_pure;
    return rho > 0 ? rho / (1 + rho) : not_a_number;
  }

  const CellWork* work_;
  double alpha_;
  std::int64_t rounds_ = 0;
  Real loss_{0.0};
  MeanSums<Real> sums_;
};

struct BaselineDeficitParams {
  std::int64_t arm = 1;
  double share = 0.1;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("arm", p.arm, Range{1, 1e9}, "number of the baseline arm, from 1");
    visit("share", p.share, Range{0, 1}, "share of the baseline's reward that may be lost");
  }
  void check(const Problem& problem) const {
    if (arm > problem.num_arms)
      throw InputError("arm", fmt::format("{} is not an arm of a problem with {}; expected 1 to {}", arm,
                                          problem.num_arms, problem.num_arms));
  }
};

/// max_{tau <= T} [(1 - share) sum_{t <= tau} (1 - lbar_t(baseline)) - sum_{t <= tau} (1 - lbar_t(a_t))]+: how far the
/// mean rewards of the arms played fell behind what a conservative learner must keep (Wu, Shariff, Lattimore,
/// Szepesvari, ICML 2016).
template <class Real>
class BaselineDeficit {
 public:
  using Params = BaselineDeficitParams;
  BaselineDeficit(const Params& params, const CellWork&)
      : arm_(static_cast<Eigen::Index>(params.arm - 1)), keep_(1 - params.share) {}

  void add(const PlayedRound<Real>& round) {
    const Real reward = Real(1.0) - gather<Real>(round.means.loss.data(), round.arm);
    behind_ += fma(Real(keep_), Real(1.0) - round.means.loss[arm_], -reward);
    worst_ = max(behind_, worst_);
  }
  Real value(std::size_t) const { return worst_; }

 private:
  Eigen::Index arm_;
  double keep_;
  Real behind_{0.0}, worst_{0.0};
};

}  // namespace regretta
