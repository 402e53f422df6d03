#pragma once
/// Boost.Math for the source files here, with the same bits on every processor. Not installed: users need no Boost.

// Keeps Boost from summing Lanczos' series by SSE2 where there is SSE2: other processors round otherwise.
#define BOOST_MATH_SPECIAL_FUNCTIONS_LANCZOS_SSE2
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace regretta {

/// In double, whatever the machine's long double is; NaN and infinity, not exceptions.
using InDouble =
    boost::math::policies::policy<boost::math::policies::promote_double<false>,
                                  boost::math::policies::domain_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::overflow_error<boost::math::policies::ignore_error>>;

}  // namespace regretta
