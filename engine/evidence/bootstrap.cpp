#include "regretta/engine/evidence/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "regretta/engine/evidence/student.hpp"
#include "regretta/engine/evidence/summary.hpp"
#include "regretta/engine/real/draws.hpp"

namespace regretta {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Of one resample of `centred`, whose mean is 0 and whose sum of squares is `squares`.
double studentised(const std::vector<double>& centred, double squares, std::uint64_t replicate,
                   const PhiloxKeys<double>& keys) {
  const std::size_t n = centred.size();
  double sum = 0;
  double sum_of_squares = 0;
  for (std::size_t k = 0; k < n; k += 4) {
    const PhiloxBlock<double> words = philox_rounds<0, double>({k / 4, replicate, 0, 0}, keys);
    for (std::size_t j = 0; j < std::min<std::size_t>(4, n - k); ++j) {
      const double x = centred[(words[j] & 0xffffffffU) * n >> 32U];
      sum += x;
      sum_of_squares += x * x;
    }
  }
  const auto count = static_cast<double>(n);
  const double spread = sum_of_squares - sum * sum / count;
  const double mean = sum / count;
  if (spread <= 1e-12 * squares) return mean > 0 ? infinity : -infinity;  // all the same value
  return mean / std::sqrt(spread / (count - 1) / count);
}

}  // namespace

int replicates_for(double tail) { return static_cast<int>(std::clamp(std::ceil(20 / tail), 2000.0, 400'000.0)) - 1; }

BootstrapMean::BootstrapMean(std::vector<double> values, int replicates, std::uint64_t seed)
    : count_(std::ssize(values)) {
  const Statistic statistic = summarise(values);
  mean_ = statistic.mean;
  se_ = statistic.se;
  if (!(se_ > 0)) return;
  double squares = 0;
  for (double& x : values) {
    x -= mean_;
    squares += x * x;
  }
  const PhiloxKeys<double> keys(seed);
  for (int b = 0; b < replicates; ++b)
    ratios_.push_back(studentised(values, squares, static_cast<std::uint64_t>(b), keys));
  std::ranges::sort(ratios_);
}

Interval BootstrapMean::interval(double level) const {
  if (se_ == 0) return {mean_, mean_};
  const auto replicates = static_cast<double>(ratios_.size());
  const auto rank = static_cast<std::int64_t>((replicates + 1) * (1 - level) / 2 * (1 + 1e-12));
  if (rank < 1) return {-infinity, infinity};
  const double student = student_two_sided(level, static_cast<double>(count_ - 1));
  const double low = std::max(*(ratios_.end() - rank), student);
  const double high = std::min(ratios_[static_cast<std::size_t>(rank - 1)], -student);
  return {mean_ - low * se_, mean_ - high * se_};
}

double BootstrapMean::p_value(double mean) const {
  if (se_ == 0) return mean == mean_ ? 1 : std::exp2(1.0 - static_cast<double>(count_));
  if (ratios_.empty()) return 1;
  const double ratio = (mean_ - mean) / se_;
  const auto below = std::ranges::upper_bound(ratios_, ratio) - ratios_.begin();
  const auto above = ratios_.end() - std::ranges::lower_bound(ratios_, ratio);
  const auto rarer = static_cast<double>(std::min(below, above));
  const double resampled = std::min(1.0, 2 * (rarer + 1) / (static_cast<double>(ratios_.size()) + 1));
  return std::max(resampled, 2 * student_cdf(-std::abs(ratio), static_cast<double>(count_ - 1)));
}

}  // namespace regretta
