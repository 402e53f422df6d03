#pragma once
/// `reward` (1 - loss), `alpha-regret` (how far the reward falls short of a share of the optimal reward), `plays` and
/// `best-arm-share` (how often arms were drawn).

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/hindsight/visits.hpp"
#include "regretta/engine/trial/round/measure.hpp"

namespace regretta {

/// Sums of means over the rounds so far.
template <class Real>
class MeanSums {
 public:
  explicit MeanSums(const Problem& problem)
      : loss_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        violation_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(0.0))) {}

  /// loss: K. violation: m x K.
  void add(const Vector<Real>& loss, const Real* violation) {
    loss_ += loss;
    for (Eigen::Index e = 0; e < violation_.size(); ++e) violation_.data()[e] += violation[e];
  }
  /// The best fixed strategy for the average of the first t rounds in lane k.
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

/// The margin of the environment from which alpha follows.
enum class AlphaMargin { rho, rho_pure };
inline constexpr Choice alpha_margins =
    choice_of<AlphaMargin>({{AlphaMargin::rho, "rho"}, {AlphaMargin::rho_pure, "rho_pure"}});

struct AlphaRegretParams {
  std::optional<double> alpha;
  AlphaMargin margin = AlphaMargin::rho;

  static void fields(auto& p, auto&& visit) {
    visit("alpha", p.alpha, Range{0, 1}, "share of the optimal reward; left out: margin / (1 + margin)");
    visit("margin", p.margin, alpha_margins, "which margin of the environment alpha follows from if it is left out");
  }
};

/// alpha OPT_r - sum_t (1 - lbar_t'x_t), where OPT_r = t - OPT is the reward of the best feasible fixed strategy: the
/// guarantee of primal-dual learners against adversarial constraints (Castiglioni et al., NeurIPS 2022: alpha = rho /
/// (1 + rho)). NaN where OPT is NaN. If alpha is left out, also NaN if the margin is not positive, and with an
/// adaptive adversary, whose margin is unknown beforehand.
template <class Real>
class AlphaRegret {
 public:
  using Params = AlphaRegretParams;
  AlphaRegret(const Params& params, const CellWork& work)
      : work_(&work), alpha_(params.alpha ? *params.alpha : alpha_of(params.margin, work)), sums_(work.problem) {}

  void add(const PlayedRound<Real>& round) {
    ++rounds_;
    loss_ += round.expected_loss;
    if (!work_->adversary->oblivious()) sums_.add(round.means.loss, round.means.violation.data());
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

struct PlaysParams {
  ArmOrAll arm{.all = true};

  static void fields(auto& p, auto&& visit) {
    visit("arm", p.arm, Range{1, 1e9},
          "number of the arm, from 1; or all: a measure for each arm, NAME_1, NAME_2, ...");
  }
};

/// How often the arm was drawn. NaN if the environment has fewer arms.
template <class Real>
class Plays {
 public:
  using Params = PlaysParams;
  Plays(const Params& params, const CellWork& work)
      : arm_(static_cast<double>(params.arm.arm)), arm_exists_(params.arm.arm <= work.problem.num_arms) {}

  void add(const PlayedRound<Real>& round) {
    const Real arm = from_index<Real>(round.arm) + Real(1.0);
    plays_ += select(arm == Real(arm_), Real(1.0), Real(0.0));
  }
  Real value(std::size_t) const { return arm_exists_ ? plays_ : Real(not_a_number); }

 private:
  double arm_;
  bool arm_exists_;
  Real plays_{0.0};
};

/// The share of rounds in which the arm of largest weight in x*, the best fixed strategy of the rounds so far, was
/// drawn (ties: the first arm). NaN if no strategy is feasible.
template <class Real>
class BestArmShare {
 public:
  using Params = NoParams;
  using Facts = std::vector<std::optional<std::size_t>>;  ///< by checkpoint; empty for adaptive adversaries
  static Facts facts(const Params&, const CellWork& work) {
    const Adversary& adversary = *work.adversary;
    Facts best_arms;
    if (!adversary.oblivious()) return best_arms;
    const auto K = static_cast<std::size_t>(adversary.num_arms);
    Visits losses(adversary.losses, K);
    Visits violations(adversary.violations, K * static_cast<std::size_t>(adversary.num_constraints));
    for (const std::int64_t t : work.checkpoints) {
      losses.advance(t);
      violations.advance(t);
      best_arms.push_back(largest_arm(solve_optimum(losses.mean(), violations.mean())));
    }
    return best_arms;
  }
  BestArmShare(const Params&, const CellWork& work, const Facts& facts)
      : best_(&facts), sums_(work.problem), plays_(Vector<Real>::Constant(work.problem.num_arms, Real(0.0))) {}

  void add(const PlayedRound<Real>& round) {
    ++rounds_;
    scatter(plays_.data(), round.arm, gather<Real>(plays_.data(), round.arm) + Real(1.0));
    if (best_->empty()) sums_.add(round.means.loss, round.means.violation.data());
  }
  Real value(std::size_t checkpoint) const {
    return of_lanes<Real>([&](std::size_t k) {
      const int lane_index = static_cast<int>(k);
      const auto arm = best_->empty() ? largest_arm(sums_.optimum(rounds_, lane_index)) : (*best_)[checkpoint];
      if (!arm) return not_a_number;
      return lane(plays_[static_cast<Eigen::Index>(*arm)], lane_index) / static_cast<double>(rounds_);
    });
  }

 private:
  /// The arm of largest weight. Weights within the accuracy of the linear programs count as equal.
  static std::optional<std::size_t> largest_arm(const Optimum& optimum) {
    if (!optimum.feasible) return std::nullopt;
    const double least_tied = std::ranges::max(optimum.strategy) - feasibility_tolerance;
    const auto first = std::ranges::find_if(optimum.strategy, [&](double weight) { return weight >= least_tied; });
    return static_cast<std::size_t>(first - optimum.strategy.begin());
  }

  const Facts* best_;
  std::int64_t rounds_ = 0;
  MeanSums<Real> sums_;  // for adaptive adversaries only
  Vector<Real> plays_;   // number of plays of each arm, K
};

}  // namespace regretta
