#pragma once
/// The number type of the engine. `Real` is `double` (one trial) or `Pack<W>` (W trials side by side, one per lane).
/// Everything written over `Real` obeys the lane law: lane k of a pack equals trial k run alone, bit for bit.
///
/// Companions of a Real:
///   Mask<Real>   a boolean per lane         Word<Real>   64 unsigned bits per lane
///   Index<Real>  an arm per lane            lanes<Real>  the number of lanes

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "regretta/engine/real/native.hpp"

/// Packs must live in registers: without forced inlining the compiler keeps them in memory. With sanitizers, inlining
/// is not forced, because compilation would take five times as long.
#if defined(REGRETTA_SANITIZED)
#define REGRETTA_FLAT
#define REGRETTA_INLINE inline
#else
#define REGRETTA_FLAT __attribute__((always_inline))  // for lambdas
#define REGRETTA_INLINE __attribute__((always_inline)) inline
#endif

/// Constructors and assignment that copy whole vectors. By default g++ copies 16 bytes at a time, and a wider load
/// right afterwards stalls.
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
/// Calls f(0), ..., f(n - 1) with compile-time indices, so that the loop is unrolled before the compiler analyses
/// memory accesses.
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
  /// Bit k is lane k.
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

  REGRETTA_INLINE BasicPackWord(std::uint64_t a) {  // NOLINT: implicit, so that a constant is a pack
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

  REGRETTA_INLINE BasicPack(double a) {  // NOLINT: implicit, so that a constant is a pack
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
  REGRETTA_INLINE friend BasicPack operator-(BasicPack a) {  // flips the sign bit, also of 0 and NaN, as for double
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

/// The types of packs for the instruction set of the current file.
template <int W>
using Pack = BasicPack<W, native::Here>;
template <int W>
using PackMask = BasicPackMask<W, native::Here>;
template <int W>
using PackWord = BasicPackWord<W, native::Here>;

namespace detail {
template <class Real>
struct Companions;
template <>
struct Companions<double> {
  using Mask = bool;
  using Word = std::uint64_t;
  static constexpr int lanes = 1;
};
template <int W, class Isa>
struct Companions<BasicPack<W, Isa>> {
  using Mask = BasicPackMask<W, Isa>;
  using Word = BasicPackWord<W, Isa>;
  static constexpr int lanes = W;
};
}  // namespace detail

template <class Real>
using Mask = typename detail::Companions<Real>::Mask;
template <class Real>
using Word = typename detail::Companions<Real>::Word;
template <class Real>
inline constexpr int lanes = detail::Companions<Real>::lanes;

/// The index of an arm in each lane.
template <class Real>
using Index = std::array<std::int32_t, static_cast<std::size_t>(lanes<Real>)>;

/// A column of K Reals, and m x K Reals (row i = constraint i).
template <class Real>
using Vector = Eigen::Array<Real, Eigen::Dynamic, 1>;
template <class Real>
using Matrix = Eigen::Array<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// ---- arithmetic beyond + - * /, the same for double and Pack ------------------------------------------------------

/// a * b + c with one rounding.
inline double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline double sqrt(double a) { return __builtin_sqrt(a); }
inline double abs(double a) { return __builtin_fabs(a); }
/// min and max return the second argument on ties and NaN, as the x86 instructions do.
inline double min(double a, double b) { return a < b ? a : b; }
inline double max(double a, double b) { return a > b ? a : b; }
/// Deleted for other floating-point types: computed in them, a single trial would differ from its lane in a pack.
template <std::floating_point Other>
Other fma(Other, Other, Other) = delete;
template <std::floating_point Other>
Other sqrt(Other) = delete;
template <std::floating_point Other>
Other abs(Other) = delete;
template <std::floating_point Other>
Other min(Other, Other) = delete;
template <std::floating_point Other>
Other max(Other, Other) = delete;
inline double select(bool m, double a, double b) { return m ? a : b; }
inline bool any(bool m) { return m; }
inline bool all(bool m) { return m; }

template <int W>
REGRETTA_INLINE Pack<W> fma(Pack<W> a, std::type_identity_t<Pack<W>> b, std::type_identity_t<Pack<W>> c) {
  detail::each<Pack<W>::parts>([&](auto p)
                                   REGRETTA_FLAT { a.part[p] = Pack<W>::N::fma(a.part[p], b.part[p], c.part[p]); });
  return a;
}
template <int W>
REGRETTA_INLINE Pack<W> fma(double a, Pack<W> b, std::type_identity_t<Pack<W>> c) {
  return fma(b, a, c);
}
template <int W>
REGRETTA_INLINE Pack<W> sqrt(Pack<W> a) {
  detail::each<Pack<W>::parts>([&](auto p) REGRETTA_FLAT { a.part[p] = Pack<W>::N::sqrt(a.part[p]); });
  return a;
}
template <int W>
REGRETTA_INLINE Pack<W> abs(Pack<W> a) {
  detail::each<Pack<W>::parts>([&](auto p) REGRETTA_FLAT { a.part[p] = Pack<W>::N::abs(a.part[p]); });
  return a;
}
template <int W>
REGRETTA_INLINE Pack<W> min(Pack<W> a, std::type_identity_t<Pack<W>> b) {
  detail::each<Pack<W>::parts>([&](auto p) REGRETTA_FLAT { a.part[p] = Pack<W>::N::min(a.part[p], b.part[p]); });
  return a;
}
template <int W>
REGRETTA_INLINE Pack<W> max(Pack<W> a, std::type_identity_t<Pack<W>> b) {
  detail::each<Pack<W>::parts>([&](auto p) REGRETTA_FLAT { a.part[p] = Pack<W>::N::max(a.part[p], b.part[p]); });
  return a;
}
/// m ? a : b, lane by lane.
template <int W>
REGRETTA_INLINE Pack<W> select(PackMask<W> m, std::type_identity_t<Pack<W>> a, std::type_identity_t<Pack<W>> b) {
  detail::each<Pack<W>::parts>([&](auto p)
                                   REGRETTA_FLAT { a.part[p] = Pack<W>::N::select(m.part[p], a.part[p], b.part[p]); });
  return a;
}
template <int W>
REGRETTA_INLINE bool any(PackMask<W> m) {
  return m.bits() != 0;
}
template <int W>
REGRETTA_INLINE bool all(PackMask<W> m) {
  return m.bits() == (1U << W) - 1U;
}

// ---- words --------------------------------------------------------------------------------------------------------

template <int n>
std::uint64_t shift_right(std::uint64_t a) {
  return a >> n;
}
template <int n>
std::uint64_t shift_left(std::uint64_t a) {
  return a << n;
}
/// The high 32 bits of `high` and the low 32 bits of `low`.
inline std::uint64_t combine_halves(std::uint64_t low, std::uint64_t high) {
  return (low & 0xffffffffU) | (high & 0xffffffff00000000U);
}
inline std::uint64_t as_word(double a) { return std::bit_cast<std::uint64_t>(a); }
inline double as_real(std::uint64_t a) { return std::bit_cast<double>(a); }

template <int n, int W>
REGRETTA_INLINE PackWord<W> shift_right(PackWord<W> a) {
  detail::each<Pack<W>::parts>([&](auto p)
                                   REGRETTA_FLAT { a.part[p] = PackWord<W>::N::template shift_right<n>(a.part[p]); });
  return a;
}
template <int n, int W>
REGRETTA_INLINE PackWord<W> shift_left(PackWord<W> a) {
  detail::each<Pack<W>::parts>([&](auto p)
                                   REGRETTA_FLAT { a.part[p] = PackWord<W>::N::template shift_left<n>(a.part[p]); });
  return a;
}
template <int W>
REGRETTA_INLINE PackWord<W> combine_halves(PackWord<W> low, PackWord<W> high) {
  detail::each<Pack<W>::parts>(
      [&](auto p) REGRETTA_FLAT { low.part[p] = PackWord<W>::N::combine_halves(low.part[p], high.part[p]); });
  return low;
}
template <int W>
REGRETTA_INLINE PackWord<W> as_word(Pack<W> a) {
  PackWord<W> result;
  detail::each<Pack<W>::parts>([&](auto p) REGRETTA_FLAT { result.part[p] = Pack<W>::N::as_word(a.part[p]); });
  return result;
}
template <int W>
REGRETTA_INLINE Pack<W> as_real(PackWord<W> a) {
  Pack<W> result;
  detail::each<Pack<W>::parts>([&](auto p) REGRETTA_FLAT { result.part[p] = Pack<W>::N::as_double(a.part[p]); });
  return result;
}

// ---- one lane at a time -------------------------------------------------------------------------------------------

inline double lane(double a, int) { return a; }
inline void set_lane(double& a, int, double value) { a = value; }
inline bool mask_lane(bool m, int) { return m; }

template <int W>
REGRETTA_INLINE double lane(const Pack<W>& a, int k) {
  double values[W];
  a.store(values);
  return values[k];
}
template <int W>
REGRETTA_INLINE void set_lane(Pack<W>& a, int k, double value) {
  double values[W];
  a.store(values);
  values[k] = value;
  a = Pack<W>::load(values);
}
template <int W>
REGRETTA_INLINE bool mask_lane(const PackMask<W>& m, int k) {
  return (m.bits() >> k & 1U) != 0;
}
/// Lane k: lane k of from[arm[k]]. `from` has one Real per arm, or one double per arm for all lanes.
inline double gather(const double* from, const Index<double>& arm) { return from[arm[0]]; }
template <class Real>
requires(lanes<Real> == 1) REGRETTA_INLINE Real gather(const double* from, const Index<Real>& arm) {
  return from[arm[0]];
}
template <class Real>
requires(lanes<Real> > 1) REGRETTA_INLINE Real gather(const Real* from, const Index<Real>& arm) {
  const double* flat = reinterpret_cast<const double*>(from);
  double values[lanes<Real>];
  for (int k = 0; k < lanes<Real>; ++k) values[k] = flat[arm[static_cast<std::size_t>(k)] * lanes<Real> + k];
  return Real::load(values);
}
template <class Real>
requires(lanes<Real> > 1) REGRETTA_INLINE Real gather(const double* from, const Index<Real>& arm) {
  double values[lanes<Real>];
  for (int k = 0; k < lanes<Real>; ++k) values[k] = from[arm[static_cast<std::size_t>(k)]];
  return Real::load(values);
}
/// Sets to[arm[k]] = value in lane k; other arms keep their values.
inline void scatter(double* to, const Index<double>& arm, double value) { to[arm[0]] = value; }
template <class Real>
requires(lanes<Real> > 1) REGRETTA_INLINE void scatter(Real* to, const Index<Real>& arm, const Real& value) {
  double* flat = reinterpret_cast<double*>(to);
  double values[lanes<Real>];
  value.store(values);
  for (int k = 0; k < lanes<Real>; ++k) flat[arm[static_cast<std::size_t>(k)] * lanes<Real> + k] = values[k];
}

/// A Real with value_of(k) in lane k.
template <class Real, class ValueOf>
REGRETTA_INLINE Real of_lanes(const ValueOf& value_of) {
  double values[lanes<Real>];
  for (std::size_t k = 0; k < static_cast<std::size_t>(lanes<Real>); ++k) values[k] = value_of(k);
  if constexpr (lanes<Real> == 1) {
    return values[0];
  } else {
    return Real::load(values);
  }
}

/// Every lane truncated to an integer; lanes must be in [0, 2^31).
inline Index<double> to_index(double a) { return {static_cast<std::int32_t>(a)}; }
template <int W>
REGRETTA_INLINE Index<Pack<W>> to_index(const Pack<W>& a) {
  using N = typename Pack<W>::N;
  Index<Pack<W>> result;
  detail::each<Pack<W>::parts>([&](auto p)
                                   REGRETTA_FLAT { N::store_truncated(result.data() + p * N::lanes, a.part[p]); });
  return result;
}
template <class Real>
REGRETTA_INLINE Word<Real> to_word(const Index<Real>& arm) {
  if constexpr (lanes<Real> == 1) {
    return static_cast<std::uint64_t>(arm[0]);
  } else {
    std::uint64_t values[lanes<Real>];
    for (std::size_t k = 0; k < arm.size(); ++k) values[k] = static_cast<std::uint64_t>(arm[k]);
    return Word<Real>::load(values);
  }
}
template <class Real>
REGRETTA_INLINE Real from_index(const Index<Real>& arm) {
  return of_lanes<Real>([&](std::size_t k) { return static_cast<double>(arm[k]); });
}

}  // namespace regretta

namespace Eigen {
template <int W, class Isa>
struct NumTraits<regretta::BasicPack<W, Isa>> : NumTraits<double> {
  using Real = regretta::BasicPack<W, Isa>;
  using NonInteger = Real;
  using Nested = Real;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};
}  // namespace Eigen
