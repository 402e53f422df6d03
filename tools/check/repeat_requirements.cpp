#include "regretta/tools/check/repeat_requirements.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/play/round_watcher.hpp"
#include "regretta/tools/check/isolated.hpp"
#include "regretta/tools/check/learner_requirements.hpp"

namespace regretta {
namespace {

/// Replaces all means by very different values.
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

/// Records every x_t of the first rounds of a trial; or, with a reference, ends the trial when an x_t differs.
class StrategyWatcher final : public RoundWatcher {
 public:
  explicit StrategyWatcher(std::int64_t rounds, const StrategyWatcher* reference = nullptr)
      : rounds_(rounds), reference_(reference) {}

  void begins(std::int64_t t, const Vector<double>& x, int) override {
    const auto K = static_cast<std::size_t>(x.size()), from = static_cast<std::size_t>(t - 1) * K;
    if (reference_ == nullptr) {
      x_.insert(x_.end(), x.begin(), x.end());
      if (first_change_ == 0 && !is_row(x_, 0, x)) first_change_ = t;
    } else if (!is_row(reference_->x_, from, x)) {
      is_alike_ = false;
      throw Interrupted();
    }
    played_ = t;
  }
  void ends(std::int64_t t, const Internals&) override {
    if (t >= rounds_) throw Interrupted();
  }

  const std::vector<double>& strategies() const { return x_; }
  std::int64_t first_change() const { return first_change_; }
  std::int64_t played() const { return played_; }
  bool is_alike() const { return is_alike_ && played_ == reference_->played_; }

 private:
  static bool is_row(const std::vector<double>& rows, std::size_t from, const Vector<double>& x) {
    const auto row = std::span(rows).subspan(from, static_cast<std::size_t>(x.size()));
    return std::equal(row.begin(), row.end(), x.begin(), [](double a, double b) { return as_word(a) == as_word(b); });
  }

  std::int64_t rounds_;
  const StrategyWatcher* reference_;
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
  constexpr std::int64_t most_numbers = 1 << 20;  // in a record
  const std::int64_t rounds =
      std::min(work.problem.horizon, std::max<std::int64_t>(most_numbers / work.problem.num_arms, 1));
  try {
    return schedule_within(learner, work, rounds);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

namespace {

constexpr std::int64_t watched_trial = 3;

/// Every x_t of a trial that is played alone, T x K numbers, then its quantities.
std::vector<double> record_of(const BoundLearner& learner, const CellWork& work) {
  StrategyWatcher watcher(work.problem.horizon + 1);
  const TrialResult result = learner.run(work, watched_trial, 1, RunControl{.watcher = &watcher}).front();
  std::vector<double> record = watcher.strategies();
  record.insert(record.end(), result.quantities.begin(), result.quantities.end());
  return record;
}

/// Every x_t of the first rounds of a stepped trial, whose learner is on the heap instead of the stack.
std::vector<double> hand_record_of(const BoundLearner& learner, const CellWork& work) {
  constexpr std::int64_t most_stepped_rounds = 200;
  std::vector<double> record;
  if (!learner.make_stepped) return record;
  SteppedTrial trial(work, watched_trial);
  const auto played = learner.make_stepped(work, 1);
  for (std::int64_t t = 1; t <= std::min(work.problem.horizon, most_stepped_rounds); ++t) {
    played->begin(work.seed, watched_trial, t);
    const std::vector<SteppedRound>& round = trial.round(t, *played);
    for (int a = 0; a < work.problem.num_arms; ++a) record.push_back(played->weight(a, 0));
    played->end(round);
  }
  return record;
}

/// The first number in which two records differ: an x_t of the trial, a quantity, or an x_t of the stepped trial.
Counterexample difference(const std::vector<double>& a, const std::vector<double>& b, const CellWork& work,
                          std::string_view how) {
  const auto K = static_cast<std::size_t>(work.problem.num_arms);
  const auto rounds = static_cast<std::size_t>(work.problem.horizon);
  for (std::size_t n = 0; n < std::min(a.size(), b.size()); ++n) {
    if (as_word(a[n]) == as_word(b[n])) continue;
    const std::size_t of_trial = rounds * K, quantity = n - of_trial, by_hand = quantity - num_quantities;
    if (n < of_trial || quantity >= num_quantities) {
      const std::size_t place = n < of_trial ? n : by_hand;
      return fmt::format("trial {}, round {}: x_t({}) is {:.17g}, and {:.17g} {}", watched_trial, place / K + 1,
                         place % K + 1, a[n], b[n], how);
    }
    return fmt::format("trial {}: {} is {:.17g}, and {:.17g} {}", watched_trial, quantity_names[quantity], a[n], b[n],
                       how);
  }
  return a.size() == b.size() ? "" : fmt::format("trial {}: the number of rounds differs {}", watched_trial, how);
}

}  // namespace

RepeatedPlay repeated_trial(const BoundLearner& learner, const CellWork& work, const BoundCell* another) {
  const auto play_others = [](const BoundLearner& playing, const CellWork& cell) {
    for (std::int64_t trial = 0; trial < watched_trial; ++trial) playing.run(cell, trial, 1, RunControl{});
    playing.run(cell, 8, pack_trials, RunControl{});
  };
  RepeatedPlay repeated{
      [&] {
        std::vector<double> record = record_of(learner, work);
        const std::vector<double> by_hand = hand_record_of(learner, work);
        record.insert(record.end(), by_hand.begin(), by_hand.end());
        return record;
      },
      [&learner, &work, play_others] { play_others(learner, work); },
      {},
      [&](const auto& a, const auto& b, std::string_view how) { return difference(a, b, work, how); }};
  if (another != nullptr)
    repeated.play_another_study = [another, play_others] { play_others(another->learner, another->work); };
  return repeated;
}

Counterexample clock_dependence(const RepeatedPlay& repeated) {
  const std::vector<double> now = isolated_numbers(repeated.play);
  return repeated.difference(now, isolated_numbers(repeated.play),
                             "played a moment later; it reads the clock, or draws truly random numbers?");
}

Counterexample history_dependence(const RepeatedPlay& repeated) {
  const std::vector<double> first = isolated_numbers(repeated.play);
  const auto after = [&](const std::function<void()>& others) {
    return isolated_numbers([&] {
      others();
      return repeated.play();
    });
  };
  Counterexample found =
      repeated.difference(first, after(repeated.play_others),
                          "played after others; a static or global variable remembers a trial that ran before?");
  if (found.empty() && repeated.play_another_study)
    found = repeated.difference(first, after(repeated.play_another_study),
                                "played after a study of another size in the same process; a static or global variable "
                                "remembers the other study?");
  return found;
}

Counterexample repeat_difference(const RepeatedPlay& repeated) {
  const std::vector<double> twice = isolated_numbers([&] {
    std::vector<double> both = repeated.play();
    const std::vector<double> second = repeated.play();
    both.insert(both.end(), second.begin(), second.end());
    return both;
  });
  const auto half = twice.begin() + static_cast<std::ptrdiff_t>(twice.size() / 2);
  return repeated.difference({twice.begin(), half}, {half, twice.end()},
                             "played a second time; it keeps something in a static or global variable?");
}

Counterexample ignored_feedback(const BoundLearner& learner, const CellWork& work) {
  const auto schedule = fixed_schedule(learner, work);
  if (!schedule) return {};
  return fmt::format(
      "trials 0 to {}: x_t changes in round {}, and is the same in all of these trials in each of {} rounds, whatever "
      "feedback they see; a fixed schedule, or a generator of its own, which draws the same numbers in every trial "
      "(they should come from draw(random))?",
      watched_trials - 1, schedule->first_change, schedule->rounds);
}

Counterexample means_dependence(const BoundLearner& a, const BoundLearner& b, const CellWork& work_a,
                                const CellWork& work_b) {
  std::vector<double> first = record_of(a, work_a), second = record_of(b, work_b);
  const auto strategies = static_cast<std::size_t>(work_a.problem.horizon * work_a.problem.num_arms);
  for (auto* record : {&first, &second}) record->resize(std::min(record->size(), strategies));
  return difference(first, second, work_a, "with other means, but the same feedback and problem");
}

}  // namespace regretta
