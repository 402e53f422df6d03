#pragma once
/// Losses 1/2 +- gap whose gap changes sign: one arm is better than all others in some blocks and worse by as much in
/// the rest. Lower bounds for non-stationary and constrained learning have this form (reconstructed: block length,
/// distribution of the signs, and one arm against all others). With alternating signs and K = 2 this is `switching`
/// with base = 1/2 + gap and twice the gap. The constructor throws InputError{"arm"} if there is no such arm.

#include <algorithm>
#include <cstdint>
#include <span>

#include "regretta/engine/real/draws.hpp"
#include "regretta/environments/processes/parts.hpp"

namespace regretta {

/// Two states by blocks of rounds: alternating, or drawn for each block by a fair coin, so that no round reveals when
/// the next change comes.
class Turns {
 public:
  struct Params {
    std::int64_t block = 1000;             ///< rounds, >= 1
    double block_fraction = not_a_number;  ///< of T; NaN: block applies

    template <class Self, class Visit>
    static void fields(Self& p, Visit&& visit) {
      visit("block", p.block, Range{1, 1e12}, "rounds of a block");
      visit("block_fraction", p.block_fraction, Range{0, 1, true},
            "the same as a fraction of T, rounded down, at least one round (give one of the two)");
    }
  };

  /// The states alternate, starting with 0.
  Turns(const Params& params, std::int64_t horizon) : block_(params.block) {
    if (params.block_fraction == params.block_fraction)
      block_ = std::max<std::int64_t>(1, whole_rounds(params.block_fraction, horizon));
  }
  /// The state of each block is drawn.
  Turns(const Params& params, std::int64_t horizon, std::uint64_t seed, std::int64_t instance)
      : Turns(params, horizon) {
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
  static constexpr int purpose = 1;  // of the draws, and hence of every result: never renumber

  std::int64_t block_;
  bool drawn_ = false;
  Draws<double> draws_{0, 0};
};

enum class Signs { alternating, random };
inline constexpr Choice sign_choices =
    choice_of<Signs>({{Signs::alternating, "alternating", "the arm is better in blocks 1, 3, ..."},
                      {Signs::random, "random", "the sign of every block is drawn from the seed"}});

class SignFlipLosses {
 public:
  struct Params {
    double gap = 0.1;      ///< in [0, 1/2]
    std::int64_t arm = 1;  ///< from 1, as on paper
    Signs signs = Signs::alternating;
    std::int64_t instance = 0;
    Turns::Params turns{};

    template <class Self, class Visit>
    static void fields(Self& p, Visit&& visit) {
      visit("gap", p.gap, Range{0, 0.5}, "means of (arm, others) are (1/2 - gap, 1/2 + gap) or (1/2 + gap, 1/2 - gap)");
      visit("arm", p.arm, Range{1, 1e6}, "the arm against all others, from 1");
      visit("signs", p.signs, sign_choices, "of the gap, block by block");
      visit("instance", p.instance, Range{0, 4294967295.0}, "signs random: which signs of the study's seed");
      Turns::Params::fields(p.turns, visit);
    }
  };

  SignFlipLosses(const Params& params, const PartContext& known)
      : gap_(params.gap),
        arm_(static_cast<std::size_t>(params.arm - 1)),
        turns_(params.signs == Signs::random ? Turns(params.turns, known.horizon, known.seed, params.instance)
                                             : Turns(params.turns, known.horizon)) {
    check_index("arm", params.arm, known.num_arms);
  }

  /// Row 0: the arm is better. Row 1: it is worse.
  std::int64_t num_rows() const { return 2; }
  std::int64_t row_at(std::int64_t t) const { return turns_.state_at(t); }
  std::int64_t same_until(std::int64_t t) const { return turns_.same_until(t); }
  void read(std::int64_t row, std::span<double> out) const {
    const double better = 0.5 - gap_, worse = 0.5 + gap_;
    std::fill(out.begin(), out.end(), row == 0 ? worse : better);
    out[arm_] = row == 0 ? better : worse;
  }

 private:
  double gap_;
  std::size_t arm_;
  Turns turns_;
};
static_assert(MeanProcess<SignFlipLosses>);

}  // namespace regretta
