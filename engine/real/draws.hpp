#pragma once
/// Random numbers as a pure function of an address: the counter-based generator Philox4x32-10 (Salmon, Moraes, Dror and
/// Shaw, SC 2011). The same (seed, trial, stream, round, arm, constraint) always gives the same draw, whoever asks and
/// in whatever order. All functions are const and may be called from any thread.

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

/// Rounds begin..9 of Philox (numbered from 0). mul32 never reads the high half of a word, so nothing needs masking.
template <int begin, class Real>
REGRETTA_INLINE PhiloxBlock<Real> philox_rounds(const PhiloxBlock<Real>& counter, const PhiloxKeys<Real>& keys) {
  using W = Word<Real>;
  W c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
  detail::each<10 - begin>([&](auto k) REGRETTA_FLAT {
    const W p0 = mul32(c0, W(0xD2511F53U));
    const W p1 = mul32(c2, W(0xCD9E8D57U));
    c0 = shift_right<32>(p1) ^ c1 ^ keys.first[begin + k];
    c2 = shift_right<32>(p0) ^ c3 ^ keys.second[begin + k];
    c1 = p1;
    c3 = p0;
  });
  return {c0, c1, c2, c3};
}

template <class Real>
REGRETTA_INLINE PhiloxBlock<Real> philox4x32(const PhiloxBlock<Real>& counter, std::uint64_t key) {
  return philox_rounds<0, Real>(counter, PhiloxKeys<Real>(key));
}

/// What a draw is for. The values are part of the address and thus affect every result: never renumber them.
enum class Stream : std::uint32_t { arm = 0, values = 1, instance = 2, schedule = 3, learner = 4 };

/// Draws for W consecutive trials (a single trial for double).
template <class Real>
class Draws {
 public:
  /// Lane k belongs to trial first_trial + k.
  Draws(std::uint64_t seed, std::uint32_t first_trial) : seed_(seed), keys_(seed), trial_(0) {
    for (int k = 0; k < lanes<Real>; ++k) set_word_lane(trial_, k, first_trial + static_cast<std::uint32_t>(k));
  }

  /// Four words, at the same address in every lane. The counter is (group, stream and part, round, trial), 32 bits
  /// each. Only the trial differs between lanes, so part of the first three of the ten rounds is computed once for all
  /// lanes.
  REGRETTA_INLINE PhiloxBlock<Real> block(Stream stream, std::int64_t round, std::uint64_t group, int part = 0) const {
    using W = Word<Real>;
    const auto k0 = [this](int r) {
      return static_cast<std::uint32_t>(seed_) + static_cast<std::uint32_t>(r) * 0x9E3779B9U;
    };
    const auto k1 = [this](int r) {
      return static_cast<std::uint32_t>(seed_ >> 32) + static_cast<std::uint32_t>(r) * 0xBB67AE85U;
    };
    const std::uint64_t p0 = mul32(group, 0xD2511F53U);
    const std::uint64_t p1 = mul32(static_cast<std::uint64_t>(round), 0xCD9E8D57U);
    const std::uint64_t a0 = (p1 >> 32) ^ purpose(stream, part) ^ k0(0);
    const W a2 = trial_ ^ W((p0 >> 32) ^ k1(0));
    const std::uint64_t q0 = mul32(a0, 0xD2511F53U);
    const W q1 = mul32(a2, W(0xCD9E8D57U));
    const W b0 = shift_right<32>(q1) ^ W((p1 ^ k0(1)) & 0xffffffffU);
    const std::uint64_t b2 = (q0 >> 32) ^ p0 ^ k1(1);
    const W s0 = mul32(b0, W(0xD2511F53U));
    const std::uint64_t s1 = mul32(b2, 0xCD9E8D57U);
    const W c0 = q1 ^ W((s1 >> 32) ^ k0(2));
    const W c2 = shift_right<32>(s0) ^ W((q0 ^ k1(2)) & 0xffffffffU);
    return philox_rounds<3, Real>({c0, W(s1), c2, s0}, keys_);
  }

  /// Maps a word w to (w + 1/2) / 2^32, exactly; in (0, 1).
  REGRETTA_INLINE static Real uniform(Word<Real> word) {
    return fma(as_real(low_half_with(word, Word<Real>(0x4330000000000000ULL))), Real(0x1p-32), Real(0x1p-33 - 0x1p20));
  }

  /// Maps two words to a multiple of 2^-52 in [0, 1).
  REGRETTA_INLINE static Real uniform52(Word<Real> high, Word<Real> low) {
    const Word<Real> bits =
        shift_left<20>(high & Word<Real>(0xffffffffU)) | shift_right<12>(low & Word<Real>(0xffffffffU));
    return as_real(bits | Word<Real>(0x3ff0000000000000ULL)) - Real(1.0);
  }

  /// One draw in (0, 1), at the same address in every lane.
  Real uniform_at(Stream stream, std::int64_t round, int arm, int part = 0) const {
    return uniform(block(stream, round, static_cast<std::uint64_t>(arm) / 4, part)[static_cast<std::size_t>(arm) % 4]);
  }

  /// Draws for the noise of round `round`. Value 0 of an arm is its loss, value 1 + i its violation of constraint i. A
  /// block covers two arms and two values: word 2 (a % 2) + (value % 2) of block (a / 2, value / 2) belongs to value
  /// `value` of arm a.
  static constexpr int arms_per_block = 2;
  REGRETTA_INLINE PhiloxBlock<Real> values(std::int64_t round, std::uint64_t two_arms, int two_values) const {
    return block(Stream::values, round, two_arms, two_values);
  }
  /// The draws, in (0, 1), for values 2 * two_values and 2 * two_values + 1 of one arm.
  REGRETTA_INLINE std::array<Real, 2> values_at(std::int64_t round, int arm, int two_values) const {
    const PhiloxBlock<Real> words = values(round, static_cast<std::uint64_t>(arm) / 2, two_values);
    const std::size_t first = arm % 2 == 0 ? 0 : 2;
    return {uniform(words[first]), uniform(words[first + 1])};
  }
  /// The same for a different arm in each lane.
  REGRETTA_INLINE std::array<Real, 2> values_of(std::int64_t round, const Index<Real>& arm, int two_values) const {
    const Word<Real> own = to_word<Real>(arm);
    const PhiloxBlock<Real> words =
        philox_rounds<0, Real>({shift_right<1>(own), Word<Real>(purpose(Stream::values, two_values)),
                                Word<Real>(static_cast<std::uint64_t>(round)), trial_},
                               keys_);
    const Mask<Real> odd = as_real(shift_left<62>(own & Word<Real>(1))) == Real(2.0);  // only bit 62 set is 2.0
    return {select(odd, uniform(words[2]), uniform(words[0])), select(odd, uniform(words[3]), uniform(words[1]))};
  }

 private:
  static std::uint64_t purpose(Stream stream, int part) {
    return static_cast<std::uint32_t>(stream) | static_cast<std::uint32_t>(part) << 8U;
  }
  std::uint64_t seed_;
  PhiloxKeys<Real> keys_;
  Word<Real> trial_;
};

}  // namespace regretta
