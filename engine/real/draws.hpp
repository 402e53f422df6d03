#pragma once
/// Randomness as a pure function of an address: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC 2011), counter-based.
/// The same (seed, trial, stream, round, arm, constraint) gives the same draw whoever asks, in whatever order.

#include <array>
#include <cstdint>

#include "regretta/engine/real/real.hpp"

namespace regretta {

/// Four 32-bit results per lane; the high halves of the lanes are undefined until `low32`.
template <class Real>
using PhiloxBlock = std::array<Word<Real>, 4>;

template <class Real>
PhiloxBlock<Real> philox4x32(PhiloxBlock<Real> c, std::uint64_t key) {
  using W = Word<Real>;
  std::uint32_t k0 = static_cast<std::uint32_t>(key);
  std::uint32_t k1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const W p0 = mul32(c[0], W(0xD2511F53U));
    const W p1 = mul32(c[2], W(0xCD9E8D57U));
    // The high halves of a lane are never read by mul32, so the products need no masking.
    c = {shift_right<32>(p1) ^ c[1] ^ W(k0), p1, shift_right<32>(p0) ^ c[3] ^ W(k1), p0};
    k0 += 0x9E3779B9U;
    k1 += 0xBB67AE85U;
  }
  return c;
}

/// What a draw is for. Values are part of the address, hence of every result: never renumber.
enum class Stream : std::uint32_t { arm = 0, loss = 1, violation = 2, instance = 3, schedule = 4 };

/// Draws of W consecutive trials (or of one, for double).
template <class Real>
class Draws {
 public:
  /// Lane k belongs to trial first_trial + k.
  Draws(std::uint64_t seed, std::uint32_t first_trial) : seed_(seed), trial_(0) {
    for (int k = 0; k < lanes<Real>; ++k) set_word_lane(trial_, k, first_trial + static_cast<std::uint32_t>(k));
  }

  /// The four words of arms 4*group .. 4*group+3 (word a % 4 belongs to arm a). `group` may differ by lane.
  PhiloxBlock<Real> block(Stream stream, std::int64_t round, Word<Real> group, int constraint = 0) const {
    const auto which = static_cast<std::uint32_t>(stream) | static_cast<std::uint32_t>(constraint) << 8U;
    return philox4x32<Real>({group, Word<Real>(which), Word<Real>(static_cast<std::uint32_t>(round)), trial_}, seed_);
  }

  /// A word as a number in (0, 1): (w + 1/2) / 2^32, exactly.
  static Real uniform(Word<Real> word) {
    const Word<Real> low = word & Word<Real>(0xffffffffU);
    return fma(as_real(low | Word<Real>(0x4330000000000000ULL)), Real(0x1p-32), Real(0x1p-33 - 0x1p20));
  }

  /// Two words as a number in [0, 1), a multiple of 2^-52.
  static Real uniform52(Word<Real> high, Word<Real> low) {
    const Word<Real> bits = shift_left<20>(high & Word<Real>(0xffffffffU)) | shift_right<12>(low & Word<Real>(0xffffffffU));
    return as_real(bits | Word<Real>(0x3ff0000000000000ULL)) - Real(1.0);
  }

  /// The draw of one (arm, constraint) in (0, 1), the arm being each lane's own.
  Real uniform_at(Stream stream, std::int64_t round, const Index<Real>& arm, int constraint = 0) const {
    Word<Real> group(0);
    for (int k = 0; k < lanes<Real>; ++k)
      set_word_lane(group, k, static_cast<std::uint64_t>(arm[static_cast<std::size_t>(k)]) >> 2U);
    const PhiloxBlock<Real> words = block(stream, round, group, constraint);
    std::array<Real, 4> numbers;
    for (std::size_t w = 0; w < 4; ++w) numbers[w] = uniform(words[w]);
    Index<Real> word = arm;
    for (auto& a : word) a &= 3;
    return gather(numbers.data(), word);
  }

 private:
  std::uint64_t seed_;
  Word<Real> trial_;
};

}  // namespace regretta
