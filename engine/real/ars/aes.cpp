// One block in a register: AES-NI on x86-64, the cryptographic extension on AArch64. Compiled with the flags for these
// instructions (CMakeLists.txt), and called only if the processor has them.

#include "regretta/engine/real/ars/loops.hpp"

#if defined(__AES__) && defined(__x86_64__)

#include <immintrin.h>

namespace regretta::ars {
namespace {

struct Block {
  static constexpr int blocks = 1;
  using Register = __m128i;

  static Register load(const std::uint64_t* p) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)); }
  static void store(std::uint64_t* p, Register a) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), a); }
  static Register repeat(std::uint64_t low, std::uint64_t high) {
    return _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
  }
  static Register next(Register a) { return _mm_add_epi64(a, _mm_set_epi64x(0, 1)); }
  static Register exclusive_or(Register a, Register b) { return _mm_xor_si128(a, b); }
  static Register round(Register a, Register key) { return _mm_aesenc_si128(a, key); }
  static Register last_round(Register a, Register key) { return _mm_aesenclast_si128(a, key); }
  static Register low_half_of(Register a) { return _mm_move_epi64(a); }
  static Register high_half_of(Register a) { return _mm_srli_si128(a, 8); }
  static Register halves(Register low, Register high) { return _mm_blend_epi16(low, high, 0xF0); }
};

}  // namespace

Functions aes_functions() { return functions_over<Block>(); }

}  // namespace regretta::ars

#elif defined(__aarch64__) && (defined(__ARM_FEATURE_AES) || defined(__ARM_FEATURE_CRYPTO))

#include <arm_neon.h>

namespace regretta::ars {
namespace {

struct Block {
  static constexpr int blocks = 1;
  using Register = uint64x2_t;

  static Register load(const std::uint64_t* p) { return vld1q_u64(p); }
  static void store(std::uint64_t* p, Register a) { vst1q_u64(p, a); }
  static Register repeat(std::uint64_t low, std::uint64_t high) {
    return vcombine_u64(vcreate_u64(low), vcreate_u64(high));
  }
  static Register next(Register a) { return vaddq_u64(a, repeat(1, 0)); }
  static Register exclusive_or(Register a, Register b) { return veorq_u64(a, b); }
  static Register round(Register a, Register key) { return veorq_u64(of_bytes(vaesmcq_u8(substitute(a))), key); }
  static Register last_round(Register a, Register key) { return veorq_u64(of_bytes(substitute(a)), key); }
  static Register low_half_of(Register a) { return vsetq_lane_u64(0, a, 1); }
  static Register high_half_of(Register a) { return vzip2q_u64(a, vdupq_n_u64(0)); }
  static Register halves(Register low, Register high) { return vcopyq_laneq_u64(low, 1, high, 1); }

 private:
  /// Substitutes bytes and shifts rows. This instruction adds its key first, the one of x86-64 adds it last. Therefore
  /// the key is 0 here, and the callers add the key of the round.
  static uint8x16_t substitute(Register a) { return vaeseq_u8(vreinterpretq_u8_u64(a), vdupq_n_u8(0)); }
  static Register of_bytes(uint8x16_t a) { return vreinterpretq_u64_u8(a); }
};

}  // namespace

Functions aes_functions() { return functions_over<Block>(); }

}  // namespace regretta::ars

#else

namespace regretta::ars {

Functions aes_functions() { return {}; }

}  // namespace regretta::ars

#endif
