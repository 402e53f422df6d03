#pragma once
/// The processor's native vectors, wrapped so that `Pack` can be an array of them.
///
/// A program may contain the same round loop for several instruction sets. The set is a type and part of every pack's
/// type, so no two sets ever share a function.

#include <type_traits>

#include "regretta/engine/real/native/generic.hpp"

#if defined(__x86_64__)
#if !defined(__AVX2__) || !defined(__FMA__)
#error "regretta needs AVX2 and FMA: compile with -march=x86-64-v3 (linking regretta::engine adds the flag)"
#endif
#include "regretta/engine/real/native/avx2.hpp"
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__) && defined(__AVX512BW__)
#include "regretta/engine/real/native/avx512.hpp"
#define REGRETTA_HERE_AVX512
#endif
#elif defined(__aarch64__)
#include "regretta/engine/real/native/neon.hpp"
#endif

namespace regretta::native {

struct Generic {};  ///< any processor
struct V3 {};       ///< x86-64-v3: AVX2, FMA
struct Avx512 {};   ///< x86-64-v4: AVX-512 F, DQ, VL, BW, CD
struct Neon {};     ///< AArch64

/// The set that the whole program is compiled for, except for the additional copies of the round loops.
#if defined(__x86_64__)
using Baseline = V3;
#elif defined(__aarch64__)
using Baseline = Neon;
#else
using Baseline = Generic;
#endif

/// The set that the current source file is compiled for.
#if defined(REGRETTA_HERE_GENERIC)
using Here = Generic;
#elif defined(REGRETTA_HERE_AVX512)
using Here = Avx512;
#else
using Here = Baseline;
#endif

/// The widest native vector of an instruction set that divides a pack of W lanes.
template <int W, class Isa>
struct Widest;
template <int W>
struct Widest<W, Generic> {
  using Type = Plain;
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
