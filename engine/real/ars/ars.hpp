#pragma once
/// ARS-7: a counter, encrypted by seven rounds of AES whose keys advance by Weyl constants (Salmon, Moraes, Dror and
/// Shaw, SC 2011). Which instructions encrypt: the processor's for AES, or plain C++. All give the same bits.

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

/// The first key is (seed, 0); the others advance by Weyl constants.
Keys keys_of(std::uint64_t seed);

/// `aes` is AES-NI on x86-64 and the cryptographic extension on AArch64, `vaes` AES-NI in AVX registers.
enum class Unit { plain, aes, vaes };

/// Whether this program on this processor has it.
bool has(Unit unit);
/// The fastest that it has.
Unit best_unit();

/// pairs is 1, 2, 4 or 8. A unit that this processor lacks is replaced by `plain`.
Loops loops(Unit unit, int pairs);

/// Encrypts one block with keys[0], ..., keys[count] in `count` rounds of AES: for tests against published values.
void encrypt(Unit unit, Key& block, const Key* keys, int count);

}  // namespace regretta::ars
