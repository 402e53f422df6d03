#include "regretta/tools/check/fixed_schedule.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/play/round_watcher.hpp"

namespace regretta {
namespace {

/// Means that are far from what they were.
template <class Real>
class OtherMeans final : public Adaptive<Real> {
 public:
  OtherMeans(const Problem&, bool) {}
  void move(std::int64_t, const Vector<Real>&, Means<Real>& means) override {
    for (Real& x : means.loss) x = select(x < Real(0.5), Real(1.0), Real(0.0));
    for (Real& x : means.violation.reshaped()) x = select(x < Real(0.0), Real(1.0), Real(-1.0));
  }
};

CellWork with_other_means(CellWork work) {
  Adversary adversary = *work.adversary;
  AdaptiveStage stage = adaptive_stage<OtherMeans>("other means", adversary, true);
  stage.moves_losses = stage.moves_violations = true;
  adversary.adaptive.push_back(std::move(stage));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

/// Writes down every x_t of the first rounds of a trial, or ends it where x_t differs from that of another.
class StrategyWatcher final : public RoundWatcher {
 public:
  explicit StrategyWatcher(std::int64_t rounds, const StrategyWatcher* first = nullptr)
      : rounds_(rounds), first_(first) {}

  void begins(std::int64_t t, const Vector<double>& x, int) override {
    const auto K = static_cast<std::size_t>(x.size()), from = static_cast<std::size_t>(t - 1) * K;
    if (first_ == nullptr) {
      x_.insert(x_.end(), x.begin(), x.end());
      if (first_change_ == 0 && !is_row(x_, 0, x)) first_change_ = t;
    } else if (!is_row(first_->x_, from, x)) {
      is_alike_ = false;
      throw Interrupted();
    }
    played_ = t;
  }
  void ends(std::int64_t t, const Internals&) override {
    if (t >= rounds_) throw Interrupted();
  }

  std::int64_t first_change() const { return first_change_; }
  std::int64_t played() const { return played_; }
  bool is_alike() const { return is_alike_ && played_ == first_->played_; }

 private:
  static bool is_row(const std::vector<double>& all, std::size_t from, const Vector<double>& x) {
    const auto row = std::span(all).subspan(from, static_cast<std::size_t>(x.size()));
    return std::equal(row.begin(), row.end(), x.begin(), [](double a, double b) { return as_word(a) == as_word(b); });
  }

  std::int64_t rounds_;
  const StrategyWatcher* first_;
  std::vector<double> x_;
  bool is_alike_ = true;
  std::int64_t first_change_ = 0, played_ = 0;
};

void watch(const BoundLearner& learner, const CellWork& work, std::int64_t trial, StrategyWatcher& watcher) {
  try {
    learner.run(work, trial, 1, RunControl{.watcher = &watcher});
  } catch (const Interrupted&) {
  }
}

std::optional<FixedSchedule> schedule_within(const BoundLearner& learner, const CellWork& work, std::int64_t rounds) {
  StrategyWatcher first(rounds);
  watch(learner, work, 0, first);
  if (first.played() != rounds || first.first_change() == 0) return std::nullopt;
  const auto is_like_first = [&](const CellWork& cell, std::int64_t trial) {
    StrategyWatcher other(rounds, &first);
    watch(learner, cell, trial, other);
    return other.is_alike();
  };
  for (std::int64_t trial = 1; trial < watched_trials; ++trial)
    if (!is_like_first(work, trial)) return std::nullopt;
  if (!is_like_first(with_other_means(work), 0)) return std::nullopt;
  return FixedSchedule{rounds, first.first_change()};
}

}  // namespace

std::optional<FixedSchedule> fixed_schedule(const BoundLearner& learner, const CellWork& work) {
  constexpr std::int64_t most_numbers = 1 << 20;
  const std::int64_t rounds =
      std::min(work.problem.horizon, std::max<std::int64_t>(most_numbers / work.problem.num_arms, 1));
  try {
    return schedule_within(learner, work, rounds);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace regretta
