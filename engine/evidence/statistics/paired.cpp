#include "regretta/engine/evidence/statistics/paired.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/bootstrap.hpp"
#include "regretta/engine/evidence/statistics/bootstrap_tail.hpp"
#include "regretta/engine/evidence/statistics/mean_interval.hpp"
#include "regretta/engine/evidence/statistics/student.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {

double trials_to_settle(const PairedDifference& difference, const Interval& reach, double alpha) {
  const double size = std::abs(difference.mean);
  const double worst = difference.mean < 0 ? reach.high : -reach.low;
  if (!(size > 0) || !std::isfinite(worst)) return infinity;
  const double sd = difference.se * std::sqrt(static_cast<double>(difference.pairs));
  const double z = student_two_sided(1 - alpha, 1e6);
  const double root = (z * sd + std::sqrt(z * z * sd * sd - 4 * size * (worst + size) * log(alpha / 2))) / (2 * size);
  return std::ceil(root * root);
}

PairedDifference paired_difference(const std::vector<double>& a, const std::vector<double>& b,
                                   const PairedOptions& options) {
  if (a.size() != b.size())
    throw std::invalid_argument(
        fmt::format("paired_difference: {} and {} values, expected one of each per trial", a.size(), b.size()));
  std::vector<double> left, right, differences;
  PairedDifference result;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (std::isnan(a[k]) || std::isnan(b[k])) continue;
    left.push_back(a[k]);
    right.push_back(b[k]);
    differences.push_back(a[k] - b[k]);
    result.wins += a[k] < b[k];
    result.ties += a[k] == b[k];
  }
  result.pairs = std::ssize(differences);

  const double tail = (1 - options.level) / 2;
  const BootstrapMean bootstrap(differences, replicates_for(tail));
  result.mean = bootstrap.mean();
  result.seen = bootstrap.interval(options.level);
  result.se = bootstrap.se();
  result.p_value = resolved_p_value(bootstrap, differences, replicates_for(tail), options.least_p);

  result.interval = mean_interval(differences, options.reach, options.level);
  if (std::isnan(result.interval.low)) result.interval = options.reach;
  result.outright_p = std::max(result.p_value, mean_p_value(differences, options.reach));

  const auto n = static_cast<double>(result.pairs);
  result.better = result.pairs == 0 ? not_a_number
                                    : (static_cast<double>(result.wins) + 0.5 * static_cast<double>(result.ties)) / n;
  const double se_left = summarise(std::move(left)).se;
  const double se_right = summarise(std::move(right)).se;
  result.variance_factor = (se_left * se_left + se_right * se_right) / (bootstrap.se() * bootstrap.se());
  return result;
}

}  // namespace regretta
