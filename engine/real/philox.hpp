#pragma once
/// Philox4x32-10 (Salmon, Moraes, Dror and Shaw, SC 2011), a counter-based generator: the draws of resampling
/// (engine/evidence/statistics), four at a time. Rounds draw with draws.hpp.

#include <array>
#include <cstdint>

#include "regretta/engine/real/real.hpp"

namespace regretta {

/// Four 32-bit results per lane, in the low halves of the words; the high halves are undefined.
template <class Real>
using PhiloxBlock = std::array<Word<Real>, 4>;

/// The ten round keys, the same in every lane; (k0, k1) advances by Weyl constants.
template <class Real>
struct PhiloxKeys {
  explicit PhiloxKeys(std::uint64_t key) {
    auto k0 = static_cast<std::uint32_t>(key);
    auto k1 = static_cast<std::uint32_t>(key >> 32);
    for (std::size_t round = 0; round < 10; ++round) {
      first[round] = Word<Real>(k0);
      second[round] = Word<Real>(k1);
      k0 += 0x9E3779B9U;
      k1 += 0xBB67AE85U;
    }
  }
  std::array<Word<Real>, 10> first, second;
};

/// mul32 never reads the high half of a word, so nothing needs masking.
template <class Real>
REGRETTA_INLINE PhiloxBlock<Real> philox4x32(const PhiloxBlock<Real>& counter, const PhiloxKeys<Real>& keys) {
  using W = Word<Real>;
  W c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
  detail::each<10>([&](auto k) REGRETTA_FLAT {
    const W p0 = mul32(c0, W(0xD2511F53U));
    const W p1 = mul32(c2, W(0xCD9E8D57U));
    c0 = shift_right<32>(p1) ^ c1 ^ keys.first[k];
    c2 = shift_right<32>(p0) ^ c3 ^ keys.second[k];
    c1 = p1;
    c3 = p0;
  });
  return {c0, c1, c2, c3};
}

}  // namespace regretta
