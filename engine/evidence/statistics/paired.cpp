#include "regretta/engine/evidence/statistics/paired.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/bootstrap.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {

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
  result.interval = bootstrap.interval(options.level);
  result.se = bootstrap.se();
  result.p_value = staged_p_value(tail, options.least_p, [&](int replicates) {
    return replicates == replicates_for(tail) ? bootstrap.p_value(0)
                                              : BootstrapMean(differences, replicates).p_value(0);
  });

  const auto n = static_cast<double>(result.pairs);
  result.better = result.pairs == 0 ? std::numeric_limits<double>::quiet_NaN()
                                    : (static_cast<double>(result.wins) + 0.5 * static_cast<double>(result.ties)) / n;
  const double se_left = summarise(std::move(left)).se;
  const double se_right = summarise(std::move(right)).se;
  result.variance_factor = (se_left * se_left + se_right * se_right) / (bootstrap.se() * bootstrap.se());
  return result;
}

}  // namespace regretta
