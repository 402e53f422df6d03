#pragma once
/// The orders in which rounds and studies read random words: one coordinate of the address varies, the others stay
/// fixed.

#include <string_view>

#include "regretta/engine/real/draws.hpp"

namespace regretta {

enum class Order { arm, round, trial, seed };
inline constexpr Order orders[] = {Order::arm, Order::round, Order::trial, Order::seed};
inline constexpr std::string_view order_names[] = {"arm", "round", "trial", "seed"};

/// Calls take(word) for `count` words: the words for the noise of arm 3 in round 1000 of trial 6 with seed 1, except
/// that the coordinate named by `order` has the values first, first + 1, ...
template <class Take>
void words_by(Order order, std::uint64_t first, std::uint64_t count, Take take) {
  const Draws<double> draws(1, 6);
  std::uint64_t lane_words[8];
  for (std::uint64_t k = first; k < first + count; ++k) {
    switch (order) {
      case Order::arm:
        take(draws.word(Stream::values, 1000, k));
        break;
      case Order::round:
        take(draws.word(Stream::values, static_cast<std::int64_t>(k), 3));
        break;
      case Order::trial:
        if (k == first || k % 8 == 0) {
          const Draws<Pack<8>> eight(1, static_cast<std::uint32_t>(k - k % 8));
          eight.word(Stream::values, 1000, 3).store(lane_words);
        }
        take(lane_words[k % 8]);
        break;
      case Order::seed:
        take(Draws<double>(k, 6).word(Stream::values, 1000, 3));
        break;
    }
  }
}

}  // namespace regretta
