#include "regretta/engine/evidence/statistics/student.hpp"

#include "regretta/engine/evidence/statistics/boost_math.hpp"

namespace regretta {

using Student = boost::math::students_t_distribution<double, InDouble>;

double student_cdf(double t, double degrees) { return cdf(Student(degrees), t); }

double student_beyond(double tail, double degrees) { return quantile(complement(Student(degrees), tail)); }

double student_two_sided(double level, double degrees) { return student_beyond((1 - level) / 2, degrees); }

}  // namespace regretta
