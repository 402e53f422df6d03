#pragma once
/// Watching a single trial from outside the round loop. Set RunControl::watcher; it is called from the thread that
/// plays the trial.

#include <memory>
#include <utility>

#include "regretta/engine/trial/contract/internals.hpp"
#include "regretta/engine/trial/round/referee.hpp"

namespace regretta {

/// Receives every round of a trial that is played alone.
class RoundWatcher {
 public:
  virtual ~RoundWatcher() = default;
  /// Round t has been played. x: x_t, K. arm: a_t if the learner observes it, or -1.
  virtual void begins(std::int64_t t, const Vector<double>& x, int arm) = 0;
  /// Round t has ended. learner: its state after observe().
  virtual void ends(std::int64_t t, const Internals& learner) = 0;
};

/// A referee that reports every x_t to a watcher.
template <class Feedback>
class WatchedReferee final : public Referee<double, Feedback> {
 public:
  WatchedReferee(std::unique_ptr<Referee<double, Feedback>> referee, RoundWatcher& watcher)
      : referee_(std::move(referee)), watcher_(watcher) {}
  const Feedback& round(std::int64_t t, const Strategy<double>& x) override {
    const Feedback& seen = referee_->round(t, x);
    // In rows it is drawn from sums over eight arms, which may differ in the last digit from those over a vector.
    int arm = -1;
    if constexpr (requires { seen.arm(); }) arm = static_cast<int>(seen.arm()[0]);
    watcher_.begins(t, x.vector(), arm);
    return seen;
  }
  void record_mixture(const Vector<double>& mixture) override { referee_->record_mixture(mixture); }
  std::vector<TrialResult> results() override { return referee_->results(); }

 private:
  std::unique_ptr<Referee<double, Feedback>> referee_;
  RoundWatcher& watcher_;
};

}  // namespace regretta
