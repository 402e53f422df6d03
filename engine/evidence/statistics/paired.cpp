#include "regretta/engine/evidence/statistics/paired.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/student.hpp"

namespace regretta {

double trials_to_show(const Evidence& difference, double alpha) {
  const double p = std::max(difference.own_p, 1e-300);
  if (p >= 1) return infinity;
  const double times = normal_beyond(alpha / 2) / normal_beyond(p / 2);
  return std::ceil(static_cast<double>(difference.values) * std::max(1.0, times * times));
}

std::vector<double> differences_of(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size())
    throw std::invalid_argument(
        fmt::format("paired_difference: {} and {} values, expected one of each per trial", a.size(), b.size()));
  std::vector<double> differences;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double difference = a[k] - b[k];
    if (std::isnan(difference)) continue;
    // Of sums over rounds, the smaller of which may be 0.
    const bool is_rounding = std::abs(difference) <= 1e-9 * std::max({std::abs(a[k]), std::abs(b[k]), 1e-3});
    differences.push_back(is_rounding ? 0 : difference);
  }
  return differences;
}

MeanMoments moments_of_differences(const std::vector<double>& differences) {
  MeanMoments moments = moments_of(differences);
  moments.of_two = true;
  return moments;
}

PairedDifference paired_difference(const std::vector<double>& a, const std::vector<double>& b, const Interval& reach,
                                   const Family& family) {
  const std::vector<double> differences = differences_of(a, b);
  PairedDifference result;
  result.wins = std::ranges::count_if(differences, [](double x) { return x < 0; });
  result.ties = std::ranges::count(differences, 0.0);
  static_cast<Evidence&>(result) = evidence_of(moments_of_differences(differences), reach, family);
  const auto n = static_cast<double>(result.values);
  result.better = (static_cast<double>(result.wins) + 0.5 * static_cast<double>(result.ties)) / n;

  std::vector<double> left, right;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (std::isnan(a[k] - b[k])) continue;
    left.push_back(a[k]);
    right.push_back(b[k]);
  }
  result.variance_factor = (moments_of(left).variance + moments_of(right).variance) / (result.se * result.se);
  return result;
}

}  // namespace regretta
