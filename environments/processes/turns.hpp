#pragma once
/// Two states by blocks of rounds: alternating, or drawn for each block by a fair coin, so that no round reveals when
/// the next change comes. Used by sign_flip.hpp and modulation.hpp.

#include <algorithm>
#include <cstdint>

#include "regretta/engine/real/draws.hpp"
#include "regretta/environments/parts/parts.hpp"

namespace regretta {

/// Who draws. Part of the address of the draws and hence of every result: never renumber (0 is `scattered_order`).
enum class TurnsOf { losses = 1, modulation = 2 };

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
  Turns(const Params& params, std::int64_t horizon, std::uint64_t seed, std::int64_t instance, TurnsOf whose)
      : Turns(params, horizon) {
    drawn_ = true;
    draws_ = Draws<double>(seed, static_cast<std::uint32_t>(instance));
    whose_ = static_cast<int>(whose);
  }

  /// The state of round t: 0 or 1.
  int state_at(std::int64_t t) const {
    const std::int64_t b = (t - 1) / block_;
    if (!drawn_) return static_cast<int>(b % 2);
    const auto word = draws_.word(Stream::schedule, b & 0xffffffff, static_cast<std::uint64_t>(b) >> 32U, whose_);
    return static_cast<int>(word & 1U);
  }
  std::int64_t same_until(std::int64_t t) const { return ((t - 1) / block_ + 1) * block_; }

 private:
  std::int64_t block_;
  bool drawn_ = false;
  Draws<double> draws_{0, 0};
  int whose_ = 0;
};

}  // namespace regretta
