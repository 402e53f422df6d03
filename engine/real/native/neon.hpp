#pragma once
/// One NEON register (AArch64): two lanes. Members: see generic.hpp.

#include <arm_neon.h>

#include <cstdint>

namespace regretta::native {

struct Neon2 {
  static constexpr int lanes = 2;
  using Double = float64x2_t;
  using Word = uint64x2_t;
  using Mask = uint64x2_t;

  static Double broadcast(double a) { return vdupq_n_f64(a); }
  static Double load(const double* p) { return vld1q_f64(p); }
  static void store(double* p, Double a) { vst1q_f64(p, a); }
  static Double add(Double a, Double b) { return vaddq_f64(a, b); }
  static Double sub(Double a, Double b) { return vsubq_f64(a, b); }
  static Double mul(Double a, Double b) { return vmulq_f64(a, b); }
  static Double div(Double a, Double b) { return vdivq_f64(a, b); }
  static Double fma(Double a, Double b, Double c) { return vfmaq_f64(c, a, b); }
  static Double sqrt(Double a) { return vsqrtq_f64(a); }
  static Double min(Double a, Double b) { return select(less(a, b), a, b); }  // vminq orders zeros and propagates NaN
  static Double max(Double a, Double b) { return select(less(b, a), a, b); }
  static Double abs(Double a) { return vabsq_f64(a); }
  static Mask less(Double a, Double b) { return vcltq_f64(a, b); }
  static Mask less_equal(Double a, Double b) { return vcleq_f64(a, b); }
  static Mask equal(Double a, Double b) { return vceqq_f64(a, b); }
  static Double select(Mask m, Double a, Double b) { return vbslq_f64(m, a, b); }
  static Mask both(Mask a, Mask b) { return vandq_u64(a, b); }
  static Mask either(Mask a, Mask b) { return vorrq_u64(a, b); }
  static Mask negate(Mask a) { return veorq_u64(a, vdupq_n_u64(~std::uint64_t{0})); }
  static unsigned bits(Mask m) {
    return static_cast<unsigned>(vgetq_lane_u64(m, 0) & 1U) | static_cast<unsigned>(vgetq_lane_u64(m, 1) & 2U);
  }

  static Word broadcast_word(std::uint64_t a) { return vdupq_n_u64(a); }
  static Word load_word(const std::uint64_t* p) { return vld1q_u64(p); }
  static void store_word(std::uint64_t* p, Word a) { vst1q_u64(p, a); }
  static Word word_add(Word a, Word b) { return vaddq_u64(a, b); }
  static Word word_xor(Word a, Word b) { return veorq_u64(a, b); }
  static Word word_or(Word a, Word b) { return vorrq_u64(a, b); }
  static Word word_and(Word a, Word b) { return vandq_u64(a, b); }
  template <int n>
  static Word shift_right(Word a) {
    return vshrq_n_u64(a, n);
  }
  template <int n>
  static Word shift_left(Word a) {
    return vshlq_n_u64(a, n);
  }
  static Word low_half_with(Word below, Word above) { return vbslq_u64(vdupq_n_u64(0xffffffffU), below, above); }
  static Word as_word(Double a) { return vreinterpretq_u64_f64(a); }
  static Double as_double(Word a) { return vreinterpretq_f64_u64(a); }
  static void store_truncated(std::int32_t* p, Double a) { vst1_s32(p, vmovn_s64(vcvtq_s64_f64(a))); }
};

}  // namespace regretta::native
