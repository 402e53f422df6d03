#pragma once
/// How a single trial is watched: from outside the round loop, which knows nothing of it.

#include <memory>
#include <utility>

#include "regretta/engine/trial/internals.hpp"
#include "regretta/engine/trial/referee.hpp"

namespace regretta {

class RoundWatcher {
 public:
  virtual ~RoundWatcher() = default;
  /// Round t begins: x_t, and the arm that has all its mass or -1.
  virtual void begins(std::int64_t t, const Vector<double>& x, int committed) = 0;
  /// Round t has ended: what the learner holds after it, that is before round t + 1.
  virtual void ends(std::int64_t t, const Internals& learner) = 0;
};

/// A referee that reports every x_t to a watcher.
template <class Feedback>
class WatchedReferee final : public Referee<double, Feedback> {
 public:
  WatchedReferee(std::unique_ptr<Referee<double, Feedback>> referee, RoundWatcher& watcher)
      : referee_(std::move(referee)), watcher_(watcher) {}
  const Feedback& round(std::int64_t t, const Vector<double>& x, int committed) override {
    watcher_.begins(t, x, committed);
    return referee_->round(t, x, committed);
  }
  void weigh_mixture(const Vector<double>& mixture) override { referee_->weigh_mixture(mixture); }
  std::vector<TrialResult> results() override { return referee_->results(); }

 private:
  std::unique_ptr<Referee<double, Feedback>> referee_;
  RoundWatcher& watcher_;
};

}  // namespace regretta
