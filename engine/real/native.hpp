#pragma once
/// The processor's native vectors, wrapped so that `Pack` can be an array of them.
///
/// A program may contain the same round loop for several instruction sets. The instruction set is a part of every
/// pack's type, so that two sets never share a function.

#include <cstdint>
#include <type_traits>

#if defined(__x86_64__)
#if !defined(__AVX2__) || !defined(__FMA__)
#error "regretta needs AVX2 and FMA: compile with -march=x86-64-v3 (linking regretta::engine adds the flag)"
#endif
#include <immintrin.h>
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__) && defined(__AVX512BW__)
#define REGRETTA_HERE_AVX512
#endif
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace regretta::native {

/// Two lanes in vectors of the compiler (vector_size), for processors without one of the types below. It is the
/// reference for these types: they have the same members, and give the same bits.
struct GenericPair {
  static constexpr int lanes = 2;
  typedef double TwoDoubles __attribute__((vector_size(16)));
  typedef std::uint64_t TwoWords __attribute__((vector_size(16)));
  typedef std::int64_t TwoFlags __attribute__((vector_size(16)));  ///< results of comparisons: -1 for true, 0 for false
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
  /// min and max return b where a equals b or one of them is NaN.
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
  /// The high 32 bits of `high` and the low 32 bits of `low`.
  static Word combine_halves(Word low, Word high) { return {low_bits(low.lane) | (high.lane - low_bits(high.lane))}; }
  static Word as_word(Double a) { return {reinterpret_cast<TwoWords>(a.lane)}; }
  static Double as_double(Word a) { return {reinterpret_cast<TwoDoubles>(a.lane)}; }
  /// Rounds towards zero; values must be within the range of an int32.
  static void store_truncated(std::int32_t* p, Double a) {
    p[0] = static_cast<std::int32_t>(a.lane[0]);
    p[1] = static_cast<std::int32_t>(a.lane[1]);
  }

 private:
  static TwoWords low_bits(TwoWords a) { return a & 0xffffffffU; }
};

#if defined(__x86_64__)
/// One AVX2 register: four lanes.
struct Quad {
  static constexpr int lanes = 4;
  using Double = __m256d;
  using Word = __m256i;
  using Mask = __m256d;

  static Double broadcast(double a) { return _mm256_set1_pd(a); }
  static Double load(const double* p) { return _mm256_loadu_pd(p); }
  static void store(double* p, Double a) { _mm256_storeu_pd(p, a); }
  static Double add(Double a, Double b) { return _mm256_add_pd(a, b); }
  static Double sub(Double a, Double b) { return _mm256_sub_pd(a, b); }
  static Double mul(Double a, Double b) { return _mm256_mul_pd(a, b); }
  static Double div(Double a, Double b) { return _mm256_div_pd(a, b); }
  static Double fma(Double a, Double b, Double c) { return _mm256_fmadd_pd(a, b, c); }
  static Double sqrt(Double a) { return _mm256_sqrt_pd(a); }
  static Double min(Double a, Double b) { return _mm256_min_pd(a, b); }
  static Double max(Double a, Double b) { return _mm256_max_pd(a, b); }
  static Double abs(Double a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a); }
  /// Lane k: the sum of the lanes of the k-th argument, as (0 + 1) + (2 + 3).
  static Double sums(Double a, Double b, Double c, Double d) {
    const Double ab = _mm256_hadd_pd(a, b), cd = _mm256_hadd_pd(c, d);
    return _mm256_add_pd(_mm256_blend_pd(ab, cd, 0b1100), _mm256_permute2f128_pd(ab, cd, 0x21));
  }
  static Mask less(Double a, Double b) { return _mm256_cmp_pd(a, b, _CMP_LT_OQ); }
  static Mask less_equal(Double a, Double b) { return _mm256_cmp_pd(a, b, _CMP_LE_OQ); }
  static Mask equal(Double a, Double b) { return _mm256_cmp_pd(a, b, _CMP_EQ_OQ); }
  static Double select(Mask m, Double a, Double b) { return _mm256_blendv_pd(b, a, m); }
  static Mask both(Mask a, Mask b) { return _mm256_and_pd(a, b); }
  static Mask either(Mask a, Mask b) { return _mm256_or_pd(a, b); }
  static Mask negate(Mask a) { return _mm256_xor_pd(a, _mm256_castsi256_pd(_mm256_set1_epi64x(-1))); }
  static unsigned bits(Mask m) { return static_cast<unsigned>(_mm256_movemask_pd(m)); }

  static Word broadcast_word(std::uint64_t a) { return _mm256_set1_epi64x(static_cast<long long>(a)); }
  static Word load_word(const std::uint64_t* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); }
  static void store_word(std::uint64_t* p, Word a) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), a); }
  static Word word_add(Word a, Word b) { return _mm256_add_epi64(a, b); }
  static Word word_xor(Word a, Word b) { return _mm256_xor_si256(a, b); }
  static Word word_or(Word a, Word b) { return _mm256_or_si256(a, b); }
  static Word word_and(Word a, Word b) { return _mm256_and_si256(a, b); }
  template <int n>
  static Word shift_right(Word a) {
    return _mm256_srli_epi64(a, n);
  }
  template <int n>
  static Word shift_left(Word a) {
    return _mm256_slli_epi64(a, n);
  }
  static Word combine_halves(Word low, Word high) { return _mm256_blend_epi32(low, high, 0xAA); }
  static Word as_word(Double a) { return _mm256_castpd_si256(a); }
  static Double as_double(Word a) { return _mm256_castsi256_pd(a); }
  static void store_truncated(std::int32_t* p, Double a) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_cvttpd_epi32(a));
  }
};
#endif

#if defined(REGRETTA_HERE_AVX512)
/// One AVX-512 register: eight lanes.
struct Octo {
  static constexpr int lanes = 8;
  using Double = __m512d;
  using Word = __m512i;
  using Mask = __mmask8;

  static Double broadcast(double a) { return _mm512_set1_pd(a); }
  static Double load(const double* p) { return _mm512_loadu_pd(p); }
  static void store(double* p, Double a) { _mm512_storeu_pd(p, a); }
  static Double add(Double a, Double b) { return _mm512_add_pd(a, b); }
  static Double sub(Double a, Double b) { return _mm512_sub_pd(a, b); }
  static Double mul(Double a, Double b) { return _mm512_mul_pd(a, b); }
  static Double div(Double a, Double b) { return _mm512_div_pd(a, b); }
  static Double fma(Double a, Double b, Double c) { return _mm512_fmadd_pd(a, b, c); }
  static Double sqrt(Double a) { return _mm512_sqrt_pd(a); }
  static Double min(Double a, Double b) { return _mm512_min_pd(a, b); }
  static Double max(Double a, Double b) { return _mm512_max_pd(a, b); }
  static Double abs(Double a) { return _mm512_abs_pd(a); }
  static Mask less(Double a, Double b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ); }
  static Mask less_equal(Double a, Double b) { return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ); }
  static Mask equal(Double a, Double b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
  static Double select(Mask m, Double a, Double b) { return _mm512_mask_blend_pd(m, b, a); }
  static Mask both(Mask a, Mask b) { return static_cast<Mask>(a & b); }
  static Mask either(Mask a, Mask b) { return static_cast<Mask>(a | b); }
  static Mask negate(Mask a) { return static_cast<Mask>(~a); }
  static unsigned bits(Mask m) { return m; }

  static Word broadcast_word(std::uint64_t a) { return _mm512_set1_epi64(static_cast<long long>(a)); }
  /// Loads two halves. Draws are stored by registers of 256 bits, and a wider load would wait until these stores have
  /// left the store buffer.
  static Word load_word(const std::uint64_t* p) {
    const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + 4)),
                              1);
  }
  static void store_word(std::uint64_t* p, Word a) { _mm512_storeu_si512(p, a); }
  static Word word_add(Word a, Word b) { return _mm512_add_epi64(a, b); }
  static Word word_xor(Word a, Word b) { return _mm512_xor_si512(a, b); }
  static Word word_or(Word a, Word b) { return _mm512_or_si512(a, b); }
  static Word word_and(Word a, Word b) { return _mm512_and_si512(a, b); }
  template <int n>
  static Word shift_right(Word a) {
    return _mm512_srli_epi64(a, n);
  }
  template <int n>
  static Word shift_left(Word a) {
    return _mm512_slli_epi64(a, n);
  }
  static Word combine_halves(Word low, Word high) { return _mm512_mask_blend_epi32(0xAAAA, low, high); }
  static Word as_word(Double a) { return _mm512_castpd_si512(a); }
  static Double as_double(Word a) { return _mm512_castsi512_pd(a); }
  static void store_truncated(std::int32_t* p, Double a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_cvttpd_epi32(a));
  }
};
#endif

#if defined(__aarch64__)
/// One NEON register: two lanes.
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
  static Word combine_halves(Word low, Word high) { return vbslq_u64(vdupq_n_u64(0xffffffffU), low, high); }
  static Word as_word(Double a) { return vreinterpretq_u64_f64(a); }
  static Double as_double(Word a) { return vreinterpretq_f64_u64(a); }
  static void store_truncated(std::int32_t* p, Double a) { vst1_s32(p, vmovn_s64(vcvtq_s64_f64(a))); }
};
#endif

// Instruction sets.
struct Generic {};  ///< any processor
struct V3 {};       ///< x86-64-v3: AVX2, FMA
struct Avx512 {};   ///< x86-64-v4: AVX-512 F, DQ, VL, BW, CD
struct Neon {};     ///< AArch64

/// The instruction set for which the program is compiled, except for the additional copies of the round loops.
#if defined(__x86_64__)
using Baseline = V3;
#elif defined(__aarch64__)
using Baseline = Neon;
#else
using Baseline = Generic;
#endif

/// The instruction set for which the current source file is compiled.
#if defined(REGRETTA_HERE_GENERIC)
using Here = Generic;
#elif defined(REGRETTA_HERE_AVX512)
using Here = Avx512;
#else
using Here = Baseline;
#endif

/// The widest native vector of an instruction set whose lanes divide a pack of W lanes.
template <int W, class Isa>
struct Widest;
template <int W>
struct Widest<W, Generic> {
  using Type = GenericPair;
};
#if defined(__x86_64__)
template <int W>
struct Widest<W, V3> {
  using Type = Quad;
};
#endif
#if defined(REGRETTA_HERE_AVX512)
template <int W>
struct Widest<W, Avx512> {
  using Type = std::conditional_t<W % Octo::lanes == 0, Octo, Quad>;
};
#endif
#if defined(__aarch64__)
template <int W>
struct Widest<W, Neon> {
  using Type = Neon2;
};
#endif

}  // namespace regretta::native
