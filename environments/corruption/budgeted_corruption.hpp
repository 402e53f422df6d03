#pragma once
/// Corruption of the violations with an exact budget, in the units of C (engine/trial/PROTOCOL.md). Corrupting
/// constraint i in round t costs the sum over its targets of |value - gbar_{t,i}(a)|. C_i is the sum of these costs
/// over rounds, and C = max_i C_i is the budget. It is spent exactly: rounds are corrupted in full in the order of the
/// schedule, and the last one in part.
///
/// At most T / 2 rounds may be visited. The median of a stationary base then stays where it was, and the measured C of
/// the environment equals the budget.
///
/// Two attacks from the literature can be expressed. Swap: in the first rounds good and bad arms exchange their means
/// (Gupta, Koren and Talwar, COLT 2019, section 5.1, on rewards; reconstructed for violations). They count the largest
/// change of a round, so that gaps of 1/2 last 2 C rounds; we count every entry, and exchanging g and h costs 2 |g - h|
/// per round. Burst: all of the corruption falls in one epoch of a learner whose epochs grow geometrically (same paper,
/// appendix B; reconstructed). A burst from round 1 is `front`.

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/mean_rows.hpp"
#include "regretta/environments/corruption/corruption_target.hpp"
#include "regretta/environments/corruption/schedule.hpp"

namespace regretta {

/// Which entries a budgeted corruption changes, and how.
enum class Direction { slander, flatter, swap, target };
inline constexpr Choice directions = choice_of<Direction>(
    {{Direction::slander, "slander", "+1 on every constraint for the arms of the optimal strategy"},
     {Direction::flatter, "flatter", "-1 for infeasible arms on the constraints they violate"},
     {Direction::swap, "swap", "safe and unsafe arms exchange their violations"},
     {Direction::target, "target", "arm, constraint and value as given"}});

struct BudgetedCorruptionParams {
  double budget = 0;           ///< C >= 0
  double budget_fraction = 0;  ///< C / T >= 0
  ScheduleKind schedule = ScheduleKind::front;
  std::int64_t burst_start = 1;                ///< round, from 1
  double burst_start_fraction = not_a_number;  ///< of T; NaN: burst_start applies
  Direction direction = Direction::slander;
  std::int64_t pairs = 0;       ///< 0: as many as there are
  std::int64_t arm = 1;         ///< from 1, as on paper
  std::int64_t constraint = 0;  ///< from 1; 0: all
  double value = 1.0;           ///< in [-1, 1]

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("budget", p.budget, Range{0, infinity, false, true}, "the corruption C to inject, spent exactly; 0: none",
          Role::corruption_budget);
    visit("budget_fraction", p.budget_fraction, Range{0, infinity, false, true},
          "the same as a fraction of T (give one of the two)", Role::corruption_budget);
    visit("schedule", p.schedule, schedules, "which rounds are corrupted");
    visit("burst_start", p.burst_start, Range{1, 1e15},
          "schedule burst: the first round of the window, which lasts until the budget is spent");
    visit("burst_start_fraction", p.burst_start_fraction, Range{0, 1, false, true},
          "the same as a fraction f of T, round 1 + floor(f T) (give one of the two)");
    visit("direction", p.direction, directions, "what a corrupted round does to the violations");
    visit("pairs", p.pairs, Range{0, 1e6},
          "direction swap: how many pairs, by increasing mean loss on either side; 0: as many as there are");
    visit("arm", p.arm, Range{1, 1e6}, "direction target: the arm, counted from 1");
    visit("constraint", p.constraint, Range{0, 1e6}, "direction target: the constraint, counted from 1; 0: every one");
    visit("value", p.value, Range{-1, 1}, "direction target: the mean violation in a corrupted round");
  }
};

/// The rounds that a budget pays for.
struct Spending {
  Schedule schedule;             ///< visits the full rounds, then the partial one
  std::int64_t full_rounds = 0;  ///< positions 0..full_rounds-1 are corrupted in full
  double part = 0;               ///< share by which round full_rounds is moved, in (0, 1); 0: not at all
};

/// Finds the rounds to corrupt. Throws InputError{"budget"} if that takes more rounds than the schedule may visit; the
/// message gives the largest possible budget.
Spending spend_budget(const MeanRows& base, const std::vector<Target>& targets, int num_arms, int num_constraints,
                      const ScheduleChoice& when, double budget);

/// The base after corruption. Rows 0..R-1: the base's; R..2R-1: the same, corrupted in full; 2R: the partial round.
class CorruptedRows {
 public:
  CorruptedRows(MeanRows base, std::vector<Target> targets, int num_arms, Spending spending)
      : base_(std::move(base)),
        num_base_rows_(base_.num_rows()),
        targets_(std::move(targets)),
        num_arms_(num_arms),
        spending_(spending) {
    if (spending_.part > 0) {
      partial_round_ = spending_.schedule.round_at(spending_.full_rounds);
      partial_base_row_ = base_.row_at(partial_round_);
    }
  }

  std::int64_t num_rows() const { return 2 * num_base_rows_ + (partial_round_ > 0 ? 1 : 0); }
  std::int64_t row_at(std::int64_t t) const {
    if (t == partial_round_) return 2 * num_base_rows_;
    const std::int64_t position = spending_.schedule.position_of(t);
    const bool corrupted = position >= 0 && position < spending_.full_rounds;
    return base_.row_at(t) + (corrupted ? num_base_rows_ : 0);
  }
  std::int64_t same_until(std::int64_t t) const {
    if (t == partial_round_) return t;
    const std::int64_t u = std::min(base_.same_until(t), spending_.schedule.same_until(t));
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
static_assert(MeanProcess<CorruptedRows>);

}  // namespace regretta
