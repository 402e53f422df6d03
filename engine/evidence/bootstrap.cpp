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

constexpr int most_replicates = 400'000;

double ratio_of(double mean, double variance, bool has_spread) {
  if (!has_spread) return mean > 0 ? infinity : -infinity;  // all the same value
  return mean / std::sqrt(variance);
}

/// Of a mean that a resample shifts by `mean`: its place among ascending ratios, as a one-sided p-value.
double tail_of(std::int64_t beyond, std::size_t replicates) {
  return std::min(1.0, (static_cast<double>(beyond) + 1) / (static_cast<double>(replicates) + 1));
}

}  // namespace

/// Values less their mean, and how to draw from them.
struct BootstrapMean::Sample {
  std::vector<double> centred;
  Statistic statistic;
  double squares = 0;  ///< sum of them

  struct Moments {
    double mean = 0;
    double variance = 0;  ///< of the mean
    bool has_spread = false;
  };

  explicit Sample(std::vector<double> values) : centred(std::move(values)), statistic(summarise(centred)) {
    for (double& x : centred) {
      x -= statistic.mean;
      squares += x * x;
    }
  }

  /// `which`: two samples of one replicate draw otherwise.
  Moments resample(std::uint64_t replicate, std::uint64_t which, const PhiloxKeys<double>& keys) const {
    const std::size_t n = centred.size();
    double sum = 0;
    double sum_of_squares = 0;
    for (std::size_t k = 0; k < n; k += 4) {
      const PhiloxBlock<double> words = philox_rounds<0, double>({k / 4, replicate, which, 0}, keys);
      for (std::size_t j = 0; j < std::min<std::size_t>(4, n - k); ++j) {
        const double x = centred[(words[j] & 0xffffffffU) * n >> 32U];
        sum += x;
        sum_of_squares += x * x;
      }
    }
    const auto count = static_cast<double>(n);
    const double spread = std::max(0.0, sum_of_squares - sum * sum / count);
    return {sum / count, spread / (count - 1) / count, spread > 1e-12 * squares};
  }
};

BootstrapMean::BootstrapMean(std::vector<double> values, int replicates, std::uint64_t seed) {
  const Sample sample(std::move(values));
  mean_ = sample.statistic.mean;
  se_ = sample.statistic.se;
  const auto n = static_cast<double>(sample.statistic.count);
  degrees_ = n - 1;
  rarest_ = std::exp2(-n);
  if (!(se_ > 0)) return;
  const PhiloxKeys<double> keys(seed);
  for (int b = 0; b < replicates; ++b) {
    const Sample::Moments moments = sample.resample(static_cast<std::uint64_t>(b), 0, keys);
    ratios_.push_back(ratio_of(moments.mean, moments.variance, moments.has_spread));
  }
  std::ranges::sort(ratios_);
}

BootstrapMean BootstrapMean::difference(std::vector<double> a, std::vector<double> b, int replicates,
                                        std::uint64_t seed) {
  const Sample left(std::move(a)), right(std::move(b));
  const double left_variance = left.statistic.se * left.statistic.se;
  const double right_variance = right.statistic.se * right.statistic.se;
  const auto n = static_cast<double>(left.statistic.count), m = static_cast<double>(right.statistic.count);
  BootstrapMean result;
  result.mean_ = left.statistic.mean - right.statistic.mean;
  result.se_ = std::sqrt(left_variance + right_variance);
  result.degrees_ = (left_variance + right_variance) * (left_variance + right_variance) /
                    (left_variance * left_variance / (n - 1) + right_variance * right_variance / (m - 1));
  result.rarest_ = std::exp(std::lgamma(n + 1) + std::lgamma(m + 1) - std::lgamma(n + m + 1));
  if (!(result.se_ > 0)) return result;
  const PhiloxKeys<double> keys(seed);
  for (int k = 0; k < replicates; ++k) {
    const auto replicate = static_cast<std::uint64_t>(k);
    const Sample::Moments one = left.resample(replicate, 0, keys), other = right.resample(replicate, 1, keys);
    result.ratios_.push_back(
        ratio_of(one.mean - other.mean, one.variance + other.variance, one.has_spread || other.has_spread));
  }
  std::ranges::sort(result.ratios_);
  return result;
}

Interval BootstrapMean::interval(double level) const {
  if (se_ == 0) return {mean_, mean_};
  const auto replicates = static_cast<double>(ratios_.size());
  const auto rank = static_cast<std::int64_t>((replicates + 1) * (1 - level) / 2 * (1 + 1e-12));
  if (rank < 1) return {-infinity, infinity};
  const double student = student_two_sided(level, degrees_);
  const double low = std::max(*(ratios_.end() - rank), student);
  const double high = std::min(ratios_[static_cast<std::size_t>(rank - 1)], -student);
  return {mean_ - low * se_, mean_ - high * se_};
}

double BootstrapMean::p_value(double mean) const {
  return std::min(1.0, 2 * std::min(p_value_at_most(mean), p_value_at_least(mean)));
}

double BootstrapMean::p_value_at_most(double mean) const {
  if (se_ == 0) return mean_ > mean ? rarest_ : 1;
  if (ratios_.empty()) return 1;
  const double observed = (mean_ - mean) / se_;
  const auto beyond = ratios_.end() - std::ranges::lower_bound(ratios_, observed);
  return std::max(tail_of(beyond, ratios_.size()), student_cdf(-observed, degrees_));
}

double BootstrapMean::p_value_at_least(double mean) const {
  if (se_ == 0) return mean_ < mean ? rarest_ : 1;
  if (ratios_.empty()) return 1;
  const double observed = (mean_ - mean) / se_;
  const auto beyond = std::ranges::upper_bound(ratios_, observed) - ratios_.begin();
  return std::max(tail_of(beyond, ratios_.size()), student_cdf(observed, degrees_));
}

int replicates_for(double tail) {
  return static_cast<int>(std::clamp(std::ceil(20 / tail), 2000.0, double{most_replicates})) - 1;
}

}  // namespace regretta
