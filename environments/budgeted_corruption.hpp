#pragma once
/// Corruption of the violations with an exact budget, in the units of C (SPEC section 2): corrupting constraint i in
/// round t costs sum over its targets of |value - gbar_{t,i}(a)|, C_i is the sum of that over rounds, and C = max_i C_i
/// is the budget, spent to the last bit: rounds are corrupted in full in the order of the schedule, and the last one in
/// part.
///
/// At most T / 2 rounds may be visited. Then the median of a stationary base stays where it was, and the measured C of
/// the environment equals the budget.
///
/// Two attacks of the literature are words here. Swap: in the first rounds good and bad arms exchange their means
/// (Gupta, Koren and Talwar, COLT 2019, section 5.1, on rewards; reconstructed for violations). They count the largest
/// change of a round, so that gaps of 1/2 last 2 C rounds; we count every entry, and exchanging g and h costs 2 |g - h|
/// a round. Burst: all of the corruption lies in one epoch of a learner whose epochs grow geometrically (the same,
/// appendix B; reconstructed). A burst from round 1 is `front`.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/mean_rows.hpp"
#include "regretta/environments/corruption_target.hpp"
#include "regretta/environments/schedule.hpp"

namespace regretta {

struct BudgetedCorruptionParams {
  double budget = 0;           ///< C >= 0
  double budget_fraction = 0;  ///< C / T >= 0
  std::string schedule = "front";
  std::int64_t burst_start = 1;                ///< round, from 1
  double burst_start_fraction = not_a_number;  ///< of T; NaN: burst_start counts
  std::string direction = "slander";
  std::int64_t pairs = 0;       ///< 0: as many as there are
  std::int64_t arm = 1;         ///< from 1, as on paper
  std::int64_t constraint = 0;  ///< from 1; 0 = all
  double value = 1.0;           ///< in [-1, 1]

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("budget", p.budget, Range{0, infinity, false, true}, "the corruption C to inject, spent exactly; 0: none");
    visit("budget_fraction", p.budget_fraction, Range{0, infinity, false, true},
          "the same as a fraction of T (give one of the two)");
    visit("schedule", p.schedule, Choices{{"front", "late", "burst", "periodic", "random"}},
          "rounds that are corrupted: the first, the last, one window from a given round on, evenly spread, or drawn "
          "from the study's seed");
    visit("burst_start", p.burst_start, Range{1, 1e15},
          "schedule burst: the first round of the window, which lasts until the budget is spent");
    visit("burst_start_fraction", p.burst_start_fraction, Range{0, 1, false, true},
          "the same as a fraction f of T, round 1 + floor(f T) (give one of the two)");
    visit(
        "direction", p.direction, Choices{{"slander", "flatter", "swap", "target"}},
        "slander: +1 on every constraint for the arms of the optimal strategy; flatter: -1 for infeasible arms on the "
        "constraints they violate; swap: safe and unsafe arms exchange their violations; target: arm, constraint and "
        "value as given");
    visit("pairs", p.pairs, Range{0, 1e6},
          "direction swap: how many pairs, by increasing mean loss on either side; 0: as many as there are");
    visit("arm", p.arm, Range{1, 1e6}, "direction target: the arm, counted from 1");
    visit("constraint", p.constraint, Range{0, 1e6}, "direction target: the constraint, counted from 1; 0: every one");
    visit("value", p.value, Range{-1, 1}, "direction target: the mean violation in a corrupted round");
  }
};

/// The rounds that a budget buys.
struct Spending {
  Schedule schedule;             ///< visits the full rounds, then the partial one
  std::int64_t full_rounds = 0;  ///< places 0..full_rounds-1 are corrupted in full
  double part = 0;               ///< how far place full_rounds is moved, in (0, 1); 0: not at all
};

/// Throws InputError{"budget"} if more rounds would be needed than the schedule may visit; the message says the largest
/// possible budget.
Spending spend_budget(const MeanRows& base, const std::vector<Target>& targets, int num_arms, int num_constraints,
                      const ScheduleChoice& when, double budget);

/// Rows 0..R-1: the base's; R..2R-1: the same, corrupted in full; 2R: the partial round.
class CorruptedRows {
 public:
  CorruptedRows(MeanRows base, std::vector<Target> targets, int num_arms, Spending spending)
      : base_(std::move(base)),
        num_base_rows_(base_.num_rows()),
        targets_(std::move(targets)),
        num_arms_(num_arms),
        spending_(std::move(spending)) {
    if (spending_.part > 0) {
      partial_round_ = spending_.schedule.round_at(spending_.full_rounds);
      partial_base_row_ = base_.row_at(partial_round_);
    }
  }

  std::int64_t num_rows() const { return 2 * num_base_rows_ + (partial_round_ > 0 ? 1 : 0); }
  std::int64_t row_at(std::int64_t t) const {
    if (t == partial_round_) return 2 * num_base_rows_;
    const std::int64_t place = spending_.schedule.place_of(t);
    const bool corrupted = place >= 0 && place < spending_.full_rounds;
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
