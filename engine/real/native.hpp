#pragma once
/// The processor's own vectors, wrapped so that `Pack` can be an array of them. Requires x86-64-v3 (AVX2, FMA).
///
/// One program may hold the same round loop for several instruction sets. The set is a type, and part of every pack's
/// type, so that the two never share a function.

#include <immintrin.h>

#include <cstdint>
#include <type_traits>

#if !defined(__AVX2__) || !defined(__FMA__)
#error "regretta needs AVX2 and FMA: compile with -march=x86-64-v3 (linking regretta::engine adds the flag)"
#endif

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__) && defined(__AVX512BW__)
#define REGRETTA_HERE_AVX512
#endif

namespace regretta::native {

struct V3 {};      ///< x86-64-v3: AVX2, FMA
struct Avx512 {};  ///< x86-64-v4: AVX-512 F, DQ, VL, BW, CD

/// What this file is compiled for.
#if defined(REGRETTA_HERE_AVX512)
using Here = Avx512;
#else
using Here = V3;
#endif

/// Four lanes, AVX2.
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
  static Mask less(Double a, Double b) { return _mm256_cmp_pd(a, b, _CMP_LT_OQ); }
  static Mask less_equal(Double a, Double b) { return _mm256_cmp_pd(a, b, _CMP_LE_OQ); }
  static Mask equal(Double a, Double b) { return _mm256_cmp_pd(a, b, _CMP_EQ_OQ); }
  static Double select(Mask m, Double a, Double b) { return _mm256_blendv_pd(b, a, m); }
  static Mask both(Mask a, Mask b) { return _mm256_and_pd(a, b); }
  static Mask either(Mask a, Mask b) { return _mm256_or_pd(a, b); }
  static Mask negate(Mask a) { return _mm256_xor_pd(a, _mm256_castsi256_pd(_mm256_set1_epi64x(-1))); }
  static Mask mask_of(unsigned bits) {
    const auto lane = [bits](unsigned k) { return (bits >> k & 1U) != 0U ? -1LL : 0LL; };
    return _mm256_castsi256_pd(_mm256_set_epi64x(lane(3), lane(2), lane(1), lane(0)));
  }
  static unsigned bits(Mask m) { return static_cast<unsigned>(_mm256_movemask_pd(m)); }

  static Word broadcast_word(std::uint64_t a) { return _mm256_set1_epi64x(static_cast<long long>(a)); }
  static Word load_word(const std::uint64_t* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); }
  static void store_word(std::uint64_t* p, Word a) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), a); }
  static Word mul32(Word a, Word b) { return _mm256_mul_epu32(a, b); }
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
  static Word low_half_with(Word low, Word high) { return _mm256_blend_epi32(low, high, 0xAA); }
  static Word as_word(Double a) { return _mm256_castpd_si256(a); }
  static Double as_double(Word a) { return _mm256_castsi256_pd(a); }
  static void store_truncated(std::int32_t* p, Double a) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_cvttpd_epi32(a));
  }
};

#if defined(REGRETTA_HERE_AVX512)
/// Eight lanes, AVX-512.
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
  static Mask mask_of(unsigned bits) { return static_cast<Mask>(bits); }
  static unsigned bits(Mask m) { return m; }

  static Word broadcast_word(std::uint64_t a) { return _mm512_set1_epi64(static_cast<long long>(a)); }
  static Word load_word(const std::uint64_t* p) { return _mm512_loadu_si512(p); }
  static void store_word(std::uint64_t* p, Word a) { _mm512_storeu_si512(p, a); }
  static Word mul32(Word a, Word b) { return _mm512_mul_epu32(a, b); }
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
  static Word low_half_with(Word low, Word high) { return _mm512_mask_blend_epi32(0xAAAA, low, high); }
  static Word as_word(Double a) { return _mm512_castpd_si512(a); }
  static Double as_double(Word a) { return _mm512_castsi512_pd(a); }
  static void store_truncated(std::int32_t* p, Double a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_cvttpd_epi32(a));
  }
};
#endif

/// The widest native vector of an instruction set that divides a pack of W lanes.
template <int W, class Isa>
struct Widest;
template <int W>
struct Widest<W, V3> {
  using Type = Quad;
};
#if defined(REGRETTA_HERE_AVX512)
template <int W>
struct Widest<W, Avx512> {
  using Type = std::conditional_t<W % Octo::lanes == 0, Octo, Quad>;
};
#endif

}  // namespace regretta::native
