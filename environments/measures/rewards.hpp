#pragma once
/// `reward`, 1 - loss, and `alpha-regret`, its distance from a share of the optimal one.

#include <cstdint>
#include <optional>

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

}  // namespace regretta
