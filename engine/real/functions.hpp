#pragma once
/// exp, log, pow and sine over Real. They are polynomials with explicit fused multiply-add, so their bits do not depend
/// on the compiler, the instruction set or the C library. Each function states its accuracy, which the tests check.
///
/// In your own namespace write regretta::exp(x). There, an unqualified exp(x) of a double does not compile, because it
/// could also mean the C library's exp, whose bits differ from those of a lane.

#include <concepts>
#include <cstdint>

#include "regretta/engine/real/real.hpp"

namespace regretta {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// exp(u) for |u| <= small_exponent_limit, to 1 ulp, by the Taylor polynomial of degree 8.
inline constexpr double small_exponent_limit = 0.0625;
template <class Real>
REGRETTA_INLINE Real exp_small(Real u) {
  Real p = fma(u, Real(1.0 / 40320), Real(1.0 / 5040));
  p = fma(u, p, Real(1.0 / 720));
  p = fma(u, p, Real(1.0 / 120));
  p = fma(u, p, Real(1.0 / 24));
  p = fma(u, p, Real(1.0 / 6));
  p = fma(u, p, Real(0.5));
  p = fma(u, p, Real(1.0));
  return fma(u, p, Real(1.0));
}

/// exp(u) for |u| <= short_exponent_limit, to 1 ulp, by the Taylor polynomial of degree 6.
inline constexpr double short_exponent_limit = 0.015625;
template <class Real>
REGRETTA_INLINE Real exp_short(Real u) {
  Real p = fma(u, Real(1.0 / 720), Real(1.0 / 120));
  p = fma(u, p, Real(1.0 / 24));
  p = fma(u, p, Real(1.0 / 6));
  p = fma(u, p, Real(0.5));
  p = fma(u, p, Real(1.0));
  return fma(u, p, Real(1.0));
}

/// exp(u) for |u| <= tiny_exponent_limit, to rounding error, by the Taylor polynomial of degree 3.
inline constexpr double tiny_exponent_limit = 1e-4;
template <class Real>
REGRETTA_INLINE Real exp_tiny(Real u) {
  return fma(u, fma(u, fma(u, Real(1.0 / 6), Real(0.5)), Real(1.0)), Real(1.0));
}

/// log(x) for positive normal x; the result for other x is meaningless.
template <class Real>
REGRETTA_INLINE Real log_of_normal(Real x) {
  const Word<Real> bits = as_word(x);
  // Mantissa in [sqrt(1/2), sqrt(2)): adding the bits of 1.0 minus sqrt(1/2) carries into the exponent from sqrt(2) on.
  const Word<Real> moved = bits + Word<Real>(0x3ff0000000000000ULL - 0x3fe6a09e667f3bcdULL);
  const Real mantissa = as_real((moved & Word<Real>(0x000fffffffffffffULL)) + Word<Real>(0x3fe6a09e667f3bcdULL));
  const Real exponent = as_real(shift_right<52>(moved) | Word<Real>(0x4330000000000000ULL)) - Real(0x1p52 + 1023.0);
  // fdlibm's reduction: ln(1+f) = f - (f^2/2 - s (f^2/2 + R)), s = f / (2 + f).
  const Real f = mantissa - Real(1.0);
  const Real s = f / (Real(2.0) + f);
  const Real z = s * s;
  Real r = fma(z, Real(1.479819860511658591e-01), Real(1.531383769920937332e-01));
  r = fma(z, r, Real(1.818357216161805012e-01));
  r = fma(z, r, Real(2.222219843214978396e-01));
  r = fma(z, r, Real(2.857142874366239149e-01));
  r = fma(z, r, Real(3.999999999940941908e-01));
  r = fma(z, r, Real(6.666666666666735130e-01));
  r = r * z;
  const Real half_square = Real(0.5) * f * f;
  const Real low = fma(exponent, Real(1.90821492927058770002e-10), s * (half_square + r));
  return fma(exponent, Real(6.93147180369123816490e-01), f - (half_square - low));
}

namespace detail {

template <class Real>
REGRETTA_INLINE Real exp_of(Real x) {
  constexpr double shifter = 0x1.8p52;  // adding it rounds to an integer, which is then in the low bits of the mantissa
  const Real clamped = max(min(x, Real(709.782712893384)), Real(-708.0));
  const Real shifted = fma(clamped, Real(0x1.71547652b82fep+0), Real(shifter));
  const Real k = shifted - Real(shifter);
  Real r = fma(k, Real(-0x1.62e42fefa3800p-1), clamped);
  r = fma(k, Real(-0x1.ef35793c76730p-45), r);
  Real p = fma(r, Real(1.0 / 6227020800.0), Real(1.0 / 479001600.0));
  p = fma(r, p, Real(1.0 / 39916800.0));
  p = fma(r, p, Real(1.0 / 3628800.0));
  p = fma(r, p, Real(1.0 / 362880.0));
  p = fma(r, p, Real(1.0 / 40320.0));
  p = fma(r, p, Real(1.0 / 5040.0));
  p = fma(r, p, Real(1.0 / 720.0));
  p = fma(r, p, Real(1.0 / 120.0));
  p = fma(r, p, Real(1.0 / 24.0));
  p = fma(r, p, Real(1.0 / 6.0));
  p = fma(r, p, Real(0.5));
  p = fma(r * r, p, r) + Real(1.0);
  // 2^k through the exponent field, as two factors, because 2^1024 is not a double.
  const auto half = as_real(shift_left<52>(as_word(fma(k, Real(0.5), Real(shifter))) + Word<Real>(1023)));
  const Real half_k = fma(k, Real(0.5), Real(shifter)) - Real(shifter);
  const auto rest = as_real(shift_left<52>(as_word((k - half_k) + Real(shifter)) + Word<Real>(1023)));
  Real result = p * half * rest;
  result = select(x < Real(-708.0), Real(0.0), result);
  result = select(x > Real(709.782712893384), Real(infinity), result);
  return select(x == x, result, x);  // NOLINT(misc-redundant-expression): false for NaN
}

template <class Real>
REGRETTA_INLINE Real log_of(Real x) {
  constexpr double tiny = std::numeric_limits<double>::min();
  Real result = log_of_normal(x);
  result = select(x < Real(tiny), Real(-infinity), result);
  result = select(x < Real(0.0), Real(not_a_number), result);
  result = select(x == Real(infinity), x, result);
  return select(x == x, result, x);  // NOLINT(misc-redundant-expression): false for NaN
}

/// sin(2 pi u) to 2 ulp, for |u| <= 1/4.
template <class Real>
REGRETTA_INLINE Real sin_of_quarter(Real u) {
  constexpr double inverse_factorials[] = {-1.0 / 6,
                                           1.0 / 120,
                                           -1.0 / 5040,
                                           1.0 / 362880,
                                           -1.0 / 39916800,
                                           1.0 / 6227020800.0,
                                           -1.0 / 1307674368000.0,
                                           1.0 / 355687428096000.0,
                                           -1.0 / 121645100408832000.0};
  const Real x = Real(6.283185307179586476925) * u;
  const Real z = x * x;
  Real p(inverse_factorials[8]);
  each<8>([&](auto k) REGRETTA_FLAT { p = fma(z, p, Real(inverse_factorials[7 - k])); });
  return fma(x * z, p, x);
}

}  // namespace detail

/// The overloads of a function of one argument: double, integers and packs; other types do not compile. The overload
/// for double is not a template. Under `using namespace regretta`, an unqualified call would silently prefer the C
/// library's function to a template; as it is, the call is ambiguous and does not compile.
#define REGRETTA_FUNCTION(name)                                          \
  REGRETTA_INLINE double name(double x) { return detail::name##_of(x); } \
  template <int W>                                                       \
  REGRETTA_INLINE Pack<W> name(Pack<W> x) {                              \
    return detail::name##_of(x);                                         \
  }                                                                      \
  template <std::integral Whole>                                         \
  double name(Whole x) {                                                 \
    return detail::name##_of(static_cast<double>(x));                    \
  }                                                                      \
  float name(float) = delete;                                            \
  long double name(long double) = delete;

/// exp(x) to 1 ulp for x in [-708, 709.78]; 0 below, infinity above, NaN for NaN.
REGRETTA_FUNCTION(exp)
/// ln(x) to 1 ulp for positive normal x; -infinity at 0, NaN below 0 and for NaN; subnormals count as 0.
REGRETTA_FUNCTION(log)
#undef REGRETTA_FUNCTION

/// y exp(u) for |u| <= 1400, even where exp(u) alone would overflow.
template <class Real>
REGRETTA_INLINE Real times_exp(Real y, Real u) {
  const Real half = exp(Real(0.5) * u);
  return y * half * half;
}

/// base^power for base > 0, through this header's log and exp; relative error about 1e-14.
REGRETTA_INLINE double pow(double base, double power) { return exp(power * log(base)); }
template <int W>
REGRETTA_INLINE Pack<W> pow(Pack<W> base, std::type_identity_t<Pack<W>> power) {
  return exp(power * log(base));
}
template <class Base, class Power>
requires(std::is_arithmetic_v<Base>&& std::is_arithmetic_v<Power>) double pow(Base base, Power power) {
  return pow(static_cast<double>(base), static_cast<double>(power));
}
float pow(float, float) = delete;
long double pow(long double, long double) = delete;

/// sin(2 pi turns) to 2 ulp, for |turns| < 2^63.
inline double sin_turns(double turns) {
  double u = turns - static_cast<double>(static_cast<std::int64_t>(turns));  // (-1, 1)
  u = u > 0.5 ? u - 1.0 : (u < -0.5 ? u + 1.0 : u);                          // [-1/2, 1/2]
  u = u > 0.25 ? 0.5 - u : (u < -0.25 ? -0.5 - u : u);                       // [-1/4, 1/4], same sine
  return detail::sin_of_quarter(u);
}

// Functions of the C library whose results differ between machines, and which have no replacement of the same name
// here. They are deleted, so that an unqualified call does not compile: inside namespace regretta it finds these, and
// under `using namespace regretta` it is ambiguous. std::sin(double) still compiles, but does not take packs.
#define REGRETTA_REFUSE(name)             \
  double name(double) = delete;           \
  float name(float) = delete;             \
  long double name(long double) = delete; \
  template <std::integral Whole>          \
  double name(Whole) = delete;
REGRETTA_REFUSE(exp2)
REGRETTA_REFUSE(expm1)
REGRETTA_REFUSE(log2)
REGRETTA_REFUSE(log10)
REGRETTA_REFUSE(log1p)
REGRETTA_REFUSE(sin)  // use sin_turns
REGRETTA_REFUSE(cos)
REGRETTA_REFUSE(tan)
REGRETTA_REFUSE(asin)
REGRETTA_REFUSE(acos)
REGRETTA_REFUSE(atan)
REGRETTA_REFUSE(sinh)
REGRETTA_REFUSE(cosh)
REGRETTA_REFUSE(tanh)
REGRETTA_REFUSE(asinh)
REGRETTA_REFUSE(acosh)
REGRETTA_REFUSE(atanh)
REGRETTA_REFUSE(cbrt)
REGRETTA_REFUSE(erf)
REGRETTA_REFUSE(erfc)
REGRETTA_REFUSE(lgamma)
REGRETTA_REFUSE(tgamma)
#undef REGRETTA_REFUSE

double atan2(double, double) = delete;
double hypot(double, double) = delete;

// These random numbers depend on earlier calls, not on trial and round: a trial could not be repeated.
int rand() = delete;
double drand48() = delete;

}  // namespace regretta
