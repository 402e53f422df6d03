#include "regretta/tools/check/repeat_requirements.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/engine/trial/play/round_watcher.hpp"
#include "regretta/tools/check/fixed_schedule.hpp"
#include "regretta/tools/check/hand_trial.hpp"
#include "regretta/tools/check/isolated.hpp"

namespace regretta {
namespace {

constexpr std::int64_t watched_trial = 3;

/// Writes down every x_t.
class StrategyRecorder final : public RoundWatcher {
 public:
  explicit StrategyRecorder(std::vector<double>& record) : record_(record) {}
  void begins(std::int64_t, const Vector<double>& x, int) override {
    record_.insert(record_.end(), x.begin(), x.end());
  }
  void ends(std::int64_t, const Internals&) override {}

 private:
  std::vector<double>& record_;
};

/// Every x_t of a trial that is played alone, T x K numbers, then its quantities.
std::vector<double> record_of(const BoundLearner& learner, const CellWork& work) {
  std::vector<double> record;
  record.reserve(static_cast<std::size_t>(work.problem.horizon * work.problem.num_arms) + num_quantities);
  StrategyRecorder recorder(record);
  fill_stack();
  const TrialResult result = learner.run(work, watched_trial, 1, RunControl{.watcher = &recorder}).front();
  record.insert(record.end(), result.quantities.begin(), result.quantities.end());
  return record;
}

/// The same of the first rounds, where the learner lies on the heap and not on the stack.
std::vector<double> hand_record_of(const BoundLearner& learner, const CellWork& work) {
  constexpr std::int64_t most_by_hand = 200;
  std::vector<double> record;
  if (!learner.by_hand) return record;
  HandTrial trial(work, watched_trial);
  fill_stack();
  const auto played = learner.by_hand(work, 1);
  for (std::int64_t t = 1; t <= std::min(work.problem.horizon, most_by_hand); ++t) {
    played->begin(work.seed, watched_trial, t);
    const std::vector<HandRound>& round = trial.round(t, *played);
    for (int a = 0; a < work.problem.num_arms; ++a) record.push_back(played->weight(a, 0));
    played->end(round);
  }
  return record;
}

/// The first number in which two records differ.
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
  return a.size() == b.size() ? "" : fmt::format("trial {}: another number of rounds {}", watched_trial, how);
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

Counterexample changes_with_the_clock(const RepeatedPlay& repeated) {
  const std::vector<double> now = isolated_numbers(repeated.play);
  return repeated.difference(now, isolated_numbers(repeated.play),
                             "played a moment later; it reads the clock, or draws truly random numbers?");
}

Counterexample changes_with_fresh_memory(const RepeatedPlay& repeated) {
  const auto play = [&](unsigned char byte) {
    return isolated_numbers([&, byte] {
      fill_heap(byte);
      std::vector<double> numbers = repeated.play();
      use_up_heap(64);  // a write past an end is noticed where the memory after it is handed out
      return numbers;
    });
  };
  return repeated.difference(play(0x40), play(0xBF),  // as doubles 32.5 and -0.12
                             "where fresh memory holds other bytes; a member that the constructor does not set, "
                             "elements of a vector that nothing has set, or a read past an end?");
}

Counterexample changes_with_addresses(const RepeatedPlay& repeated) {
  const auto play = [&](std::size_t blocks) {
    return isolated_numbers([&, blocks] {
      fill_heap(0x40);
      use_up_heap(blocks);
      return repeated.play();
    });
  };
  const std::vector<double> one = play(0);
  Counterexample found;
  for (const std::size_t blocks : {1U, 2U, 3U, 5U})
    if (found.empty())
      found = repeated.difference(one, play(blocks),
                                  "elsewhere in memory; it depends on an address, or on an order of pointers?");
  return found;
}

Counterexample changes_with_company(const RepeatedPlay& repeated) {
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

Counterexample changes_when_repeated(const RepeatedPlay& repeated) {
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

Counterexample ignores_feedback(const BoundLearner& learner, const CellWork& work) {
  const auto schedule = fixed_schedule(learner, work);
  if (!schedule) return {};
  return fmt::format(
      "trials 0 to {}: x_t changes in round {}, and is the same in all of these trials in each of {} rounds, whatever "
      "feedback they see; a fixed schedule, or a generator of its own, which draws the same numbers in every trial "
      "(they should come from draw(random))?",
      watched_trials - 1, schedule->first_change, schedule->rounds);
}

Counterexample sees_the_means(const BoundLearner& a, const BoundLearner& b, const CellWork& work_a,
                              const CellWork& work_b) {
  std::vector<double> one = record_of(a, work_a), other = record_of(b, work_b);
  const auto strategies = static_cast<std::size_t>(work_a.problem.horizon * work_a.problem.num_arms);
  for (auto* record : {&one, &other}) record->resize(std::min(record->size(), strategies));
  return difference(one, other, work_a, "where only the means differ, not what it is told");
}

}  // namespace regretta
