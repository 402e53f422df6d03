// Which unqualified calls of elementary functions compile in a learner after `using namespace regretta`, and inside
// namespace regretta. If a call with double reached the C library, its result would differ from that of a lane.

#include <gtest/gtest.h>
#include <math.h>    // puts overloads for float, long double and integers into the global namespace
#include <stdlib.h>  // rand

#include "regretta/engine/real/functions.hpp"

// CALLS(f) defines the concept Calls_f<T...>: whether f(T...) compiles in the enclosing namespace.
#define CALLS(f)                         \
  template <class... T>                  \
  concept Calls_##f = requires(T... x) { \
    f(x...);                             \
  }
#define CALLS_ALL \
  CALLS(exp);     \
  CALLS(log);     \
  CALLS(pow);     \
  CALLS(sqrt);    \
  CALLS(fma);     \
  CALLS(abs);     \
  CALLS(min);     \
  CALLS(max);     \
  CALLS(exp2);    \
  CALLS(expm1);   \
  CALLS(log2);    \
  CALLS(log10);   \
  CALLS(log1p);   \
  CALLS(sin);     \
  CALLS(cos);     \
  CALLS(tan);     \
  CALLS(asin);    \
  CALLS(acos);    \
  CALLS(atan);    \
  CALLS(sinh);    \
  CALLS(cosh);    \
  CALLS(tanh);    \
  CALLS(asinh);   \
  CALLS(acosh);   \
  CALLS(atanh);   \
  CALLS(cbrt);    \
  CALLS(erf);     \
  CALLS(erfc);    \
  CALLS(lgamma);  \
  CALLS(tgamma);  \
  CALLS(atan2);   \
  CALLS(hypot)

namespace learner_of_a_user {
using namespace regretta;
CALLS_ALL;

template <class... T>
concept CallsQualified = requires(T... x) {
  (regretta::exp(x), ...);
  (regretta::log(x), ...);
  (regretta::sqrt(x), ...);
  (regretta::abs(x), ...);
};
template <class... Nothing>
concept CallsRand = requires(Nothing... none) {
  rand(none...);
};
}  // namespace learner_of_a_user

namespace learner_of_a_user_of_std {
using namespace std;
using namespace regretta;
CALLS_ALL;
}  // namespace learner_of_a_user_of_std

namespace regretta::learner_inside {
CALLS_ALL;
}

namespace regretta {
namespace {

using Lanes = Pack<8>;

// Calls of functions that engine/real lacks compile nowhere, for any argument.
#define REFUSED(where, f)                                                                      \
  EXPECT_FALSE(where::Calls_##f<double> || where::Calls_##f<float> || where::Calls_##f<int> || \
               where::Calls_##f<long double> || where::Calls_##f<Lanes>)                       \
      << #f
#define ALL_REFUSED(where)                                                                  \
  REFUSED(where, exp2);                                                                     \
  REFUSED(where, expm1);                                                                    \
  REFUSED(where, log2);                                                                     \
  REFUSED(where, log10);                                                                    \
  REFUSED(where, log1p);                                                                    \
  REFUSED(where, sin);                                                                      \
  REFUSED(where, cos);                                                                      \
  REFUSED(where, tan);                                                                      \
  REFUSED(where, asin);                                                                     \
  REFUSED(where, acos);                                                                     \
  REFUSED(where, atan);                                                                     \
  REFUSED(where, sinh);                                                                     \
  REFUSED(where, cosh);                                                                     \
  REFUSED(where, tanh);                                                                     \
  REFUSED(where, asinh);                                                                    \
  REFUSED(where, acosh);                                                                    \
  REFUSED(where, atanh);                                                                    \
  REFUSED(where, cbrt);                                                                     \
  REFUSED(where, erf);                                                                      \
  REFUSED(where, erfc);                                                                     \
  REFUSED(where, lgamma);                                                                   \
  REFUSED(where, tgamma);                                                                   \
  EXPECT_FALSE((where::Calls_atan2<double, double>) || (where::Calls_atan2<Lanes, Lanes>)); \
  EXPECT_FALSE((where::Calls_hypot<double, double>) || (where::Calls_hypot<Lanes, Lanes>))

TEST(Refused, MissingFunctionsDoNotCompile) {
  ALL_REFUSED(learner_of_a_user);
  ALL_REFUSED(learner_of_a_user_of_std);
  ALL_REFUSED(learner_inside);
  EXPECT_FALSE(learner_of_a_user::CallsRand<>);
}

// An unqualified call with double is ambiguous between the engine and the C library, so that the C library is never
// called silently. A call with lanes selects the engine's function.
#define AMBIGUOUS(where, f)                          \
  EXPECT_FALSE(where::Calls_##f<double>) << #f;      \
  EXPECT_FALSE(where::Calls_##f<float>) << #f;       \
  EXPECT_FALSE(where::Calls_##f<long double>) << #f; \
  EXPECT_TRUE(where::Calls_##f<Lanes>) << #f
#define ALL_AMBIGUOUS(where)                        \
  AMBIGUOUS(where, exp);                            \
  AMBIGUOUS(where, log);                            \
  EXPECT_FALSE((where::Calls_pow<double, double>)); \
  EXPECT_FALSE((where::Calls_pow<float, float>));   \
  EXPECT_TRUE((where::Calls_pow<Lanes, Lanes>));    \
  EXPECT_FALSE(where::Calls_sqrt<double>);          \
  EXPECT_FALSE((where::Calls_fma<double, double, double>))

TEST(Refused, UnqualifiedCallsWithDoubleAreAmbiguousInAUsersNamespace) {
  ALL_AMBIGUOUS(learner_of_a_user);
  ALL_AMBIGUOUS(learner_of_a_user_of_std);
}

TEST(Refused, FloatAndLongDoubleDoNotCompileInsideTheNamespace) {
  EXPECT_TRUE(learner_inside::Calls_exp<double> && learner_inside::Calls_exp<Lanes>);
  EXPECT_TRUE(learner_inside::Calls_log<double> && learner_inside::Calls_log<int>);
  EXPECT_TRUE((learner_inside::Calls_pow<double, int>)&&(learner_inside::Calls_pow<Lanes, double>));
  EXPECT_FALSE(learner_inside::Calls_exp<float> || learner_inside::Calls_exp<long double>);
  EXPECT_FALSE(learner_inside::Calls_log<float> || learner_inside::Calls_log<long double>);
  EXPECT_FALSE((learner_inside::Calls_pow<float, float>) || (learner_inside::Calls_pow<long double, long double>));
  EXPECT_FALSE(learner_inside::Calls_sqrt<float> || learner_inside::Calls_abs<float>);
  EXPECT_FALSE((learner_inside::Calls_fma<float, float, float>));
  EXPECT_FALSE((learner_inside::Calls_min<float, float>) || (learner_inside::Calls_max<float, float>));
}

TEST(Refused, CorrectCallsCompile) {
  EXPECT_TRUE((learner_of_a_user::CallsQualified<double>)&&(learner_of_a_user::CallsQualified<Lanes>));
  EXPECT_TRUE((learner_of_a_user::Calls_min<double, double>)&&(learner_of_a_user::Calls_max<Lanes, Lanes>));
}

}  // namespace
}  // namespace regretta

/// Calls with integer arguments select the engine's functions, which give the same bits on every machine.
namespace learner_of_a_user_of_std {
TEST(Refused, IntegerArgumentsCallTheEngine) {
  EXPECT_EQ(exp(3), regretta::exp(3.0));
  EXPECT_EQ(log(10), regretta::log(10.0));
  EXPECT_EQ(pow(1.1, 3), regretta::pow(1.1, 3.0));
}
}  // namespace learner_of_a_user_of_std
