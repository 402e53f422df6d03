#pragma once
/// Losses that are constant on pieces of time: flipping signs, switching, growing phases, a single late switch, and
/// pieces that a study lists. Used by mean_kinds.cpp.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/real/draws.hpp"
#include "regretta/environments/processes/parts.hpp"
#include "regretta/environments/processes/stationary.hpp"

namespace regretta {

/// A state, 0 or 1, for each block of rounds: alternating, or drawn by a fair coin, so that earlier rounds do not
/// reveal the next change.
class BlockStates {
 public:
  struct Params {
    std::int64_t block = 1000;             ///< rounds, >= 1
    double block_fraction = not_a_number;  ///< as a fraction of T; NaN: `block` applies

    static void fields(auto& p, auto&& visit) {
      visit("block", p.block, Range{1, 1e12}, "rounds of a block");
      visit("block_fraction", p.block_fraction, Range{0, 1, true},
            "rounds of a block as a fraction of T, rounded down, at least one (give one of the two)");
    }
  };

  /// States that alternate, starting with 0.
  BlockStates(const Params& params, std::int64_t horizon) : block_(params.block) {
    if (params.block_fraction == params.block_fraction)  // not NaN
      block_ = std::max<std::int64_t>(1, whole_rounds(params.block_fraction, horizon));
  }
  /// States that are drawn, independently for each block.
  BlockStates(const Params& params, std::int64_t horizon, std::uint64_t seed, std::int64_t instance)
      : BlockStates(params, horizon) {
    drawn_ = true;
    draws_ = Draws<double>(seed, static_cast<std::uint32_t>(instance));
  }

  /// The state of round t: 0 or 1.
  int state_at(std::int64_t t) const {
    const std::int64_t b = (t - 1) / block_;
    if (!drawn_) return static_cast<int>(b % 2);
    const auto word = draws_.word(Stream::schedule, b & 0xffffffff, static_cast<std::uint64_t>(b) >> 32U, purpose);
    return static_cast<int>(word & 1U);
  }
  std::int64_t same_until(std::int64_t t) const { return ((t - 1) / block_ + 1) * block_; }

 private:
  static constexpr int purpose = 1;  // part of the address of every draw: another number would change results

  std::int64_t block_;
  bool drawn_ = false;
  Draws<double> draws_{0, 0};
};

enum class Signs { alternating, random };
inline constexpr Choice sign_choices =
    choice_of<Signs>({{Signs::alternating, "alternating", "the arm is better in blocks 1, 3, ..."},
                      {Signs::random, "random", "the sign of every block is drawn from the seed"}});

/// Losses 1/2 +- gap whose gap changes sign: one arm is better than all others in some blocks and worse by as much in
/// the rest. Lower bounds for non-stationary and constrained learning have this form; the block length, the
/// distribution of the signs and the equal losses of all other arms are reconstructed. With alternating signs and K = 2
/// the process is `switching` with base = 1/2 + gap and twice the gap. The constructor throws InputError{"arm"} if
/// there is no such arm.
class SignFlipLosses {
 public:
  struct Params {
    double gap = 0.1;      ///< in [0, 1/2]
    std::int64_t arm = 1;  ///< from 1, as on paper
    Signs signs = Signs::alternating;
    std::int64_t instance = 0;
    BlockStates::Params blocks{};

    static void fields(auto& p, auto&& visit) {
      visit("gap", p.gap, Range{0, 0.5}, "means of (arm, others) are (1/2 - gap, 1/2 + gap) or (1/2 + gap, 1/2 - gap)");
      visit("arm", p.arm, Range{1, 1e6}, "the arm that differs from all others, from 1");
      visit("signs", p.signs, sign_choices, "sign of the gap in each block");
      visit("instance", p.instance, Range{0, 4294967295.0},
            "with random signs: which of the sequences that the study's seed gives");
      BlockStates::Params::fields(p.blocks, visit);
    }
  };

  SignFlipLosses(const Params& params, const PartContext& context)
      : gap_(params.gap),
        arm_(static_cast<std::size_t>(params.arm - 1)),
        states_(params.signs == Signs::random
                    ? BlockStates(params.blocks, context.horizon, context.seed, params.instance)
                    : BlockStates(params.blocks, context.horizon)) {
    check_index("arm", params.arm, context.num_arms);
  }

  /// Row 0: the arm is better. Row 1: it is worse.
  std::int64_t num_rows() const { return 2; }
  std::int64_t row_at(std::int64_t t) const { return states_.state_at(t); }
  std::int64_t same_until(std::int64_t t) const { return states_.same_until(t); }
  void read(std::int64_t row, std::span<double> out) const {
    const double better = 0.5 - gap_, worse = 0.5 + gap_;
    std::fill(out.begin(), out.end(), row == 0 ? worse : better);
    out[arm_] = row == 0 ? better : worse;
  }

 private:
  double gap_;
  std::size_t arm_;
  BlockStates states_;
};

/// Losses in blocks of rounds. The arms take turns to be the best arm, for one block each: the switching adversary of
/// tracking the best arm (Herbster and Warmuth, 1998). The constructor throws InputError{"gap"} if gap > base.
class SwitchingLosses {
 public:
  struct Params {
    std::int64_t block = 1000;  ///< rounds, >= 1
    double gap = 0.3;           ///< in [0, base]
    double base = 0.5;          ///< in [0, 1]

    static void fields(auto& p, auto&& visit) {
      visit("block", p.block, Range{1, 1e12}, "rounds before the next arm becomes the best one");
      visit("gap", p.gap, Range{0, 1}, "mean loss of the other arms minus that of the best arm");
      visit("base", p.base, Range{0, 1}, "mean loss of the other arms");
    }
  };

  SwitchingLosses(const Params& params, const PartContext& context) : p_(params), num_arms_(context.num_arms) {
    if (p_.gap > p_.base)
      throw InputError("gap", fmt::format("{} is more than base = {}: the best arm's loss would be negative; expected "
                                          "gap <= base",
                                          p_.gap, p_.base));
  }

  /// Row b: arm b is best.
  std::int64_t num_rows() const { return num_arms_; }
  std::int64_t row_at(std::int64_t t) const { return (t - 1) / p_.block % num_arms_; }
  std::int64_t same_until(std::int64_t t) const { return ((t - 1) / p_.block + 1) * p_.block; }
  void read(std::int64_t row, std::span<double> out) const {
    std::fill(out.begin(), out.end(), p_.base);
    out[static_cast<std::size_t>(row)] = p_.base - p_.gap;
  }

 private:
  Params p_;
  int num_arms_;
};

/// The stochastically constrained adversary of Zimmert and Seldin (Tsallis-INF, JMLR 2021, section 6): the gap between
/// the best arm and the others is constant, but all losses jump between 0 and 1 in phases of geometrically growing
/// length. The constructor throws InputError{"best_arm"} if there is no such arm.
class PhaseLosses {
 public:
  struct Params {
    std::int64_t first_length = 100;  ///< rounds, >= 1
    double growth = 1.6;              ///< in [1.01, 100]
    double gap = 0.1;                 ///< in [0, 1]
    std::int64_t best_arm = 1;        ///< from 1, as on paper

    static void fields(auto& p, auto&& visit) {
      visit("first_length", p.first_length, Range{1, 1e12}, "rounds of the first phase");
      visit("growth", p.growth, Range{1.01, 100}, "phase n = 0, 1, ... lasts floor(first_length * growth^n) rounds");
      visit("gap", p.gap, Range{0, 1},
            "means of (best arm, others) are (0, gap) in even phases and (1 - gap, 1) in odd ones");
      visit("best_arm", p.best_arm, Range{1, 1e6}, "the best arm, from 1");
    }
  };

  PhaseLosses(const Params& params, const PartContext& context)
      : gap_(params.gap), best_arm_(static_cast<std::size_t>(params.best_arm - 1)) {
    check_index("best_arm", params.best_arm, context.num_arms);
    double length = static_cast<double>(params.first_length);
    for (std::int64_t last = 0; last < context.horizon; length *= params.growth) {
      last += static_cast<std::int64_t>(std::min(length, 1e15));  // 1e15 is far beyond T and fits an integer
      last_round_.push_back(last);
    }
  }

  /// Row 0: (0, gap). Row 1: (1 - gap, 1).
  std::int64_t num_rows() const { return 2; }
  std::int64_t row_at(std::int64_t t) const { return static_cast<std::int64_t>(phase_of(t) % 2); }
  std::int64_t same_until(std::int64_t t) const { return last_round_[phase_of(t)]; }
  void read(std::int64_t row, std::span<double> out) const {
    std::fill(out.begin(), out.end(), row == 0 ? gap_ : 1.0);
    out[best_arm_] = row == 0 ? 0.0 : 1.0 - gap_;
  }

 private:
  std::size_t phase_of(std::int64_t t) const {
    return static_cast<std::size_t>(std::lower_bound(last_round_.begin(), last_round_.end(), t) - last_round_.begin());
  }

  double gap_;
  std::size_t best_arm_;
  std::vector<std::int64_t> last_round_;  ///< last round of each phase; the last entry is >= T
};

/// The best arm changes once: a steady arm is good in all rounds, while the late arm is the worst before the switch and
/// by far the best after it. This is the experiment of Neu (Explore no more, NeurIPS 2015, section 4: K = 10, gap =
/// 0.1, T = 10^6), in which a learner that explores too little stays with the steady arm. Its constants are quoted from
/// memory and not verified; all are parameters. The constructor throws InputError with the key of the parameter if an
/// arm does not exist, the two arms are equal, or a loss would leave [0, 1].
class OneSwitchLosses {
 public:
  struct Params {
    double gap = 0.1;              ///< in [0, 1]
    double before = 1.0;           ///< excess loss of the late arm before the switch, in units of gap
    double after = 4.0;            ///< advantage of the late arm after the switch, in units of gap
    double base = 0.5;             ///< in [0, 1]
    double switch_fraction = 0.5;  ///< last round before the switch as a fraction of T
    std::int64_t steady_arm = 1;   ///< from 1, as on paper
    std::int64_t late_arm = 2;     ///< from 1

    static void fields(auto& p, auto&& visit) {
      visit("gap", p.gap, Range{0, 1}, "the steady arm loses base - gap, in every round");
      visit("before", p.before, Range{-1000, 1000}, "up to the switch the late arm loses base + before * gap");
      visit("after", p.after, Range{-1000, 1000}, "after the switch the late arm loses base - after * gap");
      visit("base", p.base, Range{0, 1}, "mean loss of the other arms");
      visit("switch_fraction", p.switch_fraction, Range{0, 1},
            "the switch comes after floor(switch_fraction * T) rounds");
      visit("steady_arm", p.steady_arm, Range{1, 1e6}, "the steady arm, from 1");
      visit("late_arm", p.late_arm, Range{1, 1e6}, "the late arm, from 1");
    }
  };

  OneSwitchLosses(const Params& params, const PartContext& context)
      : p_(params), last_before_(whole_rounds(params.switch_fraction, context.horizon)) {
    check_index("steady_arm", p_.steady_arm, context.num_arms);
    check_index("late_arm", p_.late_arm, context.num_arms);
    if (p_.steady_arm == p_.late_arm)
      throw InputError("late_arm", fmt::format("{} is the steady arm too; expected two different arms", p_.late_arm));
    const auto check_loss = [&](const char* key, double loss) {
      if (loss < -1e-12 || loss > 1 + 1e-12)  // beyond rounding errors
        throw InputError(key, fmt::format("a mean loss would be {:.6g}; expected base - gap, base + before * gap and "
                                          "base - after * gap within [0, 1]",
                                          loss));
    };
    check_loss("gap", p_.base - p_.gap);
    check_loss("before", late_loss(0));
    check_loss("after", late_loss(1));
  }

  /// Row 0: before the switch. Row 1: after it.
  std::int64_t num_rows() const { return 2; }
  std::int64_t row_at(std::int64_t t) const { return t <= last_before_ ? 0 : 1; }
  std::int64_t same_until(std::int64_t t) const { return t <= last_before_ ? last_before_ : forever; }
  void read(std::int64_t row, std::span<double> out) const {
    const auto within = [](double loss) { return std::clamp(loss, 0.0, 1.0); };  // clips rounding errors only
    std::fill(out.begin(), out.end(), p_.base);
    out[static_cast<std::size_t>(p_.steady_arm - 1)] = within(p_.base - p_.gap);
    out[static_cast<std::size_t>(p_.late_arm - 1)] = within(late_loss(row));
  }

 private:
  double late_loss(std::int64_t row) const {
    return row == 0 ? p_.base + p_.before * p_.gap : p_.base - p_.after * p_.gap;
  }

  Params p_;
  std::int64_t last_before_;  ///< last round before the switch; 0: none
};

/// Losses on a few pieces of time of any lengths. All oblivious losses with few changes have this form.
class PiecewiseLosses {
 public:
  struct Params {
    std::vector<std::vector<double>> pieces{};  ///< one row of K for each piece, in [0, 1]; required
    std::vector<double> lengths{};              ///< length of each piece, in any unit; empty: equal

    static void fields(auto& p, auto&& visit) {
      visit("pieces", p.pieces, Range{0, 1}, "the means of each piece of time, in order: lists of K numbers");
      visit("lengths", p.lengths, Range{0, 1e15},
            "lengths of the pieces, in any unit: together they last T rounds; left out: equal");
    }
  };

  /// Throws InputError{"pieces"} if there are no pieces, and InputError{"lengths"} if the number of lengths differs or
  /// all lengths are 0.
  PiecewiseLosses(const Params& params, std::int64_t horizon) : rows_(params.pieces) {
    if (rows_.empty()) throw InputError("pieces", "missing, expected one list of K numbers in [0, 1] for each piece");
    std::vector<double> lengths = params.lengths;
    if (lengths.empty()) lengths.assign(rows_.size(), 1);
    check_count("lengths", "piece", lengths.size(), static_cast<int>(rows_.size()));
    double total = 0, before = 0;
    for (const double length : lengths) total += length;
    if (total <= 0) throw InputError("lengths", "are all 0; expected at least one above 0");
    for (const double length : lengths) last_round_.push_back(whole_rounds((before += length) / total, horizon));
    last_round_.back() = forever;
  }

  std::int64_t num_rows() const { return static_cast<std::int64_t>(rows_.size()); }
  std::int64_t row_at(std::int64_t t) const {
    return std::lower_bound(last_round_.begin(), last_round_.end(), t) - last_round_.begin();
  }
  std::int64_t same_until(std::int64_t t) const { return last_round_[static_cast<std::size_t>(row_at(t))]; }
  void read(std::int64_t row, std::span<double> out) const {
    std::ranges::copy(rows_[static_cast<std::size_t>(row)], out.begin());
  }
  const double* held(std::int64_t row) const { return rows_[static_cast<std::size_t>(row)].data(); }

 private:
  std::vector<std::vector<double>> rows_;
  std::vector<std::int64_t> last_round_;  ///< last round of each piece; a piece without rounds repeats the entry before
};
static_assert(HoldsRows<PiecewiseLosses>);

}  // namespace regretta
