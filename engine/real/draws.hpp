#pragma once
/// Random numbers as a pure function of an address: seven rounds of AES on a counter (ars/ars.hpp). The same (seed,
/// trial, stream, round, arm, constraint) always gives the same draw, in whatever order draws are requested. All
/// functions are const and may be called from any thread.

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "regretta/engine/real/ars/ars.hpp"
#include "regretta/engine/real/real.hpp"

namespace regretta {

/// What a draw is used for. The values are part of the address and thus affect every result: never renumber them.
enum class Stream : std::uint32_t {
  arm = 0,
  values = 1,
  instance = 2,
  schedule = 3,
  learner = 4,
  process = 5,
  search = 6,
  outcomes = 7
};

/// Draws for W consecutive trials (a single trial for double). Each trial has a word, 64 bits, at every address. The
/// counter is (group, stream and part, round, trial / 2), 32 bits each, where group is usually an arm; trial 2k has the
/// low half of the encrypted block, trial 2k + 1 the high half.
template <class Real>
class Draws {
 public:
  /// The words at one address: one per lane. For double, the words of both trials of a pair.
  using Block = std::array<Word<Real>, lanes<Real> == 1 ? 2 : 1>;

  /// Lane k belongs to trial first_trial + k. first_trial must be even for packs.
  Draws(std::uint64_t seed, std::uint32_t first_trial)
      : keys_(ars::keys_of(seed)), loops_(ars::loops(unit(), pairs)), half_(first_trial % 2) {
    assert(lanes<Real> == 1 || half_ == 0);
    for (std::uint32_t k = 0; k < pairs; ++k) {
      trials_[2 * k] = 0;
      trials_[2 * k + 1] = std::uint64_t{first_trial / 2 + k} << 32U;
    }
  }

  /// The word at one address, the same for every lane. `group` is below 2^32.
  Word<Real> word(Stream stream, std::int64_t round, std::uint64_t group, int part = 0) const {
    Block block;
    loops_.same(words_of(&block), 1, group | purpose(stream, part), low_half(round), trials_.data(), keys_);
    return lane_words(block);
  }

  /// Sets result[j] to the words of group + j.
  void blocks(Stream stream, std::int64_t round, std::uint64_t group, int part, std::span<Block> result) const {
    loops_.same(words_of(result.data()), std::ssize(result), group | purpose(stream, part), low_half(round),
                trials_.data(), keys_);
  }
  /// The words of a block, by lane.
  REGRETTA_INLINE Word<Real> lane_words(const Block& block) const {
    if constexpr (lanes<Real> == 1) return block[half_];
    if constexpr (lanes < Real >> 1) return Word<Real>::load(reinterpret_cast<const std::uint64_t*>(&block));
  }

  /// Lane k: the word of trial k in block arms[arm[k]].
  REGRETTA_INLINE Word<Real> lane_words(const Block* arms, const Index<Real>& arm) const {
    if constexpr (lanes<Real> == 1) {
      return lane_words(arms[arm[0]]);
    } else {
      const auto* words = reinterpret_cast<const std::uint64_t*>(arms);
      std::uint64_t values[lanes<Real>];
      for (int k = 0; k < lanes<Real>; ++k) values[k] = words[arm[static_cast<std::size_t>(k)] * lanes<Real> + k];
      return Word<Real>::load(values);
    }
  }

  /// Maps the low half w of a word to (w + 1/2) / 2^32, exactly; in (0, 1). The constant puts w into the mantissa of
  /// 2^52 + w.
  REGRETTA_INLINE static Real uniform(Word<Real> word) {
    return fma(as_real(combine_halves(word, Word<Real>(0x4330000000000000ULL))), Real(0x1p-32), Real(0x1p-33 - 0x1p20));
  }

  /// Maps a word to a multiple of 2^-52 in [0, 1).
  REGRETTA_INLINE static Real uniform52(Word<Real> word) {
    return as_real(shift_right<12>(word) | Word<Real>(0x3ff0000000000000ULL)) - Real(1.0);
  }

  /// One draw in (0, 1), at one address, the same for every lane.
  Real uniform_at(Stream stream, std::int64_t round, int arm, int part = 0) const {
    return uniform(word(stream, round, static_cast<std::uint64_t>(arm), part));
  }

  /// Sets arms[a] to the words for the noise of arm a in a round; `uniforms` turns them into draws in (0, 1). Value 0
  /// of an arm is its loss, value 1 + i its violation of constraint i. A word covers two values: 2 * value_pair in its
  /// low half, 2 * value_pair + 1 in its high half.
  void values(std::int64_t round, int value_pair, std::vector<Block>& arms) const {
    blocks(Stream::values, round, 0, value_pair, arms);
  }
  REGRETTA_INLINE std::array<Real, 2> uniforms(const Block& block) const { return uniforms_of(lane_words(block)); }
  /// The draws of arm[k] in lane k.
  REGRETTA_INLINE std::array<Real, 2> uniforms(const std::vector<Block>& arms, const Index<Real>& arm) const {
    return uniforms_of(lane_words(arms.data(), arm));
  }

  /// The draws for two values of one arm.
  std::array<Real, 2> values_at(std::int64_t round, int arm, int value_pair) const {
    return uniforms_of(word(Stream::values, round, static_cast<std::uint64_t>(arm), value_pair));
  }
  /// The draws for two values of arm[k] in lane k.
  std::array<Real, 2> values_of(std::int64_t round, const Index<Real>& arm, int value_pair) const {
    if constexpr (lanes<Real> == 1) {
      return values_at(round, arm[0], value_pair);
    } else {
      Block block, ids{to_word<Real>(arm) | Word<Real>(purpose(Stream::values, value_pair))};
      loops_.per_trial(words_of(&block), words_of(&ids), low_half(round), trials_.data(), keys_);
      return uniforms_of(lane_words(block));
    }
  }

 private:
  static constexpr int pairs = lanes<Real> == 1 ? 1 : lanes<Real> / 2;

  template <class T>
  struct IsGeneric : std::false_type {};
  template <int W>
  struct IsGeneric<BasicPack<W, native::Generic>> : std::true_type {};
  static ars::Unit unit() { return IsGeneric<Real>::value ? ars::Unit::plain : ars::best_unit(); }

  static std::uint64_t* words_of(Block* block) { return reinterpret_cast<std::uint64_t*>(block); }
  static std::uint64_t low_half(std::int64_t round) { return static_cast<std::uint32_t>(round); }
  static std::uint64_t purpose(Stream stream, int part) {
    return (static_cast<std::uint64_t>(stream) | static_cast<std::uint64_t>(part) << 8U) << 32U;
  }
  REGRETTA_INLINE static std::array<Real, 2> uniforms_of(Word<Real> word) {
    return {uniform(word), uniform(shift_right<32>(word))};
  }

  ars::Keys keys_;
  ars::Loops loops_;
  alignas(32) std::array<std::uint64_t, 2 * pairs> trials_;  ///< a block for each pair of trials (ars::Loops)
  std::size_t half_;  ///< for double: half of a block that belongs to the trial, 0 (low) or 1; for packs: 0
};

}  // namespace regretta
