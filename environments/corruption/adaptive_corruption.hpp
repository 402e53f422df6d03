#pragma once
/// Corruption that sees x_t: adaptive stages that move the violation of one arm on one constraint. Used by
/// corruption_kinds.cpp, which checks the arm and the constraint.

#include <cstdint>
#include <optional>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/environments/processes/parts.hpp"

namespace regretta {

/// The corruption that an adaptive stage injects on one arm, and the corruption that the learner perceives.
///
/// The learner observes a move only in rounds in which it plays the arm. It perceives T sum_t x_t P_t / sum_t x_t,
/// where x_t is the weight of the arm and P_t the move.
template <class Real>
class InjectedCorruption {
 public:
  void add(std::int64_t t, const Real& weight, const Real& move) {
    rounds_ = t;
    injected_ += move;
    exposure_ += weight;
    perceived_ += move * weight;
  }
  Reported<Real> reported() const {
    return {{"injected_corruption", injected_},
            {"perceived_corruption", Real(static_cast<double>(rounds_)) * perceived_ / exposure_}};
  }

 private:
  std::int64_t rounds_ = 0;
  Real injected_{0.0};   ///< sum_t P_t
  Real exposure_{0.0};   ///< sum_t x_t
  Real perceived_{0.0};  ///< sum_t x_t P_t
};

/// The adversary proposed in the paper's section "Towards the lower bound". It raises the violation of one arm abar on
/// one constraint by P_t = scale * x_t(abar), until a budget is spent. The learner perceives more corruption than
/// sum_t P_t (InjectedCorruption).
struct OpenProblemParams {
  std::int64_t arm = 1;          ///< abar, from 1, as on paper
  std::int64_t constraint = 1;   ///< from 1
  double scale = 1.0;            ///< in (0, 1000]
  double budget = not_a_number;  ///< limit on sum_t P_t, >= 0; NaN: unlimited
  bool moves_losses = false;     ///< whether the loss of abar rises by P_t, too

  static void fields(auto& p, auto&& visit) {
    visit("arm", p.arm, Range{1, 1e6}, "the arm abar, from 1");
    visit("constraint", p.constraint, Range{1, 1e6}, "the constraint, from 1");
    visit("scale", p.scale, Range{0, 1000, true},
          "the violation of abar is pushed up by scale * x_t(abar), to 1 at most");
    visit("budget", p.budget, Range{0, infinity}, "limit on the sum of these pushes; left out: no limit",
          Role::corruption_budget);
    visit("losses", p.moves_losses, "push the loss of abar up by as much, too (to 1 at most)");
  }
};

template <class Real>
class OpenProblem final : public Adaptive<Real> {
 public:
  OpenProblem(const Problem&, const OpenProblemParams& params)
      : p_(params), remaining_(params.budget == params.budget ? params.budget : infinity) {}  // NaN: no limit

  void move(std::int64_t t, const Vector<Real>& strategy, Means<Real>& means) override {
    const auto arm = static_cast<Eigen::Index>(p_.arm - 1);
    Real& violation = means.violation(static_cast<Eigen::Index>(p_.constraint - 1), arm);
    const Real weight = strategy(arm);
    const Real push = max(min(min(Real(p_.scale) * weight, Real(1.0) - violation), remaining_), Real(0.0));
    remaining_ = remaining_ - push;
    violation = min(violation + push, Real(1.0));
    if (p_.moves_losses) means.loss(arm) = min(means.loss(arm) + push, Real(1.0));
    injected_.add(t, weight, push);
  }
  Reported<Real> reported() const override { return injected_.reported(); }

 private:
  OpenProblemParams p_;
  Real remaining_;
  InjectedCorruption<Real> injected_;
};

/// A small family of adversaries that see x_t, as a space for searches. In rounds with t / T in (from, until] and
/// x_t(arm) in [above, below], the violation of one arm on one constraint is moved towards `value` by
///
///   P_t = strength * x_t(arm)^power * (remaining budget / C)^thrift,
///
/// but not past `value`, nor by more than the remaining budget. The loss of the arm moves by loss_share * P_t. With the
/// default parameters the adversary is OpenProblem.
struct ReactiveParams {
  std::optional<double> budget{};           ///< C, the limit on sum_t P_t
  std::optional<double> budget_fraction{};  ///< C / T
  std::optional<double> budget_sqrt{};      ///< C / sqrt(T)
  std::int64_t arm = 1;                     ///< from 1
  std::int64_t constraint = 1;              ///< from 1
  double value = 1;                         ///< in [-1, 1]
  double strength = 1;                      ///< in (0, 1000]
  double power = 1;                         ///< in [-4, 4]
  double thrift = 0;                        ///< in [0, 10]
  double above = 0, below = 1;              ///< x_t(arm) in [above, below]
  double from = 0, until = 1;               ///< t / T in (from, until]
  double loss_share = 0;                    ///< in [-1, 1]

  static void fields(auto& p, auto&& visit) {
    visit_budget(p, visit);
    visit("arm", p.arm, Range{1, 1e6}, "the arm, counted from 1");
    visit("constraint", p.constraint, Range{1, 1e6}, "the constraint, counted from 1");
    visit("value", p.value, Range{-1, 1}, "the mean violation towards which the entry is moved");
    visit("strength", p.strength, Range{0, 1000, true},
          "the entry is moved by strength * x_t(arm)^power, not past value");
    visit("power", p.power, Range{-4, 4},
          "0: moves are equal in all rounds; below 0: the less the arm is played, the larger the move");
    visit("thrift", p.thrift, Range{0, 10}, "moves are multiplied by this power of the remaining share of the budget");
    visit("above", p.above, Range{0, 1}, "only in rounds in which x_t(arm) is at least this");
    visit("below", p.below, Range{0, 1}, "only in rounds in which x_t(arm) is at most this");
    visit("from", p.from, Range{0, 1}, "only in rounds after this fraction of T");
    visit("until", p.until, Range{0, 1}, "only in rounds up to this fraction of T");
    visit("loss_share", p.loss_share, Range{-1, 1},
          "the loss of the arm moves by this multiple of the violation's move, within [0, 1]");
  }
};

template <class Real>
class Reactive final : public Adaptive<Real> {
 public:
  Reactive(const Problem& problem, const ReactiveParams& params)
      : p_(params),
        T_(static_cast<double>(problem.horizon)),
        C_(budget_of(params, problem.horizon).second),
        remaining_(C_) {}

  void move(std::int64_t t, const Vector<Real>& strategy, Means<Real>& means) override {
    const auto arm = static_cast<Eigen::Index>(p_.arm - 1);
    Real& violation = means.violation(static_cast<Eigen::Index>(p_.constraint - 1), arm);
    const Real x = strategy(arm);
    const double elapsed = static_cast<double>(t) / T_;
    if (C_ == 0 || elapsed <= p_.from || elapsed > p_.until) return injected_.add(t, x, Real(0.0));
    Real move = Real(p_.strength) * positive_power(x, p_.power) * positive_power(remaining_ * Real(1 / C_), p_.thrift);
    move = min(min(move, abs(Real(p_.value) - violation)), remaining_);
    move = select((x >= Real(p_.above)) & (x <= Real(p_.below)), move, Real(0.0));
    remaining_ = remaining_ - move;
    violation = select(Real(p_.value) >= violation, violation + move, violation - move);
    Real& loss = means.loss(arm);
    loss = max(min(loss + Real(p_.loss_share) * move, Real(1.0)), Real(0.0));
    injected_.add(t, x, move);
  }
  Reported<Real> reported() const override { return injected_.reported(); }

 private:
  /// base^exponent. A base of 0 counts as 1e-100, so that negative powers are finite.
  static Real positive_power(const Real& base, double exponent) {
    if (exponent == 0) return Real(1.0);
    if (exponent == 1) return base;
    return exp(Real(exponent) * log(max(base, Real(1e-100))));
  }

  ReactiveParams p_;
  double T_, C_;
  Real remaining_;
  InjectedCorruption<Real> injected_;
};

}  // namespace regretta
