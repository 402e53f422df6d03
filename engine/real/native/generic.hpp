#pragma once
/// Two lanes as vectors of the compiler's, for processors without a file of their own, and the reference for the
/// others: every other type in this folder has the same members and gives the same bits.

#include <cstdint>

namespace regretta::native {

struct Plain {
  static constexpr int lanes = 2;
  typedef double TwoDoubles __attribute__((vector_size(16)));
  typedef std::uint64_t TwoWords __attribute__((vector_size(16)));
  typedef std::int64_t TwoFlags __attribute__((vector_size(16)));  ///< -1 or 0, as comparisons give them
  struct Double {
    TwoDoubles lane;
  };
  struct Word {
    TwoWords lane;
  };
  struct Mask {
    TwoFlags lane;
  };

  static Double broadcast(double a) { return {TwoDoubles{a, a}}; }
  static Double load(const double* p) { return {TwoDoubles{p[0], p[1]}}; }
  static void store(double* p, Double a) {
    p[0] = a.lane[0];
    p[1] = a.lane[1];
  }
  static Double add(Double a, Double b) { return {a.lane + b.lane}; }
  static Double sub(Double a, Double b) { return {a.lane - b.lane}; }
  static Double mul(Double a, Double b) { return {a.lane * b.lane}; }
  static Double div(Double a, Double b) { return {a.lane / b.lane}; }
  /// a * b + c with one rounding.
  static Double fma(Double a, Double b, Double c) {
    return {TwoDoubles{__builtin_fma(a.lane[0], b.lane[0], c.lane[0]), __builtin_fma(a.lane[1], b.lane[1], c.lane[1])}};
  }
  static Double sqrt(Double a) { return {TwoDoubles{__builtin_sqrt(a.lane[0]), __builtin_sqrt(a.lane[1])}}; }
  /// Returns b where the two are equal or either is NaN; so does max.
  static Double min(Double a, Double b) { return select(less(a, b), a, b); }
  static Double max(Double a, Double b) { return select(less(b, a), a, b); }
  static Double abs(Double a) { return {TwoDoubles{__builtin_fabs(a.lane[0]), __builtin_fabs(a.lane[1])}}; }
  /// Comparisons are false where either side is NaN.
  static Mask less(Double a, Double b) { return {a.lane < b.lane}; }
  static Mask less_equal(Double a, Double b) { return {a.lane <= b.lane}; }
  static Mask equal(Double a, Double b) { return {a.lane == b.lane}; }
  /// m ? a : b, lane by lane.
  static Double select(Mask m, Double a, Double b) { return {m.lane ? a.lane : b.lane}; }
  static Mask both(Mask a, Mask b) { return {a.lane & b.lane}; }
  static Mask either(Mask a, Mask b) { return {a.lane | b.lane}; }
  static Mask negate(Mask a) { return {~a.lane}; }
  /// Bit k = lane k.
  static unsigned bits(Mask m) { return (m.lane[0] != 0 ? 1U : 0U) | (m.lane[1] != 0 ? 2U : 0U); }

  static Word broadcast_word(std::uint64_t a) { return {TwoWords{a, a}}; }
  static Word load_word(const std::uint64_t* p) { return {TwoWords{p[0], p[1]}}; }
  static void store_word(std::uint64_t* p, Word a) {
    p[0] = a.lane[0];
    p[1] = a.lane[1];
  }
  /// Product of the low 32 bits.
  static Word word_add(Word a, Word b) { return {a.lane + b.lane}; }
  static Word word_xor(Word a, Word b) { return {a.lane ^ b.lane}; }
  static Word word_or(Word a, Word b) { return {a.lane | b.lane}; }
  static Word word_and(Word a, Word b) { return {a.lane & b.lane}; }
  template <int n>
  static Word shift_right(Word a) {
    return {a.lane >> n};
  }
  template <int n>
  static Word shift_left(Word a) {
    return {a.lane << n};
  }
  /// The high 32 bits of `above` followed by the low 32 bits of `below`.
  static Word low_half_with(Word below, Word above) { return {low(below.lane) | (above.lane - low(above.lane))}; }
  static Word as_word(Double a) { return {reinterpret_cast<TwoWords>(a.lane)}; }
  static Double as_double(Word a) { return {reinterpret_cast<TwoDoubles>(a.lane)}; }
  /// Rounds towards zero; values must be within the range of an int32.
  static void store_truncated(std::int32_t* p, Double a) {
    p[0] = static_cast<std::int32_t>(a.lane[0]);
    p[1] = static_cast<std::int32_t>(a.lane[1]);
  }

 private:
  static TwoWords low(TwoWords a) { return a & 0xffffffffU; }
};

}  // namespace regretta::native
