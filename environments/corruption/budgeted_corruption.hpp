#pragma once
/// Corruption of the violations with an exact budget, in the units of C (engine/trial/PROTOCOL.md). Corrupting
/// constraint i in round t costs the sum over its targets of |value - gbar_{t,i}(a)|. C_i is the sum of these costs
/// over rounds, and C = max_i C_i is the budget. The budget is spent exactly: rounds are corrupted in full in the order
/// of the schedule, and the last round in part.
///
/// At most T / 2 rounds may be visited. The median of a stationary base is then unchanged, and the measured C of the
/// environment equals the budget.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/environments/corruption/directions.hpp"
#include "regretta/environments/corruption/schedules.hpp"
#include "regretta/environments/processes/parts.hpp"

namespace regretta {

/// Corrupts the violations. Throws InputError with the key "kind" if they are adaptive, with the key of the budget if
/// the schedule cannot spend it, and with a key of the direction or the schedule if a parameter does not fit.
struct BudgetedCorruption {
  std::optional<double> budget{};           ///< C >= 0
  std::optional<double> budget_fraction{};  ///< C / T >= 0
  std::optional<double> budget_sqrt{};      ///< C / sqrt(T) >= 0
  Schedule schedule{};
  Direction direction{};

  static void fields(auto& p, auto&& visit) {
    visit_budget(p, visit);
    visit("schedule", p.schedule, "which rounds are corrupted");
    visit("direction", p.direction, "what a corrupted round does to the violations");
  }

  void apply(std::uint64_t seed, Adversary& adversary) const;
};

/// Corrupts the violations at these targets until the budget is spent. Returns the visited rounds. Throws
/// InputError{"budget"} as spend_budget does.
VisitedRounds corrupt(Adversary& adversary, std::vector<Target> targets, const ScheduleChoice& choice, double budget);

/// If constraints are costs with thresholds, clips the values of targets to the range of the violations. If the study
/// names the values (is_named), throws InputError{"value"} instead of clipping.
void keep_in_range(const Adversary& adversary, std::vector<Target>& targets, bool is_named);

/// The rounds in which a budget is spent.
struct Spending {
  VisitedRounds rounds;          ///< the fully corrupted rounds, then the partial round, if any
  std::int64_t full_rounds = 0;  ///< number of fully corrupted rounds
  double fraction = 0;           ///< share of the full corruption in the partial round; 0: no partial round
};

/// Finds the rounds to corrupt. Throws InputError{"budget"} if the budget needs more rounds than the schedule may
/// visit; the message names the largest possible budget.
Spending spend_budget(const MeanRows& base, const std::vector<Target>& targets, int num_arms, int num_constraints,
                      const ScheduleChoice& choice, double budget);

/// The violations after corruption. Rows 0..R-1 are the rows of the base, R..2R-1 the same rows corrupted in full, and
/// row 2R is the row of the partial round.
class CorruptedRows {
 public:
  CorruptedRows(MeanRows base, std::vector<Target> targets, int num_arms, Spending spending)
      : base_(std::move(base)),
        num_base_rows_(base_.num_rows()),
        targets_(std::move(targets)),
        num_arms_(num_arms),
        spending_(spending) {
    if (spending_.fraction > 0) {
      partial_round_ = spending_.rounds.round_at(spending_.full_rounds);
      partial_base_row_ = base_.row_at(partial_round_);
    }
  }

  std::int64_t num_rows() const { return 2 * num_base_rows_ + (partial_round_ > 0 ? 1 : 0); }
  std::int64_t row_at(std::int64_t t) const {
    if (t == partial_round_) return 2 * num_base_rows_;
    const std::int64_t position = spending_.rounds.position_of(t);
    const bool corrupted = position >= 0 && position < spending_.full_rounds;
    return base_.row_at(t) + (corrupted ? num_base_rows_ : 0);
  }
  std::int64_t same_until(std::int64_t t) const {
    if (t == partial_round_) return t;
    const std::int64_t u = std::min(base_.same_until(t), spending_.rounds.same_until(t));
    return t < partial_round_ ? std::min(u, partial_round_ - 1) : u;
  }
  void read(std::int64_t row, std::span<double> out) const {
    const bool partial = row == 2 * num_base_rows_;
    base_.read(partial ? partial_base_row_ : row % num_base_rows_, out);
    if (row < num_base_rows_) return;
    for (const Target& target : targets_) target.corrupt(out, num_arms_, partial ? spending_.fraction : 1);
  }

 private:
  MeanRows base_;
  std::int64_t num_base_rows_;
  std::vector<Target> targets_;
  int num_arms_;
  Spending spending_;
  std::int64_t partial_round_ = 0;  ///< 0: none
  std::int64_t partial_base_row_ = 0;
};

/// Corruption in consecutive blocks of rounds. Each block moves one entry of the violations to a value, until its share
/// of the budget is spent. Studies and searches can thus express any corruption of one entry at a time with few
/// changes.
///
/// Every list has one element per block; all but `arms` may be left out. Throws InputError for lists of unequal length,
/// for a budget that the blocks cannot spend, and for more than T / 2 corrupted rounds.
struct PiecewiseCorruption {
  std::optional<double> budget{};           ///< C >= 0
  std::optional<double> budget_fraction{};  ///< C / T >= 0
  std::optional<double> budget_sqrt{};      ///< C / sqrt(T) >= 0
  std::vector<double> arms{};               ///< arm of each block, from 1; required
  std::vector<double> constraints{};        ///< constraint of each block, from 1; empty: the first
  std::vector<double> values{};             ///< violation in each block, in [-1, 1]; empty: 1
  std::vector<double> shares{};             ///< share of the budget per block, up to a common factor; empty: equal
  std::vector<double> pauses{};             ///< uncorrupted rounds before each block, as fractions of T; empty: 0

  static void fields(auto& p, auto&& visit) {
    visit_budget(p, visit);
    visit("arms", p.arms, Range{1, 1e6}, "the arm of each block, counted from 1");
    visit("constraints", p.constraints, Range{1, 1e6},
          "the constraint of each block, counted from 1; left out: the first");
    visit("values", p.values, Range{-1, 1}, "the mean violation in each block; left out: 1");
    visit("shares", p.shares, Range{0, 1e15},
          "share of each block in the budget, up to a factor; a block ends once it is spent; left out: equal");
    visit("pauses", p.pauses, Range{0, 1}, "uncorrupted rounds before each block, as fractions of T; left out: 0");
  }

  void apply(std::uint64_t seed, Adversary& adversary) const;
};

}  // namespace regretta
