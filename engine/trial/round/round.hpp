#pragma once
/// One round of the paper's protocol (engine/trial/PROTOCOL.md): the implementation of Referee. Included only by the
/// source files that instantiate it.

#include <vector>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/engine/trial/contract/reported.hpp"
#include "regretta/engine/trial/round/cell_noise.hpp"
#include "regretta/engine/trial/round/means.hpp"
#include "regretta/engine/trial/round/realised_values.hpp"
#include "regretta/engine/trial/round/referee.hpp"
#include "regretta/engine/trial/round/running_totals.hpp"
#include "regretta/engine/trial/round/strategy_sums.hpp"

namespace regretta::detail {

/// A cost may exceed the remaining budget by this much, to allow for rounding errors.
inline constexpr double budget_tolerance = 1e-9;

/// The remaining budgets of a knapsack, and the trials in which play has stopped.
template <class Real>
class RemainingBudgets {
 public:
  explicit RemainingBudgets(const Problem& problem)
      : horizon_(static_cast<double>(problem.horizon)), costs_(problem.costs), remaining_(problem.num_constraints) {
    for (Eigen::Index i = 0; i < remaining_.size(); ++i)
      remaining_[i] = Real(min(problem.budgets[static_cast<std::size_t>(i)], horizon_));  // T costs sum to T or less
  }

  /// Subtracts the costs of round t; in lanes where a cost exceeds the remaining budget, play stops instead.
  /// violation(i) is g_{t,i}(a_t).
  void pay(std::int64_t t, auto violation) {
    Mask<Real> affordable = !stopped();
    for (int i = 0; i < remaining_.size(); ++i)
      affordable = affordable & (cost(i, violation(i)) <= remaining_[i] + Real(budget_tolerance));
    for (int i = 0; i < remaining_.size(); ++i) remaining_[i] -= select(affordable, cost(i, violation(i)), Real(0.0));
    stopping_round_ = select(affordable | stopped(), stopping_round_, Real(static_cast<double>(t)));
  }
  /// The lanes in which play has stopped, in this round or before.
  Mask<Real> stopped() const { return stopping_round_ > Real(0.0); }

  /// The loss or violation of the null arm in lanes where play has stopped, `played` elsewhere.
  Real loss(const Real& played) const { return select(stopped(), Real(1.0), played); }
  Real violation(int i, const Real& played) const {
    return select(stopped(), costs_[static_cast<std::size_t>(i)].violation(Real(0.0)), played);
  }
  const std::vector<CostScale>& costs() const { return costs_; }

  /// The round in which play stopped (the horizon if it did not), and the least remaining budget.
  Reported<Real> reported() const {
    Real least = remaining_[0];
    for (Eigen::Index i = 1; i < remaining_.size(); ++i) least = min(remaining_[i], least);
    return {{"stopping_round", select(stopped(), stopping_round_, Real(horizon_))},
            {"left_over", max(least, Real(0.0))}};
  }

 private:
  Real cost(int i, const Real& violation) const { return costs_[static_cast<std::size_t>(i)].cost(violation); }

  double horizon_;
  std::vector<CostScale> costs_;
  Vector<Real> remaining_;    // remaining budgets, m
  Real stopping_round_{0.0};  // 0: play has not stopped
};

/// Implements Referee. Values: ValuesOf with the noise of the cell, or a pointer to AnyValues if the means are
/// adaptive.
template <class Real, class Feedback, template <class> class MeansOf, class Values>
class RoundReferee final : public Referee<Real, Feedback> {
 public:
  RoundReferee(const CellWork& work, std::int64_t first, Values values)
      : work_(work),
        first_(first),
        num_arms_(work.problem.num_arms),
        num_constraints_(work.problem.num_constraints),
        draws_(work.seed, static_cast<std::uint32_t>(first)),
        means_(*work.adversary),
        values_(std::move(values)),
        totals_(num_constraints_, work.checkpoints),
        adaptive_sums_(*work.adversary, *work.facts, work.checkpoints.size()),
        measures_(work),
        cumulative_(num_arms_) {
    if constexpr (may_have_budgets)
      if (!work.problem.budgets.empty()) {
        remaining_budgets_.emplace(work.problem);
        null_x_.resize(num_arms_);
      }
  }

  const Feedback& round(std::int64_t t, const Strategy<Real>& x) override {
    // Test the most frequent form first: std::visit's jump table costs up to 5% of a round.
    if (const auto* form = std::get_if<InLanes<Real>>(&x.form)) return play(t, *form);
    return std::visit([&](const auto& form) REGRETTA_FLAT -> const Feedback& { return play(t, form); }, x.form);
  }

  void record_mixture(const Vector<Real>& mixture) override {
    has_mixture_ = true;
    for (int i = 0; i < num_constraints_; ++i) {
      const Real violation = expected(means_.violation() + i * num_arms_, mixture);
      totals_.add_mixture_violation(i, has_budgets() ? remaining_budgets_->violation(i, violation) : violation);
    }
  }

  std::vector<TrialResult> results() override {
    std::vector<TrialResult> trials;
    for (int k = 0; k < lanes<Real>; ++k) trials.push_back(result(k));
    if constexpr (adaptive)
      for (const auto& stage : means_.stages()) enter_reported(trials, work_.quantities, stage->reported());
    if (has_budgets()) enter_reported(trials, work_.quantities, remaining_budgets_->reported());
    return trials;
  }

 private:
  static constexpr bool adaptive = MeansOf<Real>::adaptive;
  /// Whether cells with budgets can have this type (see uses_law_noise), so that other types need no test for budgets.
  static constexpr bool may_have_budgets =
      adaptive || std::is_same_v<Values, ValuesOf<RealisedValues<Real, Feedback, MeansOf>, LawNoise>>;
  REGRETTA_INLINE bool has_budgets() const {
    if constexpr (may_have_budgets) return remaining_budgets_.has_value();
    return false;
  }
  /// Whether sums over arms are updated instead of recomputed. Only bandit learners change one arm at a time, and
  /// adaptive means differ from lane to lane.
  static constexpr bool updates_sums = !adaptive && std::is_same_v<Feedback, BanditFeedback<Real>>;

  /// Plays round t with x, one of the forms of x_t.
  const Feedback& play(std::int64_t t, const auto& x) {
    means_.enter(t, x);                                // the adversary fixes lbar_t, gbar_t; it may know x_t
    const auto& sums = sums_of(t, x);                  // lbar_t'x_t, gbar_{t,i}'x_t
    check_simplex(t, sums);                            // a trial whose x_t is not in the simplex has failed
    arm_ = sums.draw_arm([&] { return uniform(t); });  // a_t ~ x_t
    values().reveal(t, draws_, means_, arm_);          // l_t, g_t: only what the feedback contains
    if (has_budgets()) pay(t);                         // play stops before a cost that exceeds a budget
    add_to_totals(sums);                               // the sums that the trial reports
    record(t, x);                                      // measures and checkpoints
    means_.leave(arm_.index);                          // from now on the adversary may use a_t
    return values().feedback();
  }

  REGRETTA_INLINE auto& values() {
    if constexpr (adaptive) return *values_;
    if constexpr (!adaptive) return values_;
  }
  LaneSums<Real, MeansOf<Real>> sums_of(std::int64_t, const InLanes<Real>& x) { return {x.x, means_, cumulative_}; }
  OneArmSums<Real, MeansOf<Real>> sums_of(std::int64_t, const OnOneArm<Real>& x) { return {x, means_}; }
  decltype(auto) sums_of(std::int64_t t, const InTrialMajor<Real>& x) {
    if constexpr (updates_sums) {
      if (!trial_major_sums_) trial_major_sums_.emplace(num_arms_, num_constraints_);
      trial_major_sums_->enter(t, x.x, means_);
      return static_cast<const TrialMajorSums<Real>&>(*trial_major_sums_);
    } else {
      return sums_of(t, InLanes<Real>{x.vector()});
    }
  }
  REGRETTA_INLINE void check_simplex(std::int64_t t, const auto& sums) {
    const Mask<Real> inside = sums.in_simplex();
    if (!all(inside)) note_failures(t, !inside, sums.total(), sums.least(), sums.tolerance);
  }
  Real uniform(std::int64_t t) const { return Draws<Real>::uniform52(draws_.word(Stream::arm, t, 0)); }
  REGRETTA_INLINE void add_to_totals(const auto& sums) {
    if (has_budgets()) {
      totals_.add_loss(values().loss(arm_), remaining_budgets_->loss(sums.loss()));
      for (int i = 0; i < num_constraints_; ++i)
        totals_.add_violation(i, remaining_budgets_->violation(i, sums.violation(i)), values().violation(i, arm_));
      return;
    }
    totals_.add_loss(values().loss(arm_), sums.loss());
    for (int i = 0; i < num_constraints_; ++i) totals_.add_violation(i, sums.violation(i), values().violation(i, arm_));
  }
  /// Pays for round t. From the round in which a trial stops, its null arm is played whatever x_t is, and the learner
  /// sees only null arms.
  void pay(std::int64_t t) {
    remaining_budgets_->pay(t, [this](int i) { return values().violation(i, arm_); });
    if (any(remaining_budgets_->stopped()))
      values().make_null(remaining_budgets_->stopped(), remaining_budgets_->costs());
  }
  void record(std::int64_t t, const auto& x) {
    if constexpr (adaptive) adaptive_sums_.add(means_);
    if (!measures_.empty()) [[unlikely]] {
      if (has_budgets() && any(remaining_budgets_->stopped())) {
        const Real arm = select(remaining_budgets_->stopped(), Real(num_arms_ - 1.0), arm_.number);
        add_to_measures(t, with_null_arm(x.vector()), to_index(arm));
      } else {
        add_to_measures(t, x.vector(), arm_.index);
      }
    }
    if (totals_.close(t)) {
      if constexpr (adaptive) adaptive_sums_.snapshot();
      if (!measures_.empty()) measures_.snapshot();
    }
  }

  void add_to_measures(std::int64_t t, const Vector<Real>& x, const Index<Real>& arm) {
    measures_.add(t, x, arm, means_, values().loss(arm_), [this](int i) { return values().violation(i, arm_); });
  }
  /// x_t as measures see it: a point mass on the null arm in lanes where play has stopped.
  const Vector<Real>& with_null_arm(const Vector<Real>& x) {
    for (int a = 0; a < num_arms_; ++a)
      null_x_[a] = select(remaining_budgets_->stopped(), Real(a == num_arms_ - 1 ? 1.0 : 0.0), x[a]);
    return null_x_;
  }

  [[gnu::cold, gnu::noinline]] void note_failures(std::int64_t t, Mask<Real> failed, const Real& total,
                                                  const Real& least, double tolerance) {
    for (int k = 0; k < lanes<Real>; ++k) {
      auto& failure = failures_[static_cast<std::size_t>(k)];
      if (!mask_lane(failed, k) || failure) continue;
      failure = Failure{t, strategy_fault(lane(total, k), lane(least, k), tolerance)};
    }
  }

  TrialResult result(int k) const {
    TrialResult trial(work_.shape());
    trial.trial = first_ + k;
    trial.failure = failures_[static_cast<std::size_t>(k)];
    report(trial, work_, totals_, adaptive_sums_, has_mixture_, k);
    report_measures(trial, work_, measures_, k);
    return trial;
  }

  CellWork work_;
  std::int64_t first_;
  int num_arms_;
  int num_constraints_;
  Draws<Real> draws_;
  MeansOf<Real> means_;
  Values values_;
  RunningTotals<Real> totals_;
  std::conditional_t<adaptive, AdaptiveSums<Real>, NoAdaptiveSums> adaptive_sums_;
  Measures<Real> measures_;
  Vector<Real> cumulative_;                                 ///< memory for LaneSums
  std::optional<TrialMajorSums<Real>> trial_major_sums_{};  ///< set in the first round with x_t in trial-major order
  DrawnArm<Real> arm_;
  std::optional<RemainingBudgets<Real>> remaining_budgets_{};  ///< set if there are budgets
  Vector<Real> null_x_{};                                      ///< memory for with_null_arm; empty without budgets
  bool has_mixture_ = false;
  std::array<std::optional<Failure>, static_cast<std::size_t>(lanes<Real>)> failures_;
};

template <class Real, class Feedback, template <class> class MeansOf>
std::unique_ptr<Referee<Real, Feedback>> referee_with_means(const CellWork& work, std::int64_t first) {
  const auto make = [&]<class Values>(Values values) -> std::unique_ptr<Referee<Real, Feedback>> {
    return std::make_unique<RoundReferee<Real, Feedback, MeansOf, Values>>(work, first, std::move(values));
  };
  if constexpr (MeansOf<Real>::adaptive) {  // costs one more virtual call, and compiles a third less code
    return make(make_values<Real, Feedback, MeansOf>(work));
  } else {
    return visit_noise<std::unique_ptr<Referee<Real, Feedback>>>(work, [&]<class NoiseModel>(const NoiseModel& noise) {
      return make(ValuesOf<RealisedValues<Real, Feedback, MeansOf>, NoiseModel>(work, noise));
    });
  }
}

}  // namespace regretta::detail

namespace regretta {

template <class Real, class Feedback>
std::unique_ptr<Referee<Real, Feedback>> make_referee(const CellWork& work, std::int64_t first) {
  return work.adversary->oblivious() ? detail::referee_with_means<Real, Feedback, ObliviousMeans>(work, first)
                                     : detail::referee_with_means<Real, Feedback, AdaptiveMeans>(work, first);
}

#define REGRETTA_REFEREE(Real, Feedback)                                                                      \
  template std::unique_ptr<Referee<Real, Feedback<Real>>> make_referee<Real, Feedback<Real>>(const CellWork&, \
                                                                                             std::int64_t);
/// Instantiates the referees for a Real; use it once per program.
#define REGRETTA_REFEREES(Real)              \
  REGRETTA_REFEREE(Real, FullFeedback)       \
  REGRETTA_REFEREE(Real, BanditLossFeedback) \
  REGRETTA_REFEREE(Real, BanditFeedback)

}  // namespace regretta
