#include "regretta/engine/evidence/statistics/student.hpp"

#include <array>
#include <cstddef>

#include "regretta/engine/evidence/statistics/boost_math.hpp"

namespace regretta {

using Student = boost::math::students_t_distribution<double, InDouble>;

double student_cdf(double t, double degrees) { return cdf(Student(degrees), t); }

// Tables ask for the same quantile in every line.
double student_beyond(double tail, double degrees) {
  struct Known {
    double tail = -1, degrees = 0, quantile = 0;
  };
  thread_local std::array<Known, 4> known;
  thread_local std::size_t oldest = 0;
  for (const Known& one : known)
    if (one.tail == tail && one.degrees == degrees) return one.quantile;
  const double found = quantile(complement(Student(degrees), tail));
  known[oldest++ % known.size()] = {tail, degrees, found};
  return found;
}

double normal_beyond(double tail) {
  return quantile(complement(boost::math::normal_distribution<double, InDouble>(), tail));
}

double student_two_sided(double level, double degrees) { return student_beyond((1 - level) / 2, degrees); }

}  // namespace regretta
