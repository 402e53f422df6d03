#pragma once
/// How primal-dual learners obtain Slater's margin rho, which bounds their prices: from the settings, measured on the
/// environment, or estimated in a warm-up. Used by pd-ogd and lagrange-bwlc.

#include <cmath>
#include <variant>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/learners/math/bandit_weights.hpp"

namespace regretta {

/// The source of rho.
enum class MarginSource { given, warm_up };
inline constexpr Choice margin_sources =
    choice_of<MarginSource>({{MarginSource::given, "given"},
                             {MarginSource::warm_up, "warm-up",
                              "first minimise max_i g_i(a_t) in a warm-up, whose average margin is used as rho"}});

struct SlaterMarginParams {
  NumberOrMeasured rho{.measured = true, .value = 0};
  MarginSource rho_from = MarginSource::given;
  std::int64_t warmup = 0;
  double bound_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit(
        "rho", p.rho, Range{-1, 1},
        "Slater's margin, or \"measured\": that of the environment. Prices are bounded by M = 1/rho, or by M = T^(1/4) "
        "if rho is at most 1/T");
    visit("rho_from", p.rho_from, margin_sources, "where rho comes from");
    visit("warmup", p.warmup, Range{0, 1e18}, "rounds of the warm-up; 0: ceil(sqrt(T))");
    visit("bound_scale", p.bound_scale, Range{1e-6, 1e6}, "multiplies M, the bound on the prices");
  }
  bool wants_oracle() const { return rho_from == MarginSource::given && rho.measured; }

  std::int64_t warmup_rounds(const Problem& problem) const {
    if (rho_from == MarginSource::given) return 0;
    return warmup > 0 ? warmup : static_cast<std::int64_t>(std::ceil(sqrt(static_cast<double>(problem.horizon))));
  }
  double known_margin(const Oracle& oracle) const { return rho.measured ? oracle.rho : rho.value; }

  /// M, the bound on the sum of the prices: bound_scale / margin, or bound_scale T^(1/4) if the margin is at most 1/T.
  template <class Real>
  Real bound(const Real& margin, const Problem& problem) const {
    const double T = static_cast<double>(problem.horizon);
    return Real(bound_scale) * select(margin > Real(1 / T), Real(1.0) / max(margin, Real(1 / T)), Real(sqrt(sqrt(T))));
  }
};

/// The primal learner, which minimises the priced losses.
enum class Primal { exp3_ix, exp3_p };
inline constexpr Choice primals = choice_of<Primal>({{Primal::exp3_ix, "exp3-ix"}, {Primal::exp3_p, "exp3-p"}});

/// EXP3-IX or EXP3.P, for costs in [0, 1].
template <class Real>
class BanditPrimal {
 public:
  BanditPrimal(const Problem& problem, Primal kind) : weights_(make(problem, kind)) {}

  const Vector<Real>& strategy() const {
    return std::visit([](const auto& weights) -> const Vector<Real>& { return weights.strategy(); }, weights_);
  }
  void observe(const PlayedArm<Real>& played, const Real& cost) {
    std::visit([&](auto& weights) { weights.observe(played, cost); }, weights_);
  }

 private:
  using Weights = std::variant<Exp3IxWeights<Real>, Exp3PWeights<Real>>;
  static Weights make(const Problem& problem, Primal kind) {
    if (kind == Primal::exp3_p) return Exp3PWeights<Real>(problem, {});
    return Exp3IxWeights<Real>(problem, implicit_exploration_step(problem), 0);
  }
  Weights weights_;
};

/// The first rounds of a learner that does not know rho: it minimises max_i g_{t,i}(a_t) and ignores the losses.
template <class Real>
class WarmUp {
 public:
  WarmUp(const Problem& problem, std::int64_t rounds, Primal primal)
      : rounds_(rounds),
        range_(problem.violation_range()),
        primal_(shortened(problem, rounds), primal),
        violation_sum_(Vector<Real>::Constant(problem.num_constraints, Real(0.0))) {}

  bool is_running() const { return t_ < rounds_; }
  const Vector<Real>& strategy() const { return primal_.strategy(); }
  void observe(const BanditFeedback<Real>& round) {
    ++t_;
    Real highest(range_.low);
    for (int i = 0, m = static_cast<int>(violation_sum_.size()); i < m; ++i) {
      highest = max(round.violation(i), highest);
      violation_sum_[i] += round.violation(i);
    }
    primal_.observe(round, (highest - Real(range_.low)) * Real(1 / range_.width()));
  }
  /// The estimate of rho: -max_i of the mean over t of g_{t,i}(a_t). Taking the maximum before the mean would let noise
  /// bias the estimate.
  Real margin() const {
    Real highest = violation_sum_[0];
    for (Eigen::Index i = 1; i < violation_sum_.size(); ++i) highest = max(violation_sum_[i], highest);
    return Real(-1.0 / static_cast<double>(t_)) * highest;
  }

 private:
  /// The problem with the horizon of the warm-up, for which the learner is tuned.
  static Problem shortened(Problem problem, std::int64_t rounds) {
    problem.horizon = rounds > 0 ? rounds : 1;
    return problem;
  }

  std::int64_t rounds_;
  ViolationRange range_;
  std::int64_t t_ = 0;
  BanditPrimal<Real> primal_;
  Vector<Real> violation_sum_;  // sum over rounds of g_i(a_t), m
};

}  // namespace regretta
