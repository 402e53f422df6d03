#pragma once
/// ARS-7: a counter, encrypted by seven rounds of AES whose keys advance by Weyl constants (Salmon, Moraes, Dror and
/// Shaw, SC 2011). Encrypted by the processor's AES instructions, or else by plain C++ code, with the same bits.

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
/// 32 bits. The counter is this block xor (id of the draw, round). Encrypted, it has one word for each trial of the
/// pair.
struct Loops {
  /// All trials have the same ids: id, id + 1, ..., id + count - 1, with 2 * pairs words for each.
  void (*same)(std::uint64_t* words, std::int64_t count, std::uint64_t id, std::uint64_t round,
               const std::uint64_t* trials, const Keys& keys) = nullptr;
  /// One id per trial; 2 * pairs words.
  void (*per_trial)(std::uint64_t* words, const std::uint64_t* ids, std::uint64_t round, const std::uint64_t* trials,
                    const Keys& keys) = nullptr;
};

/// The first key is (seed, 0); the others advance by Weyl constants.
Keys keys_of(std::uint64_t seed);

/// The instructions that encrypt: `aes` is AES-NI on x86-64 and the cryptographic extension on AArch64; `vaes` encrypts
/// two blocks at a time in AVX registers.
enum class Unit { plain, aes, vaes };

/// Whether this program has code for the unit, and this processor has its instructions.
bool has(Unit unit);
/// The fastest available unit.
Unit best_unit();

/// pairs: 1, 2, 4 or 8. An unavailable unit is replaced by `plain`, and `vaes` for one pair by `aes`.
Loops loops(Unit unit, int pairs);

/// Encrypts one block with keys[0], ..., keys[count] in `count` rounds of AES. For tests against published values.
void encrypt(Unit unit, Key& block, const Key* keys, int count);

}  // namespace regretta::ars
