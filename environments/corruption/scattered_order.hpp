#pragma once
/// A random order of 0..n-1 that takes no memory: a keyed Feistel permutation of the next power of two, iterated until
/// it lands below n (cycle walking; Black and Rogaway, Ciphers with arbitrary finite domains, CT-RSA 2002). Both
/// directions cost O(1). Used by schedules.hpp.

#include <array>
#include <bit>
#include <cstdint>

#include "regretta/engine/real/draws.hpp"

namespace regretta {

class ScatteredOrder {
 public:
  /// n >= 1; the order is a function of (n, seed).
  ScatteredOrder(std::int64_t n, std::uint64_t seed) : n_(static_cast<std::uint64_t>(n)) {
    const int bits = std::bit_width(n_ - 1) < 2 ? 2 : static_cast<int>(std::bit_width(n_ - 1));
    low_bits_ = bits / 2;
    high_bits_ = bits - low_bits_;
    const Draws<double> draws(seed, 0);
    for (std::size_t r = 0; r < keys_.size(); ++r) {
      const auto key = [&](std::uint64_t k) { return draws.word(Stream::schedule, static_cast<std::int64_t>(r), k); };
      keys_[r] = {key(0), key(1) | 1U};
    }
  }

  /// The element at position k, k in 0..n-1.
  std::int64_t at(std::int64_t k) const {
    auto x = static_cast<std::uint64_t>(k);
    do x = forward(x);
    while (x >= n_);
    return static_cast<std::int64_t>(x);
  }
  /// The inverse: position_of(at(k)) = k.
  std::int64_t position_of(std::int64_t element) const {
    auto x = static_cast<std::uint64_t>(element);
    do x = backward(x);
    while (x >= n_);
    return static_cast<std::int64_t>(x);
  }

 private:
  static constexpr std::size_t rounds = 4;  // each half is mixed with the other twice

  /// Mixes one half: the top bits after two keyed multiplications.
  struct Key {
    std::uint64_t shift = 0;
    std::uint64_t multiplier = 1;  ///< odd
    std::uint64_t stir(std::uint64_t half, int bits) const {
      const std::uint64_t z = (half + shift) * multiplier;
      return (z ^ z >> 32U) * 0x9e3779b97f4a7c15ULL >> (64 - bits);
    }
  };
  std::uint64_t forward(std::uint64_t x) const {
    std::uint64_t low = x & ((std::uint64_t{1} << low_bits_) - 1);
    std::uint64_t high = x >> low_bits_;
    for (std::size_t r = 0; r < rounds; r += 2) {
      high ^= keys_[r].stir(low, high_bits_);
      low ^= keys_[r + 1].stir(high, low_bits_);
    }
    return high << low_bits_ | low;
  }
  std::uint64_t backward(std::uint64_t x) const {
    std::uint64_t low = x & ((std::uint64_t{1} << low_bits_) - 1);
    std::uint64_t high = x >> low_bits_;
    for (std::size_t r = rounds; r > 0; r -= 2) {
      low ^= keys_[r - 1].stir(high, low_bits_);
      high ^= keys_[r - 2].stir(low, high_bits_);
    }
    return high << low_bits_ | low;
  }

  std::uint64_t n_;
  int low_bits_ = 1;   ///< >= 1
  int high_bits_ = 1;  ///< >= 1
  std::array<Key, rounds> keys_{};
};

}  // namespace regretta
