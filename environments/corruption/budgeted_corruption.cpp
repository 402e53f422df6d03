#include "regretta/environments/corruption/budgeted_corruption.hpp"

#include <fmt/format.h>

namespace regretta {
namespace {

/// A budget within this relative distance of the cost of whole rounds counts as equal to that cost, so that rounding
/// errors do not add a round.
constexpr double spending_tolerance = 1e-12;

/// Running sums of C_i for m constraints, by Neumaier's compensated summation.
class SpentBudget {
 public:
  explicit SpentBudget(std::size_t num_constraints) : sum_(num_constraints), compensation_(num_constraints) {}

  void add(std::span<const double> cost) {
    for (std::size_t i = 0; i < sum_.size(); ++i) {
      const double next = sum_[i] + cost[i];
      compensation_[i] += abs(sum_[i]) >= abs(cost[i]) ? (sum_[i] - next) + cost[i] : (cost[i] - next) + sum_[i];
      sum_[i] = next;
    }
  }
  double spent(std::size_t i) const { return sum_[i] + compensation_[i]; }
  /// max_i C_i, after one more round of this cost unless `cost` is empty.
  double largest(std::span<const double> cost = {}) const {
    double result = 0;
    for (std::size_t i = 0; i < sum_.size(); ++i) result = max(result, spent(i) + (cost.empty() ? 0.0 : cost[i]));
    return result;
  }

 private:
  std::vector<double> sum_;
  std::vector<double> compensation_;  ///< rounding errors of sum_
};

/// The cost of a fully corrupted round, for each row of the base and each constraint.
class Costs {
 public:
  Costs(const MeanRows& base, const std::vector<Target>& targets, int num_arms, int num_constraints)
      : base_(base),
        num_constraints_(static_cast<std::size_t>(num_constraints)),
        cost_(static_cast<std::size_t>(base.num_rows()) * num_constraints_) {
    std::vector<double> row(static_cast<std::size_t>(num_arms) * num_constraints_);
    for (std::size_t r = 0; r < cost_.size() / num_constraints_; ++r) {
      base.read(static_cast<std::int64_t>(r), row);
      for (const Target& target : targets)
        cost_[r * num_constraints_ + static_cast<std::size_t>(target.constraint)] += target.cost(row, num_arms);
    }
  }
  std::size_t num_constraints() const { return num_constraints_; }
  std::span<const double> of_row(std::int64_t row) const {
    return {&cost_[static_cast<std::size_t>(row) * num_constraints_], num_constraints_};
  }
  std::span<const double> of_round(std::int64_t t) const { return of_row(base_.row_at(t)); }

  /// C if all rounds of a schedule are corrupted in full.
  double total(const VisitedRounds& rounds) const {
    SpentBudget spent(num_constraints_);
    for (std::int64_t position = 0; position < rounds.size(); ++position)
      spent.add(of_round(rounds.round_at(position)));
    return spent.largest();
  }

 private:
  const MeanRows& base_;
  std::size_t num_constraints_;
  std::vector<double> cost_;  ///< rows x m
};

[[noreturn]] void refuse_budget(double budget, double largest, const ScheduleChoice& choice) {
  if (largest == 0 && choice.most_rounds() > 0)
    throw InputError("budget", fmt::format("{} cannot be spent: every target already has the value that the corruption "
                                           "gives it; expected 0, or another target",
                                           budget));
  if (choice.most_rounds() < choice.horizon / 2)
    throw InputError("budget",
                     fmt::format("{} would carry the burst past the end: from round {} on there are {} of the "
                                 "{} rounds; the largest possible budget here is {}",
                                 budget, std::get<Burst>(choice.schedule).first(choice.horizon), choice.most_rounds(),
                                 choice.horizon, largest));
  throw InputError("budget",
                   fmt::format("{} would corrupt more than half of the {} rounds, and so move the median that C is "
                               "measured from; the largest possible budget here is {}",
                               budget, choice.horizon, largest));
}

/// Spends the budget on a stationary base, where n rounds cost n times as much as one.
Spending spend_on_one_row(const Costs& costs, const ScheduleChoice& choice, double budget) {
  double cost = 0;
  for (const double cost_of_constraint : costs.of_row(0)) cost = max(cost, cost_of_constraint);
  const double largest = static_cast<double>(choice.most_rounds()) * cost;
  if (budget > largest * (1 + spending_tolerance)) refuse_budget(budget, largest, choice);
  const double rounds = budget / cost;
  auto full = static_cast<std::int64_t>(rounds);
  double fraction = rounds - static_cast<double>(full);
  if (static_cast<double>(full + 1) - rounds <= rounds * spending_tolerance) full += 1, fraction = 0;
  if (fraction <= rounds * spending_tolerance) fraction = 0;
  return {choice.rounds(full + (fraction > 0 ? 1 : 0)), full, fraction};
}

/// An n, in general the smallest, whose rounds, all corrupted in full, cost at least the budget.
std::int64_t rounds_needed(const Costs& costs, const ScheduleChoice& choice, double budget) {
  const std::int64_t max_rounds = choice.most_rounds();
  const double required = budget * (1 - spending_tolerance);
  if (std::holds_alternative<Periodic>(choice.schedule)) {
    // Bisection, since the rounds for n are not among those for n + 1. With rows of unequal cost, a smaller n may
    // exist.
    const double largest = costs.total(choice.rounds(max_rounds));
    if (largest < required) refuse_budget(budget, largest, choice);
    std::int64_t low = 0, high = max_rounds;  // `high` rounds always cost enough
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      (costs.total(choice.rounds(middle)) >= required ? high : low) = middle;
    }
    return high;
  }
  const VisitedRounds visited = choice.rounds(max_rounds);
  const bool from_the_end = std::holds_alternative<Late>(choice.schedule);  // the last n rounds are visited
  SpentBudget spent(costs.num_constraints());
  for (std::int64_t n = 1; n <= max_rounds; ++n) {
    spent.add(costs.of_round(visited.round_at(from_the_end ? max_rounds - n : n - 1)));
    if (spent.largest() >= required) return n;
  }
  refuse_budget(budget, spent.largest(), choice);
}

/// `values`, or the default for each block if there are none. Throws InputError{key} for another number of values.
std::vector<double> one_per_block(const char* key, const std::vector<double>& values, std::size_t blocks,
                                  double default_value) {
  if (values.empty()) return std::vector<double>(blocks, default_value);
  check_count(key, "block", values.size(), static_cast<int>(blocks));
  return values;
}

/// Converts the number of an arm or constraint, from 1, to an index from 0. Throws InputError{key} for a fraction and
/// for a number above `count`.
int index_of(const char* key, double number, int count) {
  const auto index = static_cast<std::int64_t>(number);
  if (static_cast<double>(index) != number)
    throw InputError(key, fmt::format("{} is not a whole number, expected 1 to {}", number, count));
  check_index(key, index, count);
  return static_cast<int>(index - 1);
}

}  // namespace

Spending spend_budget(const MeanRows& base, const std::vector<Target>& targets, int num_arms, int num_constraints,
                      const ScheduleChoice& choice, double budget) {
  const Costs costs(base, targets, num_arms, num_constraints);
  if (base.num_rows() == 1) return spend_on_one_row(costs, choice, budget);

  const std::int64_t n = rounds_needed(costs, choice, budget);
  const VisitedRounds rounds = choice.rounds(n);
  SpentBudget spent(costs.num_constraints());
  for (std::int64_t position = 0; position < n; ++position) {
    const std::span<const double> cost = costs.of_round(rounds.round_at(position));
    const double spent_after = spent.largest(cost);
    if (spent_after > budget * (1 + spending_tolerance)) {
      double fraction = 1;
      for (std::size_t i = 0; i < cost.size(); ++i)
        if (cost[i] > 0) fraction = min(fraction, (budget - spent.spent(i)) / cost[i]);
      return {rounds, position, fraction};
    }
    if (spent_after >= budget * (1 - spending_tolerance)) return {rounds, position + 1, 0};
    spent.add(cost);
  }
  return {rounds, n, 0};  // unreachable: the n rounds cost at least the budget
}

VisitedRounds corrupt(Adversary& adversary, std::vector<Target> targets, const ScheduleChoice& choice, double budget) {
  const int K = adversary.num_arms, m = adversary.num_constraints;
  Spending spending = spend_budget(adversary.violations, targets, K, m, choice, budget);
  VisitedRounds rounds = spending.rounds;
  adversary.violations = CorruptedRows(adversary.violations, std::move(targets), K, std::move(spending));
  return rounds;
}

void keep_in_range(const Adversary& adversary, std::vector<Target>& targets, bool is_named) {
  if (adversary.costs.empty()) return;
  for (Target& target : targets) {
    const ViolationRange range = adversary.costs[static_cast<std::size_t>(target.constraint)].range();
    if (is_named && (target.value < range.low || target.value > range.high))
      throw InputError("value", fmt::format("{} is not a violation that a cost in [0, 1] can have; expected {} to {}",
                                            target.value, range.low, range.high));
    target.value = std::clamp(target.value, range.low, range.high);
  }
}

void BudgetedCorruption::apply(std::uint64_t seed, Adversary& adversary) const {
  const auto [key, C] = budget_of(*this, adversary.horizon);
  need_oblivious_violations(adversary);
  const ScheduleChoice choice{schedule, adversary.horizon, seed};
  choice.most_rounds();  // refuses a burst past the end even if C = 0
  const auto check = [&](const auto& chosen) {
    if constexpr (requires { chosen.check(adversary); }) chosen.check(adversary);
  };
  std::visit(check, direction);
  if (C == 0) return;
  std::vector<Target> targets = std::visit([&](const auto& chosen) { return chosen.targets(adversary); }, direction);
  keep_in_range(adversary, targets, std::holds_alternative<NamedTarget>(direction));
  try {
    corrupt(adversary, std::move(targets), choice, C);
  } catch (const InputError& error) {
    throw InputError(error.key() == "budget" ? key : error.key(), error.what());
  }
}

void PiecewiseCorruption::apply(std::uint64_t seed, Adversary& adversary) const {
  const std::int64_t T = adversary.horizon;
  const auto [key, C] = budget_of(*this, T);
  need_oblivious_violations(adversary);
  const std::size_t blocks = arms.size();
  if (blocks == 0) throw InputError("arms", "missing, expected the arm of each block, counted from 1");
  const std::vector<double> constraint_of = one_per_block("constraints", constraints, blocks, 1),
                            value_of = one_per_block("values", values, blocks, 1),
                            share_of = one_per_block("shares", shares, blocks, 1),
                            pause_of = one_per_block("pauses", pauses, blocks, 0);
  std::vector<std::vector<Target>> targets(blocks);
  std::vector<double> share_sums(static_cast<std::size_t>(adversary.num_constraints), 0.0);  // by constraint
  for (std::size_t k = 0; k < blocks; ++k) {
    const int i = index_of("constraints", constraint_of[k], adversary.num_constraints);
    targets[k] = {{i, index_of("arms", arms[k], adversary.num_arms), value_of[k]}};
    try {
      keep_in_range(adversary, targets[k], true);
    } catch (const InputError& error) {
      throw InputError("values", error.what());
    }
    share_sums[static_cast<std::size_t>(i)] += share_of[k];
  }
  const double total_share = *std::ranges::max_element(share_sums);
  if (total_share <= 0) throw InputError("shares", "are all 0; expected at least one above 0");
  if (C == 0) return;
  std::int64_t next = 1, visited = 0;  // next: the first round after the blocks so far
  for (std::size_t k = 0; k < blocks; ++k) {
    next += whole_rounds(pause_of[k], T);
    if (share_of[k] == 0) continue;
    if (next > T)
      throw InputError(key, fmt::format("block {} would begin after the last of the {} rounds; expected a smaller "
                                        "budget, or shorter pauses",
                                        k + 1, T));
    Burst burst;
    burst.burst_start = next;
    try {
      const VisitedRounds rounds = corrupt(adversary, targets[k], {burst, T, seed}, C * share_of[k] / total_share);
      next += rounds.size();
      visited += rounds.size();
    } catch (const InputError& error) {
      throw InputError(key, fmt::format("block {}: {}", k + 1, error.what()));
    }
  }
  if (visited > T / 2)
    throw InputError(
        key, fmt::format("{:g} would corrupt {} of the {} rounds; expected at most half of them", C, visited, T));
}

}  // namespace regretta
