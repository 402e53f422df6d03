#include "regretta/engine/evidence/statistics/mean_interval.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "regretta/engine/evidence/statistics/bounded_mean.hpp"
#include "regretta/engine/evidence/statistics/student.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

constexpr Interval unknown = {Statistic::nan, Statistic::nan};

bool is_known(const Interval& reach) { return std::isfinite(reach.low) && std::isfinite(reach.high); }

}  // namespace

Interval mean_interval(std::vector<double> values, const Interval& reach, double level) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  if (values.size() < 2 || !is_known(reach)) return unknown;
  if (std::ssize(values) > most_exact_values) return mean_interval(summarise(std::move(values)), reach, level);
  return BoundedMean(std::move(values), reach).interval(level);
}

Interval mean_interval_or_infinite(std::vector<double> values, const Interval& reach, double level) {
  const Interval interval = mean_interval(std::move(values), reach, level);
  return std::isnan(interval.low) ? Interval{-infinity, infinity} : interval;
}

Interval mean_interval(const Statistic& statistic, const Interval& reach, double level) {
  if (statistic.count < 2 || !is_known(reach)) return unknown;
  const double tail = (1 - level) / 2;
  const auto n = static_cast<double>(statistic.count);
  const double unseen = std::min(1.0, 1 / rarest_seen(n, tail));
  const double half = student_two_sided(level, n - 1) * statistic.se;
  return {.low = statistic.mean - half - unseen * std::max(0.0, statistic.mean - reach.low),
          .high = statistic.mean + half + unseen * std::max(0.0, reach.high - statistic.mean)};
}

double mean_p_value(const std::vector<double>& values, const Interval& reach) {
  if (values.size() < 2) return 1;
  if (std::ssize(values) <= most_exact_values) return BoundedMean(values, reach).p_value(0);
  if (!is_known(reach)) return 1;
  const Statistic statistic = summarise(values);
  double excluded = 1, reached = 1e-12;  // rates
  if (mean_interval(statistic, reach, 1 - reached).has(0)) {
    while (excluded / reached > 1.01) {
      const double middle = std::sqrt(excluded * reached);
      (mean_interval(statistic, reach, 1 - middle).has(0) ? reached : excluded) = middle;
    }
  } else {
    excluded = reached;
  }
  return excluded;
}

}  // namespace regretta
