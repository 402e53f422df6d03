#pragma once
/// One AVX-512 register: eight lanes. Members: see generic.hpp.

#include <immintrin.h>

#include <cstdint>

namespace regretta::native {

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
  /// In halves: draws are stored in registers of 256 bits, and a wider load waits until they have left the store
  /// buffer.
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
  static Word low_half_with(Word low, Word high) { return _mm512_mask_blend_epi32(0xAAAA, low, high); }
  static Word as_word(Double a) { return _mm512_castpd_si512(a); }
  static Double as_double(Word a) { return _mm512_castsi512_pd(a); }
  static void store_truncated(std::int32_t* p, Double a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_cvttpd_epi32(a));
  }
};

}  // namespace regretta::native
