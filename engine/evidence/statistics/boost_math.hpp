#pragma once
/// Boost.Math for the source files of this folder, with the same bits on every processor. It is not installed, so users
/// of the package need no Boost.

// Keeps Boost from summing Lanczos' series with SSE2, which rounds differently from other processors.
#define BOOST_MATH_SPECIAL_FUNCTIONS_LANCZOS_SSE2
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/tools/toms748_solve.hpp>

namespace regretta {

/// Computes in double on every machine, and returns NaN or infinity instead of throwing.
using InDouble =
    boost::math::policies::policy<boost::math::policies::promote_double<false>,
                                  boost::math::policies::domain_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::overflow_error<boost::math::policies::ignore_error>>;

}  // namespace regretta
