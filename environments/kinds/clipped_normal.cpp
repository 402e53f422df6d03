#include "regretta/environments/kinds/clipped_normal.hpp"

#include <cmath>

namespace regretta {
namespace {

constexpr double farthest = 10;  ///< standard deviations, beyond which there is nothing

double density(double x) { return 0.39894228040143267794 * exp(-0.5 * x * x); }

}  // namespace

double normal_probability(double x) {
  if (x <= -farthest) return 0;
  if (x >= farthest) return 1;
  // Marsaglia, Evaluating the normal distribution, Journal of Statistical Software 11, 2004.
  double sum = x, before = 0, term = x;
  for (int i = 3; sum != before; i += 2) {
    term *= x * x / i;
    before = sum;
    sum += term;
  }
  return 0.5 + sum * density(x);
}

ClippedNormal::ClippedNormal(double sd) : sd_(sd) {
  nominal_.push_back(-farthest * sd);
  for (int k = 1; k < cells; ++k) {
    const double wanted = static_cast<double>(k) / cells;
    double low = nominal_.back(), high = 1 + farthest * sd, nominal = low;
    for (int steps = 0; steps < 100 && high - low > 1e-14; ++steps) {  // Newton's, where they stay between the two
      const double miss = true_mean(nominal) - wanted;
      (miss < 0 ? low : high) = nominal;
      if (std::abs(miss) < 1e-15) break;
      const double next = nominal - miss / within(nominal);
      nominal = next > low && next < high ? next : 0.5 * (low + high);
    }
    nominal_.push_back(nominal);
  }
  nominal_.push_back(1 + farthest * sd);
}

double ClippedNormal::true_mean(double nominal) const {
  const double a = -nominal / sd_, b = (1 - nominal) / sd_;
  return nominal * within(nominal) + sd_ * (density(a) - density(b)) + 1 - normal_probability(b);
}

double ClippedNormal::within(double nominal) const {
  return normal_probability((1 - nominal) / sd_) - normal_probability(-nominal / sd_);
}

}  // namespace regretta
