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

PartSums PooledValues::part_sums() const {
  PartSums sums;
  for (std::size_t k = 0; k < part; ++k) sums.add(values[k]);
  return sums;
}

double WelchOfPart::operator()(const PartSums& sums) const {
  const double difference = std::abs(sums.plain / n_ + sums.plain / m_);
  const double spread = std::max(0.0, sums.squares - sums.plain * sums.plain / n_);
  const double rest = std::max(0.0, squares_ - sums.squares - sums.plain * sums.plain / m_);
  if (spread + rest <= 1e-12 * squares_) return infinity;
  return difference / std::sqrt(spread / (n_ - 1) / n_ + rest / (m_ - 1) / m_);
}

double WelchOfPart::observed(const PooledValues& pooled) {
  return WelchOfPart(pooled)(pooled.part_sums()) * (1 - 1e-9);
}

}  // namespace regretta
