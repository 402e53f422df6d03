#pragma once
/// `plays` and `best-arm-share`: which arms were drawn, and how often.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/books/measure.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/hindsight/visits.hpp"
#include "regretta/environments/measures/rewards.hpp"

namespace regretta {

struct PlaysParams {
  ArmOrAll arm{.all = true};

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("arm", p.arm, Range{1, 1e9}, "number of the arm, from 1; or a measure for each: NAME_1, NAME_2, ...");
  }
};

/// How often the arm was drawn. NaN where there are fewer arms.
template <class Real>
class Plays {
 public:
  using Params = PlaysParams;
  Plays(const Params& params, const CellWork& work)
      : arm_(static_cast<double>(params.arm.arm)), is_there_(params.arm.arm <= work.problem.num_arms) {}

  void add(const PlayedRound<Real>& round) {
    const Real played = from_index<Real>(round.arm) + Real(1.0);
    plays_ += select(played == Real(arm_), Real(1.0), Real(0.0));
  }
  Real value(std::size_t) const { return is_there_ ? plays_ : Real(not_a_number); }

 private:
  double arm_;
  bool is_there_;
  Real plays_{0.0};
};

/// The share of rounds in which the arm of largest weight in x*, the best fixed strategy of the rounds so far, was
/// drawn; of equal ones the first. NaN if no strategy is feasible.
template <class Real>
class BestArmShare {
 public:
  using Params = NoParams;
  using Facts = std::vector<std::optional<std::size_t>>;  ///< that arm by checkpoint; empty for adaptive adversaries
  static Facts facts(const Params&, const CellWork& work) {
    const Adversary& adversary = *work.adversary;
    Facts best;
    if (!adversary.oblivious()) return best;
    const auto K = static_cast<std::size_t>(adversary.num_arms);
    Visits losses(adversary.losses, K);
    Visits violations(adversary.violations, K * static_cast<std::size_t>(adversary.num_constraints));
    for (const std::int64_t t : work.checkpoints) {
      losses.advance(t);
      violations.advance(t);
      best.push_back(largest_in(solve_optimum(losses.mean(), violations.mean())));
    }
    return best;
  }
  BestArmShare(const Params&, const CellWork& work, const Facts& facts)
      : best_(&facts), sums_(work.problem), plays_(Vector<Real>::Constant(work.problem.num_arms, Real(0.0))) {}

  void add(const PlayedRound<Real>& round) {
    ++rounds_;
    scatter(plays_.data(), round.arm, gather<Real>(plays_.data(), round.arm) + Real(1.0));
    if (best_->empty()) sums_.add(round.means);
  }
  Real value(std::size_t checkpoint) const {
    return of_lanes<Real>([&](std::size_t k) {
      const int own = static_cast<int>(k);
      const auto best = best_->empty() ? largest_in(sums_.optimum(rounds_, own)) : (*best_)[checkpoint];
      if (!best) return not_a_number;
      return lane(plays_[static_cast<Eigen::Index>(*best)], own) / static_cast<double>(rounds_);
    });
  }

 private:
  /// Weights that differ by less than programs are exact count as equal.
  static std::optional<std::size_t> largest_in(const Optimum& optimum) {
    if (!optimum.feasible) return std::nullopt;
    const double most = std::ranges::max(optimum.strategy) - feasibility_tolerance;
    const auto first = std::ranges::find_if(optimum.strategy, [&](double weight) { return weight >= most; });
    return static_cast<std::size_t>(first - optimum.strategy.begin());
  }

  const Facts* best_;
  std::int64_t rounds_ = 0;
  MeanSums<Real> sums_;  // for adaptive adversaries only
  Vector<Real> plays_;   // of every arm, K
};

}  // namespace regretta
