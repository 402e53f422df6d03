#include "regretta/engine/evidence/tables/facts.hpp"

#include <cmath>
#include <cstring>
#include <span>
#include <utility>

#include "regretta/engine/study/text/study.hpp"

namespace regretta {
namespace {

/// Visits every number that all facts have, in the order in which they are stored.
template <class Facts, class Visit>
void for_each_fact(Facts& facts, const Visit& visit) {
  const auto visit_interval = [&visit](auto& interval) {
    visit(interval.low);
    visit(interval.high);
  };
  visit(facts.from_plugins);
  visit(facts.arms_played);
  for (auto& reach : facts.reach) visit_interval(reach);
  for (auto& point : facts.reach_on_curve)
    for (auto& reach : point) visit_interval(reach);
  visit(facts.summary.trials);
  visit(facts.summary.infeasible);
  visit(facts.summary.failed);
  for_each_statistic(facts.summary, [&visit](auto& statistic) {
    visit(statistic.count);
    for (auto* x : {&statistic.mean, &statistic.se, &statistic.third, &statistic.q05, &statistic.q50, &statistic.q95})
      visit(*x);
  });
  for (auto& bound : facts.bounds) {
    visit(bound.value);
    visit(bound.failure_probability);
    visit(bound.applies);
  }
}

/// Little-endian doubles, counts and flags, too.
class NumberReader {
 public:
  explicit NumberReader(std::span<const std::byte> bytes) : next_(bytes.data()) {}
  void take(double& x) { x = next(); }
  void take(bool& flag) { flag = take_count(1) != 0; }
  void take(ArmsPlayed& arms) { arms = static_cast<ArmsPlayed>(take_count(static_cast<int>(ArmsPlayed::unknown))); }
  void take(std::int64_t& count) { count = take_count(max_trials); }
  bool is_sound() const { return sound_; }

 private:
  double next() {
    double x;
    std::memcpy(&x, next_, sizeof x);
    next_ += sizeof x;
    return x;
  }
  std::int64_t take_count(std::int64_t most) {
    const double x = next();
    const bool is_count = x >= 0 && x <= static_cast<double>(most) && x == std::floor(x);
    sound_ = sound_ && is_count;
    return is_count ? static_cast<std::int64_t>(x) : 0;
  }

  const std::byte* next_;
  bool sound_ = true;
};

std::size_t numbers_in(const StoredFacts& facts) {
  std::size_t numbers = 0;
  for_each_fact(facts, [&numbers](const auto&) { ++numbers; });
  return numbers;
}

}  // namespace

bool StoredFacts::has(const TrialShape& shape) const {
  return reach.size() == shape.quantities && reach_on_curve.size() == shape.checkpoints &&
         (reach_on_curve.empty() || reach_on_curve.front().size() == shape.curve_quantities);
}

StoredFacts::StoredFacts(const TrialShape& shape)
    : reach(shape.quantities, {-infinity, infinity}),
      reach_on_curve(shape.checkpoints, std::vector<Interval>(shape.curve_quantities, {-infinity, infinity})),
      summary(shape),
      bounds(shape.quantities) {}

FactsRow row_of(StoredFacts facts) {
  std::vector<double> numbers;
  for_each_fact(facts, [&numbers](auto& x) {
    const auto number = static_cast<double>(x);
    numbers.push_back(std::isnan(number) ? Statistic::nan : number);
  });
  if (facts.has_rare_mode) numbers.push_back(*facts.has_rare_mode ? 1 : 0);
  const std::span<const std::byte> bytes = std::as_bytes(std::span(numbers));
  return {facts.from_trials ? facts.summary.trials : 0, {bytes.begin(), bytes.end()}};
}

bool read_facts(const FactsRow& row, StoredFacts& facts) {
  const std::size_t least = numbers_in(facts) * sizeof(double);
  const bool has_mode = row.bytes.size() == least + sizeof(double);
  if (row.bytes.size() != least && !has_mode) return false;
  NumberReader numbers(row.bytes);
  for_each_fact(facts, [&numbers](auto& x) { numbers.take(x); });
  facts.has_rare_mode.reset();
  if (has_mode) numbers.take(facts.has_rare_mode.emplace());
  facts.from_trials = row.trials > 0;
  return numbers.is_sound();
}

std::optional<StoredFacts> facts_of(const FactsRow& row, const TrialShape& shape) {
  StoredFacts facts(shape);
  return read_facts(row, facts) ? std::optional(std::move(facts)) : std::nullopt;
}

}  // namespace regretta
