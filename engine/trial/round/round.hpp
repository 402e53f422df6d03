#pragma once
/// One round of the paper's protocol (engine/trial/PROTOCOL.md): the implementation of Referee. Included only by the
/// source files that instantiate it.

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/books/books.hpp"
#include "regretta/engine/trial/books/enter_reported.hpp"
#include "regretta/engine/trial/books/trial_report.hpp"
#include "regretta/engine/trial/means/adaptive_path.hpp"
#include "regretta/engine/trial/means/means.hpp"
#include "regretta/engine/trial/round/noise.hpp"
#include "regretta/engine/trial/round/realised_values.hpp"
#include "regretta/engine/trial/round/referee.hpp"
#include "regretta/engine/trial/round/row_sums.hpp"

namespace regretta::detail {

/// A strategy must sum to 1 within this tolerance and have no negative entry.
inline constexpr double simplex_tolerance = 1e-9;

template <class Real, class Feedback, template <class> class MeansOf, class NoiseModel>
class RoundReferee final : public Referee<Real, Feedback> {
 public:
  RoundReferee(const CellWork& work, std::int64_t first)
      : work_(work),
        first_(first),
        num_arms_(work.problem.num_arms),
        num_constraints_(work.problem.num_constraints),
        draws_(work.seed, static_cast<std::uint32_t>(first)),
        means_(*work.adversary),
        values_(work),
        books_(num_constraints_, work.checkpoints),
        path_(*work.adversary, *work.facts, work.checkpoints.size()),
        measures_(work),
        cumulative_(num_arms_) {}

  const Feedback& round(std::int64_t t, const Vector<Real>& x, int committed) override {
    means_.enter(t, x);  // the adversary fixes lbar_t, gbar_t; it may know x_t
    if (committed < 0) {
      const auto [expected_loss, expected_violation] = expected_values(t, x);
      draw_arm(t);                              // a_t ~ x_t
      values_.reveal(t, draws_, means_, arm_);  // l_t, g_t: only what the feedback contains
      books_.add_loss(values_.loss(arm_), expected_loss);
      books_.add_violation(0, expected_violation, values_.violation(0, arm_));
      for (int i = 1; i < num_constraints_; ++i)
        books_.add_violation(i, violation_of(i, x), values_.violation(i, arm_));
    } else {
      commit(t, x, committed);
      values_.reveal(t, draws_, means_, arm_, committed);
      books_.add_loss(values_.loss(arm_), Real(means_.loss()[committed]));
      for (int i = 0; i < num_constraints_; ++i)
        books_.add_violation(i, Real(mean_violation(i)[committed]), values_.violation(i, arm_));
    }
    return close(t, x);
  }

  // All sums over arms have one term, so the bits are those of `round`.
  const Feedback& round_of(std::int64_t t, const Vector<Real>& x, const Index<Real>& arms) override {
    means_.enter(t, x);
    const Real weight = gather<Real>(x.data(), arms);
    if (!all(weight == Real(1.0))) note_failures(t, !(weight == Real(1.0)), weight, weight);
    arm_ = {arms, from_index<Real>(arms)};
    values_.reveal_arm(arm_);
    values_.reveal(t, draws_, means_, arm_);
    books_.add_loss(values_.loss(arm_), gather<Real>(means_.loss(), arms));
    for (int i = 0; i < num_constraints_; ++i)
      books_.add_violation(i, gather<Real>(mean_violation(i), arms), values_.violation(i, arm_));
    return close(t, x);
  }

  const Feedback& round_in_rows(std::int64_t t, const RowStrategy<Real>& x) override {
    if constexpr (!carries_sums) {
      return round(t, x.vector(), -1);
    } else {
      means_.enter(t);
      if (!row_sums_) row_sums_.emplace(num_arms_, num_constraints_);
      const Mask<Real> fine = row_sums_->enter(t, x, means_, simplex_tolerance);
      if (!all(fine)) note_failures(t, !fine, row_sums_->total(), row_sums_->least());
      arm_ = row_sums_->draw_arm(Draws<Real>::uniform52(draws_.word(Stream::arm, t, 0)), x.weights());
      values_.reveal_arm(arm_);
      values_.reveal(t, draws_, means_, arm_);
      books_.add_loss(values_.loss(arm_), row_sums_->loss());
      for (int i = 0; i < num_constraints_; ++i)
        books_.add_violation(i, row_sums_->violation(i), values_.violation(i, arm_));
      return close(t, measures_.empty() ? cumulative_ : x.vector());
    }
  }

  void record_mixture(const Vector<Real>& mixture) override {
    mixes_ = true;
    for (int i = 0; i < num_constraints_; ++i) books_.add_mixture_violation(i, violation_of(i, mixture));
  }

  Real so_far(Quantity metric) const override { return books_.sum(quantity_info(metric)); }

  std::vector<TrialResult> results() override {
    std::vector<TrialResult> trials;
    for (int k = 0; k < lanes<Real>; ++k) trials.push_back(result(k));
    if constexpr (adaptive)
      for (const auto& stage : means_.stages()) enter_reported(trials, work_.quantities, stage->reported());
    return trials;
  }

  bool can_be_saved() const override { return means_.can_be_saved() && measures_.can_be_saved(); }
  void save(StateWriter& writer) override { state(writer); }
  void restore(StateReader& reader) override { state(reader); }

 private:
  template <class Archive>
  void state(Archive& archive) {
    archive(means_, books_, measures_, mixes_, failures_);
    if constexpr (adaptive) archive(path_);
    if constexpr (carries_sums) archive(row_sums_);
  }
  static constexpr bool adaptive = MeansOf<Real>::adaptive;
  /// Only bandit learners change one arm at a time; adaptive means differ from lane to lane.
  static constexpr bool carries_sums = !adaptive && std::is_same_v<Feedback, BanditFeedback<Real>>;

  /// Ends a round. x: read if there are measures.
  const Feedback& close(std::int64_t t, const Vector<Real>& x) {
    if constexpr (adaptive) path_.add(means_);
    if (!measures_.empty()) [[unlikely]]
      measures_.add(t, x, arm_.index, means_, values_.loss(arm_), [this](int i) { return values_.violation(i, arm_); });
    if (books_.close(t)) {
      if constexpr (adaptive) path_.snapshot();
      if (!measures_.empty()) measures_.snapshot();
    }
    means_.leave(arm_.index);  // from now on the adversary may use a_t
    return values_.feedback();
  }

  const typename MeansOf<Real>::Mean* mean_violation(int i) const { return means_.violation() + i * num_arms_; }

  /// gbar_{t,i}'x.
  Real violation_of(int i, const Vector<Real>& x) const {
    Real expected(0.0);
    const Real* strategy = x.data();
    const auto* mean = mean_violation(i);
    for (int a = 0, K = num_arms_; a < K; ++a) expected = fma(strategy[a], Real(mean[a]), expected);
    return expected;
  }

  /// Computes the partial sums of x_t for the draw; returns lbar_t'x_t and gbar_{t,1}'x_t. Checks that x_t is in the
  /// simplex.
  std::array<Real, 2> expected_values(std::int64_t t, const Vector<Real>& x) {
    Real total(0.0), loss(0.0), violation(0.0), least(infinity);
    const Real* strategy = x.data();
    const auto* mean_loss = means_.loss();
    const auto* mean = mean_violation(0);
    Real* cumulative = cumulative_.data();
    for (int a = 0, K = num_arms_; a < K; ++a) {
      const Real weight = strategy[a];
      total += weight;
      cumulative[a] = total;
      least = min(weight, least);
      loss = fma(weight, Real(mean_loss[a]), loss);
      violation = fma(weight, Real(mean[a]), violation);
    }
    const Mask<Real> fine = (abs(total - Real(1.0)) <= Real(simplex_tolerance)) & (least >= Real(0.0));
    if (!all(fine)) note_failures(t, !fine, total, least);
    return {loss, violation};
  }

  void draw_arm(std::int64_t t) {
    const Real threshold = Draws<Real>::uniform52(draws_.word(Stream::arm, t, 0)) * cumulative_[num_arms_ - 1];
    Real number(0.0);
    const Real* cumulative = cumulative_.data();
    for (int a = 0, last = num_arms_ - 1; a < last; ++a)
      number += select(cumulative[a] <= threshold, Real(1.0), Real(0.0));
    arm_ = {to_index(number), number};
    values_.reveal_arm(arm_);
  }

  /// Sets a_t without a draw.
  void commit(std::int64_t t, const Vector<Real>& x, int arm) {
    if (!all(x[arm] == Real(1.0))) note_failures(t, !(x[arm] == Real(1.0)), x[arm], x[arm]);
    arm_.index.fill(arm);
    arm_.number = Real(arm);
    values_.reveal_arm(arm_);
  }

  [[gnu::cold, gnu::noinline]] void note_failures(std::int64_t t, Mask<Real> failed, const Real& total,
                                                  const Real& least) {
    for (int k = 0; k < lanes<Real>; ++k) {
      auto& failure = failures_[static_cast<std::size_t>(k)];
      if (!mask_lane(failed, k) || failure) continue;
      failure = Failure{t, "strategy left the simplex (sum " + std::to_string(lane(total, k)) + ", least entry " +
                               std::to_string(lane(least, k)) + "; expected sum 1 and no negative entry)"};
    }
  }

  TrialResult result(int k) const {
    TrialResult trial(work_.shape());
    trial.trial = first_ + k;
    trial.failure = failures_[static_cast<std::size_t>(k)];
    report(trial, work_, books_, path_, mixes_, k);
    report_measures(trial, work_, measures_, k);
    return trial;
  }

  CellWork work_;
  std::int64_t first_;
  int num_arms_;
  int num_constraints_;
  Draws<Real> draws_;
  MeansOf<Real> means_;
  RealisedValues<Real, Feedback, MeansOf, NoiseModel> values_;
  Books<Real> books_;
  std::conditional_t<adaptive, AdaptivePath<Real>, NoPath> path_;
  Measures<Real> measures_;
  Vector<Real> cumulative_;
  std::optional<RowSums<Real>> row_sums_{};  ///< once there has been a round in rows
  DrawnArm<Real> arm_;
  bool mixes_ = false;
  std::array<std::optional<Failure>, static_cast<std::size_t>(lanes<Real>)> failures_;
};

template <class Real, class Feedback, template <class> class MeansOf>
std::unique_ptr<Referee<Real, Feedback>> referee_with_noise(const CellWork& work, std::int64_t first) {
  if (work.adversary->noise.law) return std::make_unique<RoundReferee<Real, Feedback, MeansOf, LawNoise>>(work, first);
  switch (work.adversary->noise.kind) {
    case NoiseKind::bernoulli:
      return std::make_unique<RoundReferee<Real, Feedback, MeansOf, BernoulliNoise>>(work, first);
    case NoiseKind::uniform:
      return std::make_unique<RoundReferee<Real, Feedback, MeansOf, UniformNoise>>(work, first);
    case NoiseKind::beta:
      return std::make_unique<RoundReferee<Real, Feedback, MeansOf, LawNoise>>(work, first);
    case NoiseKind::none:
      return std::make_unique<RoundReferee<Real, Feedback, MeansOf, NoNoise>>(work, first);
  }
  __builtin_unreachable();
}

}  // namespace regretta::detail

namespace regretta {

template <class Real, class Feedback>
std::unique_ptr<Referee<Real, Feedback>> make_referee(const CellWork& work, std::int64_t first) {
  return work.adversary->oblivious() ? detail::referee_with_noise<Real, Feedback, ObliviousMeans>(work, first)
                                     : detail::referee_with_noise<Real, Feedback, AdaptiveMeans>(work, first);
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
