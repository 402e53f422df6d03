#include "regretta/engine/evidence/statistics/welch_parts.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/real/functions.hpp"

namespace regretta {

PooledValues::PooledValues(const std::vector<double>& a, const std::vector<double>& b)
    : values(a.size() <= b.size() ? a : b), part(values.size()) {
  const std::vector<double>& larger = a.size() <= b.size() ? b : a;
  values.insert(values.end(), larger.begin(), larger.end());
  const auto [least, most] = std::ranges::minmax(values);
  if (least == most) return;
  double mean = 0, largest = 0;
  for (const double x : values) mean += (x - values.front()) / static_cast<double>(values.size());
  mean += values.front();
  for (double& x : values) largest = std::max(largest, std::abs(x -= mean));
  for (double& x : values) {
    x /= largest;
    squares += x * x;
  }
}

double WelchOfPart::operator()(double sum, double sum_of_squares) const {
  const double difference = std::abs(sum / n_ + sum / m_);
  const double spread = std::max(0.0, sum_of_squares - sum * sum / n_);
  const double rest = std::max(0.0, squares_ - sum_of_squares - sum * sum / m_);
  if (spread + rest <= 1e-12 * squares_) return infinity;
  return difference / std::sqrt(spread / (n_ - 1) / n_ + rest / (m_ - 1) / m_);
}

double WelchOfPart::observed(const PooledValues& pooled) {
  double sum = 0, sum_of_squares = 0;
  for (std::size_t k = 0; k < pooled.part; ++k) {
    sum += pooled.values[k];
    sum_of_squares += pooled.values[k] * pooled.values[k];
  }
  return WelchOfPart(pooled)(sum, sum_of_squares) * (1 - 1e-9);
}

}  // namespace regretta
