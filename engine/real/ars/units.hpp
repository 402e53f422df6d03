#pragma once
/// Which instructions encrypt: the processor's for AES, or plain C++. All give the same bits.

#include "regretta/engine/real/ars/ars.hpp"

namespace regretta::ars {

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
