#pragma once
/// Watches a single trial from outside the round loop, and records its rounds. Set RunControl::watcher and play one
/// trial; the watcher is called from the thread that plays it.

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "regretta/engine/trial/contract/reported.hpp"
#include "regretta/engine/trial/round/means.hpp"
#include "regretta/engine/trial/round/referee.hpp"

namespace regretta {

/// The interface of an object that receives every round of one trial.
class RoundWatcher {
 public:
  virtual ~RoundWatcher() = default;
  /// Called when round t has been played, before the learner observes it. x: x_t, K. arm: a_t, or -1 if the feedback
  /// does not contain it.
  virtual void begins(std::int64_t t, const Vector<double>& x, int arm) = 0;
  /// Called at the end of round t. learner: the learner's state after observe().
  virtual void ends(std::int64_t t, const Internals& learner) = 0;
};

/// A referee that reports every x_t of the trial in one lane to a watcher.
template <class Real, class Feedback>
class WatchedReferee final : public Referee<Real, Feedback> {
 public:
  WatchedReferee(std::unique_ptr<Referee<Real, Feedback>> referee, int lane, RoundWatcher& watcher)
      : referee_(std::move(referee)), lane_(lane), watcher_(watcher) {}
  const Feedback& round(std::int64_t t, const Strategy<Real>& x) override {
    const Feedback& seen = referee_->round(t, x);
    // Read a_t from the feedback instead of drawing it again from x: in trial-major order it is drawn from sums over
    // eight arms, which may differ in the last digit.
    int arm = -1;
    if constexpr (requires { seen.arm(); }) arm = static_cast<int>(seen.arm()[static_cast<std::size_t>(lane_)]);
    const Vector<Real>& lanes_of_x = x.vector();
    x_.resize(lanes_of_x.size());
    for (Eigen::Index a = 0; a < x_.size(); ++a) x_[a] = lane(lanes_of_x[a], lane_);
    watcher_.begins(t, x_, arm);
    return seen;
  }
  void record_mixture(const Vector<Real>& mixture) override { referee_->record_mixture(mixture); }
  std::vector<TrialResult> results() override { return referee_->results(); }

 private:
  std::unique_ptr<Referee<Real, Feedback>> referee_;
  int lane_;
  RoundWatcher& watcher_;
  Vector<double> x_{};
};

/// All numbers of one round. Valid only during the call of `visit`.
struct RoundRecord {
  std::int64_t t = 0;
  Vector<double> x;                    ///< x_t, K
  int arm = 0;                         ///< a_t, from 0
  Vector<double> mean_loss;            ///< lbar_t, K
  Vector<double> loss;                 ///< l_t, realised, K; also of arms that were not revealed
  Matrix<double> mean_violation;       ///< gbar_t, m x K
  Matrix<double> violation;            ///< g_t, realised, m x K
  Matrix<double> uncorrupted;          ///< gbar_t before its corruption, m x K; empty without corruption
  const Internals* learner = nullptr;  ///< the learner's state after the round
};

/// Watches one trial and calls `visit` with a RoundRecord at the end of every round. The record includes values that
/// the learner did not see: means and noise are functions of the trial, the round and the strategies so far, so they
/// can be recomputed. Used by `regretta replay`.
class RoundRecorder final : public RoundWatcher {
 public:
  RoundRecorder(const CellWork& work, std::int64_t trial, std::function<void(const RoundRecord&)> visit);
  void begins(std::int64_t t, const Vector<double>& x, int arm) override;
  void ends(std::int64_t t, const Internals& learner) override;

 private:
  using Full = FullFeedback<double>;
  using Bandit = BanditFeedback<double>;
  std::unique_ptr<Referee<double, Full>> means_, realised_;  ///< referees of the trial without and with noise
  std::unique_ptr<Referee<double, Bandit>> played_;          ///< referee that determines the arm
  std::shared_ptr<const Adversary> adversary_;
  std::optional<UncorruptedViolations<double>> uncorrupted_;
  std::function<void(const RoundRecord&)> visit_;
  RoundRecord round_;
};

}  // namespace regretta
