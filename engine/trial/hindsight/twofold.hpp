#pragma once
/// Double-double arithmetic: a number is an unevaluated sum of two doubles, about 106 bits, built from error-free sums
/// and products. With -ffp-contract=off the bits depend on the input only. Used by hindsight and its linear programs.

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// hi + lo, with hi the double nearest to the sum.
struct Twofold {
  double hi = 0;
  double lo = 0;
};

/// a + b, exactly.
inline Twofold exact_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a + b, exactly, for |a| >= |b| or a = 0.
inline Twofold exact_sum_ordered(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

inline Twofold operator*(Twofold a, Twofold b) {
  const double product = a.hi * b.hi;
  const double error = fma(a.hi, b.hi, -product) + (a.hi * b.lo + a.lo * b.hi);
  return exact_sum_ordered(product, error);
}

inline Twofold operator+(Twofold a, Twofold b) {
  const Twofold high = exact_sum(a.hi, b.hi);
  const Twofold low = exact_sum(a.lo, b.lo);
  const Twofold sum = exact_sum_ordered(high.hi, high.lo + low.hi);
  return exact_sum_ordered(sum.hi, sum.lo + low.lo);
}

inline Twofold operator-(Twofold a) { return {-a.hi, -a.lo}; }
inline Twofold operator-(Twofold a, Twofold b) { return a + -b; }

inline Twofold operator/(Twofold a, Twofold b) {
  const double first = a.hi / b.hi;
  const Twofold rest = a - Twofold{first, 0} * b;
  const double second = rest.hi / b.hi;
  const Twofold left = rest - Twofold{second, 0} * b;
  return exact_sum_ordered(first, 0.0) + exact_sum(second, left.hi / b.hi);
}

inline bool operator<(Twofold a, Twofold b) { return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo); }

/// sum += a * b, keeping the rounding errors.
inline void accumulate(Twofold& sum, double a, double b) {
  const double product = a * b;
  const Twofold s = exact_sum(sum.hi, product);
  sum = exact_sum_ordered(s.hi, s.lo + (sum.lo + fma(a, b, -product)));
}

}  // namespace regretta
