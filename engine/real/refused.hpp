#pragma once
/// Functions of the C library for which engine/real has none of its own, and whose results differ between machines.
/// They are deleted here so that an unqualified call does not compile: inside namespace regretta it finds these, and
/// where `using namespace regretta` is in force it is ambiguous. std::sin(double) cannot be refused; it does not take
/// packs.

#include <concepts>

namespace regretta {

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
REGRETTA_REFUSE(sin)  // sin_turns
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

// Not addressed by trial and round: every trial would get the same numbers, or other numbers each time.
int rand() = delete;
double drand48() = delete;

}  // namespace regretta
