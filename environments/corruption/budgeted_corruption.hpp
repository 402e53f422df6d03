#pragma once
/// Corruption of the violations with an exact budget, in the units of C (engine/trial/PROTOCOL.md). Corrupting
/// constraint i in round t costs the sum over its targets of |value - gbar_{t,i}(a)|. C_i is the sum of these costs
/// over rounds, and C = max_i C_i is the budget. It is spent exactly: rounds are corrupted in full in the order of the
/// schedule, and the last one in part.
///
/// At most T / 2 rounds may be visited. The median of a stationary base then stays where it was, and the measured C of
/// the environment equals the budget.

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

/// Corrupts the violations. Throws InputError with the key "kind" if they are adaptive, with that of the budget if the
/// schedule cannot spend it, and with a key of the direction or the schedule if its parameters do not fit.
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

/// Corrupts the violations at these targets until the budget is spent. Returns the rounds that are visited. Throws
/// InputError{"budget"} as spend_budget does.
VisitedRounds corrupt(Adversary& adversary, std::vector<Target> targets, const ScheduleChoice& when, double budget);

/// Where constraints are costs with thresholds, clips targets to the range of the violations. If a study names the
/// value (is_named), throws InputError{"value"} instead.
void keep_in_range(const Adversary& adversary, std::vector<Target>& targets, bool is_named);

/// The rounds in which a budget is spent.
struct Spending {
  VisitedRounds rounds;          ///< the full rounds, then the partial one
  std::int64_t full_rounds = 0;  ///< positions 0..full_rounds-1 are corrupted in full
  double part = 0;  ///< fraction of the way by which the round at position full_rounds is moved; 0: no partial round
};

/// Finds the rounds to corrupt. Throws InputError{"budget"} if that takes more rounds than the schedule may visit; the
/// message gives the largest possible budget.
Spending spend_budget(const MeanRows& base, const std::vector<Target>& targets, int num_arms, int num_constraints,
                      const ScheduleChoice& when, double budget);

/// The violations after corruption. Rows 0..R-1 are those of the base, R..2R-1 are the same corrupted in full, and row
/// 2R is that of the partial round.
class CorruptedRows {
 public:
  CorruptedRows(MeanRows base, std::vector<Target> targets, int num_arms, Spending spending)
      : base_(std::move(base)),
        num_base_rows_(base_.num_rows()),
        targets_(std::move(targets)),
        num_arms_(num_arms),
        spending_(spending) {
    if (spending_.part > 0) {
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
    for (const Target& target : targets_) target.corrupt(out, num_arms_, partial ? spending_.part : 1);
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
/// All lists but `arms` may be left out; the others have one element per block. Throws InputError for lists of other
/// lengths, for a budget that the blocks cannot spend, and for more than T / 2 corrupted rounds.
struct PiecewiseCorruption {
  std::optional<double> budget{};           ///< C >= 0
  std::optional<double> budget_fraction{};  ///< C / T >= 0
  std::optional<double> budget_sqrt{};      ///< C / sqrt(T) >= 0
  std::vector<double> arms{};               ///< arm of each block, from 1; required
  std::vector<double> constraints{};        ///< constraint of each block, from 1; empty: the first
  std::vector<double> values{};             ///< violation in each block, in [-1, 1]; empty: 1
  std::vector<double> shares{};             ///< of the budget, up to a common factor; empty: equal
  std::vector<double> pauses{};             ///< uncorrupted rounds before each block, as fractions of T; empty: 0

  static void fields(auto& p, auto&& visit) {
    visit_budget(p, visit);
    visit("arms", p.arms, Range{1, 1e6}, "the arm of each block, counted from 1");
    visit("constraints", p.constraints, Range{1, 1e6},
          "the constraint of each block, counted from 1; left out: the first");
    visit("values", p.values, Range{-1, 1}, "the mean violation in each block; left out: 1");
    visit("shares", p.shares, Range{0, 1e15},
          "of the budget, up to a common factor: a block lasts until its share is spent; left out: equal");
    visit("pauses", p.pauses, Range{0, 1}, "uncorrupted rounds before each block, as fractions of T; left out: 0");
  }

  void apply(std::uint64_t seed, Adversary& adversary) const;
};

}  // namespace regretta
