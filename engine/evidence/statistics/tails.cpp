#include "regretta/engine/evidence/statistics/tails.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

/// The smallest k in 1, ..., n with P(Binomial(n, p) >= k) <= tail; n + 1 if there is none.
std::int64_t first_rare(std::int64_t n, double p, double tail) {
  std::int64_t low = 0, high = n + 1;  // k = low is too probable, k = high is not
  while (high - low > 1) {
    const std::int64_t middle = (low + high) / 2;
    (binomial_tail(middle, n, p) <= tail ? high : low) = middle;
  }
  return high;
}

/// The mean of the largest `share` of a distribution with n + 1 points: between points[k] and points[k + 1], its
/// distribution function is k / n + `shift`, clamped to [0, 1].
double mean_above(const std::vector<double>& points, double share, double shift) {
  const auto n = static_cast<double>(points.size() - 1);
  double sum = points.back();
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    const double below = std::clamp(static_cast<double>(k) / n + shift, 0.0, 1.0);
    sum -= (points[k + 1] - points[k]) * std::max(0.0, below - (1 - share)) / share;
  }
  return sum;
}

struct Sums {
  double count = 0, sum = 0, squares = 0;
  void add(double x) {
    ++count;
    sum += x;
    squares += x * x;
  }
  double mean() const { return sum / count; }
  double deviation() const { return std::sqrt(std::max(0.0, squares / count - mean() * mean())); }
};

/// The rare mode at the beginning of `sorted`, which is ascending or descending; at most a tenth of the values.
std::optional<RareMode> mode_of(const std::vector<double>& sorted) {
  constexpr double far = 8, gap = 2;            // in standard deviations of the others (rare_mode)
  const std::size_t most = sorted.size() / 10;  // values in a rare mode
  const double origin = sorted.back();          // keeps the squares small
  const auto value = [&](std::size_t rank) { return sorted[rank] - origin; };
  Sums rest;                      // of all but the first k
  std::vector<double> sums{0.0};  // sums[k]: sum of the first k
  for (std::size_t rank = 0; rank < most; ++rank) sums.push_back(sums.back() + value(rank));
  for (std::size_t rank = most; rank < sorted.size(); ++rank) rest.add(value(rank));
  for (std::size_t k = most; k > 0; --k) {
    const double spread = std::max(rest.deviation(), 1e-9 * std::abs(origin));
    const double between = std::abs(value(k - 1) - value(k));
    if (between > gap * spread && std::abs(sums[k] / static_cast<double>(k) - rest.mean()) > far * spread &&
        between > 0) {
      const auto n = static_cast<std::int64_t>(sorted.size()), in_mode = static_cast<std::int64_t>(k);
      return RareMode{.values = in_mode,
                      .share = clopper_pearson(in_mode, n, 0.95),
                      .nearest = sorted[k - 1],
                      .others = sorted[k],
                      .mean = (sums[k] + rest.sum) / static_cast<double>(n) + origin,
                      .mean_of_others = rest.mean() + origin};
    }
    rest.add(value(k - 1));
  }
  return std::nullopt;
}

}  // namespace

TailEstimate quantile_estimate(const std::vector<double>& sorted, double p, const Interval& reach, double level) {
  const double tail = (1 - level) / 2;
  const std::int64_t n = std::ssize(sorted);
  // The number of values above the quantile is binomial (n, 1 - p), the number below it is binomial (n, p).
  const std::int64_t above = first_rare(n, 1 - p, tail), below = first_rare(n, p, tail);
  return {.estimate = quantile(sorted, p),
          .interval = {
              .low = above > n ? std::min(reach.low, sorted.front()) : sorted[static_cast<std::size_t>(n - above)],
              .high = below > n ? std::max(reach.high, sorted.back()) : sorted[static_cast<std::size_t>(below - 1)]}};
}

TailEstimate cvar_estimate(const std::vector<double>& sorted, double p, const Interval& reach, double level) {
  const double share = 1 - p;
  const double band = std::sqrt(-log((1 - level) / 2) / (2 * static_cast<double>(sorted.size())));
  std::vector<double> lowest = {std::min(reach.low, sorted.front())}, observed;
  lowest.insert(lowest.end(), sorted.begin(), sorted.end());
  observed.push_back(sorted.front());
  observed.insert(observed.end(), sorted.begin(), sorted.end());
  TailEstimate tail{.estimate = mean_above(observed, share, 0), .interval = {mean_above(lowest, share, band), 0}};
  // The greatest mean that the band allows: the distribution function is `band` lower, and reaches 1 only at the end of
  // the reach.
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

std::optional<RareMode> rare_mode(std::vector<double> values) {
  constexpr std::size_t enough = 20;
  std::erase_if(values, [](double x) { return !std::isfinite(x); });
  if (values.size() < enough) return std::nullopt;
  std::ranges::sort(values, std::greater());
  if (auto above = mode_of(values)) return above;
  std::ranges::reverse(values);
  return mode_of(values);
}

}  // namespace regretta
