#include "regretta/engine/evidence/statistics/tails.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/statistics/binomial.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

/// The smallest k in 1..n with P(Binomial(n, p) >= k) <= tail; n + 1 if there is none.
std::int64_t first_rare(std::int64_t n, double p, double tail) {
  std::int64_t low = 0, high = n + 1;  // at low it is not rare, at high it is
  while (high - low > 1) {
    const std::int64_t middle = (low + high) / 2;
    (binomial_tail(middle, n, p) <= tail ? high : low) = middle;
  }
  return high;
}

/// The mean of the largest `share` of a distribution whose function is `shift` above the empirical one of the points,
/// cut to 0 and 1. `points` are n + 1: point k is where the empirical function reaches k / n, or, for a negative shift,
/// what lies between it and the next.
double mean_above(const std::vector<double>& points, double share, double shift) {
  const auto n = static_cast<double>(points.size() - 1);
  double sum = points.back();
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    const double below = std::clamp(static_cast<double>(k) / n + shift, 0.0, 1.0);
    sum -= (points[k + 1] - points[k]) * std::max(0.0, below - (1 - share)) / share;
  }
  return sum;
}

}  // namespace

TailEstimate quantile_estimate(const std::vector<double>& sorted, double p, const Interval& reach, double level) {
  const double tail = (1 - level) / 2;
  const std::int64_t n = std::ssize(sorted);
  // Fewer than k values are at or below the quantile exactly if more than n - k are above: Binomial(n, 1 - p)
  const std::int64_t above = first_rare(n, 1 - p, tail), below = first_rare(n, p, tail);
  return {.estimate = quantile(sorted, p),
          .interval = {
              .low = above > n ? std::min(reach.low, sorted.front()) : sorted[static_cast<std::size_t>(n - above)],
              .high = below > n ? std::max(reach.high, sorted.back()) : sorted[static_cast<std::size_t>(below - 1)]}};
}

TailEstimate cvar_estimate(const std::vector<double>& sorted, double p, const Interval& reach, double level) {
  const double share = 1 - p;
  const double band = std::sqrt(-log((1 - level) / 2) / (2 * static_cast<double>(sorted.size())));
  std::vector<double> from_least = {std::min(reach.low, sorted.front())}, to_most;
  from_least.insert(from_least.end(), sorted.begin(), sorted.end());
  to_most.push_back(sorted.front());
  to_most.insert(to_most.end(), sorted.begin(), sorted.end());
  TailEstimate tail{.estimate = mean_above(to_most, share, 0), .interval = {mean_above(from_least, share, band), 0}};
  // the greatest value that the band allows: the function is `band` lower, and reaches 1 only at the end of the reach
  double high = std::max(reach.high, sorted.back());
  const auto n = static_cast<double>(sorted.size());
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    const double next = k + 1 < sorted.size() ? sorted[k + 1] : std::max(reach.high, sorted.back());
    high -= (next - sorted[k]) * std::max(0.0, static_cast<double>(k + 1) / n - band - p) / share;
  }
  tail.interval.high = high;
  return tail;
}

TailEstimate chance_above(const std::vector<double>& sorted, double bound, double level) {
  const std::int64_t n = std::ssize(sorted);
  const std::int64_t above = sorted.end() - std::ranges::upper_bound(sorted, bound);
  return {.estimate = static_cast<double>(above) / static_cast<double>(n),
          .interval = clopper_pearson(above, n, level)};
}

}  // namespace regretta
