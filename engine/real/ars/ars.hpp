#pragma once
/// ARS-7: a counter, encrypted by seven rounds of AES whose keys advance by Weyl constants (Salmon, Moraes, Dror and
/// Shaw, SC 2011). The processor's AES instructions encrypt, or plain C++; all give the same bits.

#include <cstdint>

namespace regretta::ars {

inline constexpr int rounds = 7;

/// The 128 bits of a key or a block: low half, then high half.
using Key = std::uint64_t[2];

/// The keys of all rounds.
struct Keys {
  alignas(16) Key key[rounds + 1];
};

/// Loops over the blocks of `pairs` pairs of trials. `trials` has a block for each pair: 0, then trial / 2 in the high
/// 32 bits. The counter is this block xor (what, round). The encrypted block has one word for each trial of the pair.
struct Loops {
  /// All trials have the same `what`: what, what + 1, ..., what + count - 1, with 2 * pairs words for each.
  void (*same)(std::uint64_t* words, std::int64_t count, std::uint64_t what, std::uint64_t round,
               const std::uint64_t* trials, const Keys& keys) = nullptr;
  /// Every trial has its own `what`; 2 * pairs words.
  void (*per_trial)(std::uint64_t* words, const std::uint64_t* what, std::uint64_t round, const std::uint64_t* trials,
                    const Keys& keys) = nullptr;
};

/// The first key is (seed, 0); the others advance by Weyl constants.
Keys keys_of(std::uint64_t seed);

/// The instructions that encrypt: `aes` is AES-NI on x86-64 and the cryptographic extension on AArch64; `vaes` encrypts
/// two blocks at a time in AVX registers.
enum class Unit { plain, aes, vaes };

/// Whether this program has code for the unit, and this processor its instructions.
bool has(Unit unit);
/// The fastest unit that there is.
Unit best_unit();

/// pairs is 1, 2, 4 or 8. A unit that this processor lacks is replaced by `plain`.
Loops loops(Unit unit, int pairs);

/// Encrypts one block with keys[0], ..., keys[count] in `count` rounds of AES. For tests against published values.
void encrypt(Unit unit, Key& block, const Key* keys, int count);

}  // namespace regretta::ars
