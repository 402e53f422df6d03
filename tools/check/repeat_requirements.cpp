#include "regretta/tools/check/repeat_requirements.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/engine/trial/play/round_watcher.hpp"
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
std::vector<double> record_of(const BoundLearner& learner, const CellWork& work, std::int64_t trial = watched_trial) {
  std::vector<double> record;
  record.reserve(static_cast<std::size_t>(work.problem.horizon * work.problem.num_arms) + num_quantities);
  StrategyRecorder recorder(record);
  const TrialResult result = learner.run(work, trial, 1, RunControl{.watcher = &recorder}).front();
  record.insert(record.end(), result.quantities.begin(), result.quantities.end());
  return record;
}

/// The first number in which two records differ.
Counterexample difference(const std::vector<double>& a, const std::vector<double>& b, const CellWork& work,
                          std::string_view how) {
  const auto K = static_cast<std::size_t>(work.problem.num_arms);
  const auto rounds = static_cast<std::size_t>(work.problem.horizon);
  for (std::size_t n = 0; n < std::min(a.size(), b.size()); ++n) {
    if (as_word(a[n]) == as_word(b[n])) continue;
    if (n < rounds * K)
      return fmt::format("trial {}, round {}: x_t({}) is {:.17g}, and {:.17g} {}", watched_trial, n / K + 1, n % K + 1,
                         a[n], b[n], how);
    return fmt::format("trial {}: {} is {:.17g}, and {:.17g} {}", watched_trial,
                       quantity_names[(n - rounds * K) % num_quantities], a[n], b[n], how);
  }
  return a.size() == b.size() ? "" : fmt::format("trial {}: another number of rounds {}", watched_trial, how);
}

}  // namespace

RepeatedPlay repeated_trial(const BoundLearner& learner, const CellWork& work) {
  const auto play = [&] { return record_of(learner, work); };
  const auto after_others = [&] {
    for (std::int64_t trial = 0; trial < watched_trial; ++trial) learner.run(work, trial, 1, RunControl{});
    learner.run(work, 8, pack_trials, RunControl{});
    return record_of(learner, work);
  };
  return {play, after_others,
          [&](const auto& a, const auto& b, std::string_view how) { return difference(a, b, work, how); }};
}

Counterexample changes_with_the_clock(const RepeatedPlay& repeated) {
  const std::vector<double> now = isolated_numbers(repeated.play);
  return repeated.difference(now, isolated_numbers(repeated.play),
                             "played a moment later; it reads the clock, or draws truly random numbers?");
}

Counterexample changes_with_addresses(const RepeatedPlay& repeated) {
  const auto play = [&](std::size_t blocks, int byte) {
    return isolated_numbers([&, blocks, byte] {
      disturb_heap(blocks, byte);
      return repeated.play();
    });
  };
  const std::vector<double> one = play(0, 0);
  Counterexample found =
      repeated.difference(one, play(0, 0xA5), "where fresh memory holds other bytes; a member is not initialised?");
  for (const std::size_t blocks : {1U, 2U, 3U, 5U})
    if (found.empty())
      found = repeated.difference(one, play(blocks, 0),
                                  "elsewhere in memory; it depends on an address, or on an order of pointers?");
  return found;
}

Counterexample changes_with_company(const RepeatedPlay& repeated) {
  const std::vector<double> first = isolated_numbers(repeated.play);
  return repeated.difference(first, isolated_numbers(repeated.play_after_others),
                             "played after others; a static or global variable remembers a trial that ran before?");
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

Counterexample sees_the_means(const BoundLearner& a, const BoundLearner& b, const CellWork& work_a,
                              const CellWork& work_b) {
  std::vector<double> one = record_of(a, work_a), other = record_of(b, work_b);
  const auto strategies = static_cast<std::size_t>(work_a.problem.horizon * work_a.problem.num_arms);
  for (auto* record : {&one, &other}) record->resize(std::min(record->size(), strategies));
  return difference(one, other, work_a, "where only the means differ, not what it is told");
}

}  // namespace regretta
