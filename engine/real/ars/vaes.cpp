// Two blocks in an AVX register. Compiled with the flags for VAES (CMakeLists.txt), and called only on processors with
// VAES.

#include "regretta/engine/real/ars/loops.hpp"

#if defined(__VAES__) && defined(__AVX2__)

#include <immintrin.h>

namespace regretta::ars {
namespace {

struct TwoBlocks {
  static constexpr int blocks = 2;
  using Register = __m256i;

  static Register load(const std::uint64_t* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); }
  static void store(std::uint64_t* p, Register a) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), a); }
  static Register repeat(std::uint64_t low, std::uint64_t high) {
    return _mm256_broadcastsi128_si256(_mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low)));
  }
  static Register next(Register a) { return _mm256_add_epi64(a, _mm256_set_epi64x(0, 1, 0, 1)); }
  static Register exclusive_or(Register a, Register b) { return _mm256_xor_si256(a, b); }
  static Register round(Register a, Register key) { return _mm256_aesenc_epi128(a, key); }
  static Register last_round(Register a, Register key) { return _mm256_aesenclast_epi128(a, key); }
  static Register low_half_of(Register a) { return _mm256_unpacklo_epi64(a, _mm256_setzero_si256()); }
  static Register high_half_of(Register a) { return _mm256_unpackhi_epi64(a, _mm256_setzero_si256()); }
  static Register halves(Register low, Register high) { return _mm256_blend_epi32(low, high, 0xCC); }
};

}  // namespace

Functions vaes_functions() { return functions_over<TwoBlocks>(); }

}  // namespace regretta::ars

#else

namespace regretta::ars {

Functions vaes_functions() { return {}; }

}  // namespace regretta::ars

#endif
