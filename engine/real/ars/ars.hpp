#pragma once
/// ARS-7: a counter, encrypted by seven rounds of AES whose keys advance by Weyl constants (Salmon, Moraes, Dror and
/// Shaw, SC 2011). What its files share; units.hpp is the way in.

#include <cstdint>

namespace regretta::ars {

inline constexpr int rounds = 7;

/// A block or a key is 128 bits: its low half, then its high half.
using Key = std::uint64_t[2];

/// The keys of all rounds.
struct Keys {
  alignas(16) Key key[rounds + 1];
};

/// Loops over the blocks of `pairs` pairs of trials. `trials` holds a block for each pair: 0, then trial / 2 in the
/// high 32 bits. The counter is that block xor (what, round); the encrypted block is one word for each trial of the
/// pair.
struct Loops {
  /// words: 2 * pairs of them for each of what, what + 1, ..., what + count - 1.
  void (*same)(std::uint64_t* words, std::int64_t count, std::uint64_t what, std::uint64_t round,
               const std::uint64_t* trials, const Keys& keys) = nullptr;
  /// words: 2 * pairs of them; each trial has its own what.
  void (*own)(std::uint64_t* words, const std::uint64_t* what, std::uint64_t round, const std::uint64_t* trials,
              const Keys& keys) = nullptr;
};

}  // namespace regretta::ars
