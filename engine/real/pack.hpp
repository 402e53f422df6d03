#pragma once
/// The lane types: W doubles, W 64-bit words, W booleans, each an array of the instruction set's native vectors. Code
/// uses them through real.hpp.

#include <cstdint>
#include <type_traits>
#include <utility>

#include "regretta/engine/real/native.hpp"

/// Lanes must live in registers: without forced inlining the compiler keeps packs in memory. With a sanitizer's checks
/// that would take five times as long to compile.
#if defined(REGRETTA_SANITIZED)
#define REGRETTA_FLAT
#define REGRETTA_INLINE inline
#else
#define REGRETTA_FLAT __attribute__((always_inline))  // for lambdas
#define REGRETTA_INLINE __attribute__((always_inline)) inline
#endif

/// Copies whole vectors. By default g++ copies 16 bytes at a time, and a wider load right afterwards stalls.
#define REGRETTA_COPY_BY_PART(Type)                                              \
  Type() = default;                                                              \
  REGRETTA_INLINE Type(const Type& other) {                                      \
    detail::each<parts>([&](auto p) REGRETTA_FLAT { part[p] = other.part[p]; }); \
  }                                                                              \
  REGRETTA_INLINE Type& operator=(const Type& other) {                           \
    detail::each<parts>([&](auto p) REGRETTA_FLAT { part[p] = other.part[p]; }); \
    return *this;                                                                \
  }

namespace regretta {

namespace detail {
/// Calls f(0), ..., f(n - 1), each with a compile-time index: unrolled before the compiler analyses memory accesses.
template <int n, class F>
REGRETTA_INLINE void each(F f) {
  [&]<int... p>(std::integer_sequence<int, p...>) REGRETTA_FLAT { (f(std::integral_constant<int, p>()), ...); }
  (std::make_integer_sequence<int, n>());
}
}  // namespace detail

/// A boolean per lane; the result of comparisons.
template <int W, class Isa>
struct BasicPackMask {
  using N = typename native::Widest<W, Isa>::Type;
  static constexpr int parts = W / N::lanes;
  typename N::Mask part[parts];

  REGRETTA_COPY_BY_PART(BasicPackMask)

  REGRETTA_INLINE friend BasicPackMask operator&(BasicPackMask a, BasicPackMask b) {
    detail::each<parts>([&](auto p) REGRETTA_FLAT { a.part[p] = N::both(a.part[p], b.part[p]); });
    return a;
  }
  REGRETTA_INLINE friend BasicPackMask operator|(BasicPackMask a, BasicPackMask b) {
    detail::each<parts>([&](auto p) REGRETTA_FLAT { a.part[p] = N::either(a.part[p], b.part[p]); });
    return a;
  }
  REGRETTA_INLINE friend BasicPackMask operator!(BasicPackMask a) {
    detail::each<parts>([&](auto p) REGRETTA_FLAT { a.part[p] = N::negate(a.part[p]); });
    return a;
  }
  /// Bit k = lane k.
  REGRETTA_INLINE unsigned bits() const {
    unsigned result = 0;
    detail::each<parts>([&](auto p) REGRETTA_FLAT { result |= N::bits(part[p]) << (p * N::lanes); });
    return result;
  }
};

/// 64 bits per lane; used for counters and draws.
template <int W, class Isa>
struct BasicPackWord {
  using N = typename native::Widest<W, Isa>::Type;
  static constexpr int parts = W / N::lanes;
  typename N::Word part[parts];

  REGRETTA_COPY_BY_PART(BasicPackWord)

  REGRETTA_INLINE BasicPackWord(std::uint64_t a) {  // NOLINT: a constant is the same in every lane
    detail::each<parts>([&](auto p) REGRETTA_FLAT { part[p] = N::broadcast_word(a); });
  }
  REGRETTA_INLINE static BasicPackWord load(const std::uint64_t* from) {
    BasicPackWord result;
    detail::each<parts>([&](auto p) REGRETTA_FLAT { result.part[p] = N::load_word(from + p * N::lanes); });
    return result;
  }
  REGRETTA_INLINE void store(std::uint64_t* to) const {
    detail::each<parts>([&](auto p) REGRETTA_FLAT { N::store_word(to + p * N::lanes, part[p]); });
  }

#define REGRETTA_WORD_OP(op, name)                                                                 \
  REGRETTA_INLINE friend BasicPackWord operator op(BasicPackWord a, BasicPackWord b) {             \
    detail::each<parts>([&](auto p) REGRETTA_FLAT { a.part[p] = N::name(a.part[p], b.part[p]); }); \
    return a;                                                                                      \
  }
  REGRETTA_WORD_OP(+, word_add)
  REGRETTA_WORD_OP(^, word_xor)
  REGRETTA_WORD_OP(|, word_or)
  REGRETTA_WORD_OP(&, word_and)
#undef REGRETTA_WORD_OP
};

/// W doubles, one per trial; the arithmetic operators act lane by lane.
template <int W, class Isa>
struct BasicPack {
  static_assert(W == 4 || W == 8 || W == 16);
  using N = typename native::Widest<W, Isa>::Type;
  static constexpr int parts = W / N::lanes;
  typename N::Double part[parts];

  REGRETTA_COPY_BY_PART(BasicPack)

  REGRETTA_INLINE BasicPack(double a) {  // NOLINT: a constant is the same in every lane
    detail::each<parts>([&](auto p) REGRETTA_FLAT { part[p] = N::broadcast(a); });
  }
  REGRETTA_INLINE BasicPack(int a) : BasicPack(static_cast<double>(a)) {}  // NOLINT: Eigen writes Scalar(0)

  REGRETTA_INLINE static BasicPack load(const double* from) {
    BasicPack result;
    detail::each<parts>([&](auto p) REGRETTA_FLAT { result.part[p] = N::load(from + p * N::lanes); });
    return result;
  }
  REGRETTA_INLINE void store(double* to) const {
    detail::each<parts>([&](auto p) REGRETTA_FLAT { N::store(to + p * N::lanes, part[p]); });
  }

#define REGRETTA_PACK_OP(op, name)                                                                 \
  REGRETTA_INLINE friend BasicPack operator op(BasicPack a, BasicPack b) {                         \
    detail::each<parts>([&](auto p) REGRETTA_FLAT { a.part[p] = N::name(a.part[p], b.part[p]); }); \
    return a;                                                                                      \
  }                                                                                                \
  REGRETTA_INLINE BasicPack& operator op##=(BasicPack b) { return *this = *this op b; }
  REGRETTA_PACK_OP(+, add)
  REGRETTA_PACK_OP(-, sub)
  REGRETTA_PACK_OP(*, mul)
  REGRETTA_PACK_OP(/, div)
#undef REGRETTA_PACK_OP
  REGRETTA_INLINE friend BasicPack operator-(BasicPack a) {  // flips the sign bit, as for double
    detail::each<parts>([&](auto p) REGRETTA_FLAT {
      a.part[p] = N::as_double(N::word_xor(N::as_word(a.part[p]), N::broadcast_word(std::uint64_t{1} << 63)));
    });
    return a;
  }

#define REGRETTA_PACK_COMPARE(op, name, x, y)                                                        \
  REGRETTA_INLINE friend BasicPackMask<W, Isa> operator op(const BasicPack& a, const BasicPack& b) { \
    BasicPackMask<W, Isa> m;                                                                         \
    detail::each<parts>([&](auto p) REGRETTA_FLAT { m.part[p] = N::name(x.part[p], y.part[p]); });   \
    return m;                                                                                        \
  }
  REGRETTA_PACK_COMPARE(<, less, a, b)
  REGRETTA_PACK_COMPARE(>, less, b, a)
  REGRETTA_PACK_COMPARE(<=, less_equal, a, b)
  REGRETTA_PACK_COMPARE(>=, less_equal, b, a)
  REGRETTA_PACK_COMPARE(==, equal, a, b)
#undef REGRETTA_PACK_COMPARE
};

/// The lane types for the instruction set that the current file is compiled for.
template <int W>
using Pack = BasicPack<W, native::Here>;
template <int W>
using PackMask = BasicPackMask<W, native::Here>;
template <int W>
using PackWord = BasicPackWord<W, native::Here>;

}  // namespace regretta
