#pragma once
/// One AVX2 register: four lanes. Members: see generic.hpp.

#include <immintrin.h>

#include <cstdint>

namespace regretta::native {

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
  /// The sums of four registers, (0 + 1) + (2 + 3) each.
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
  static Word low_half_with(Word low, Word high) { return _mm256_blend_epi32(low, high, 0xAA); }
  static Word as_word(Double a) { return _mm256_castpd_si256(a); }
  static Double as_double(Word a) { return _mm256_castsi256_pd(a); }
  static void store_truncated(std::int32_t* p, Double a) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_cvttpd_epi32(a));
  }
};

}  // namespace regretta::native
