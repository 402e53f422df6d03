#include "regretta/engine/evidence/statistics/bootstrap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "regretta/engine/evidence/statistics/student.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/real/philox.hpp"

namespace regretta {
namespace {

// Fitted to the errors of bootstrap-t for log-normal values at n = 64: 1.65% at a nominal 1%, 0.34% at 0.1%.
constexpr double usual_rate = 0.05;
constexpr double caution = 0.46;

constexpr int most_replicates = 4'000'000;

/// The one-sided p-value if `beyond` of the ratios are at least as extreme as the observed one.
double tail_of(std::int64_t beyond, std::size_t replicates) {
  return std::min(1.0, wanted_rate(2 * (static_cast<double>(beyond) + 1) / (static_cast<double>(replicates) + 1)) / 2);
}

/// Number of replicates drawn at once, one per lane.
constexpr int side_by_side = 8;
using Lanes = Pack<side_by_side>;

struct Moments {
  double mean = 0;
  double variance = 0;  ///< of the mean
  bool has_spread = false;

  double ratio() const {
    if (!has_spread) return mean > 0 ? infinity : -infinity;  // all values are equal
    return mean / std::sqrt(variance);
  }
};

}  // namespace

double resampled_rate(double rate) {
  return rate < usual_rate ? usual_rate * std::pow(rate / usual_rate, 1 + caution) : rate;
}

double wanted_rate(double resampled) {
  return resampled < usual_rate ? usual_rate * std::pow(resampled / usual_rate, 1 / (1 + caution)) : resampled;
}

/// Centred values, and resampling from them.
struct BootstrapMean::Sample {
  std::vector<double> centred;
  Statistic statistic;
  double squares = 0;  ///< sum of squares of the centred values

  explicit Sample(std::vector<double> values) : centred(std::move(values)), statistic(summarise(centred)) {
    for (double& x : centred) {
      x -= statistic.mean;
      squares += x * x;
    }
  }

  /// Moments of the replicates from `first` on. `which` separates the draws of two samples in the same replicate.
  std::array<Moments, side_by_side> resample(std::uint64_t first, std::uint64_t which,
                                             const PhiloxKeys<Lanes>& keys) const {
    const std::size_t n = centred.size();
    Word<Lanes> replicates(0);
    for (int r = 0; r < side_by_side; ++r) set_word_lane(replicates, r, first + static_cast<std::uint64_t>(r));
    Lanes sum(0.0);
    Lanes sum_of_squares(0.0);
    for (std::size_t k = 0; k < n; k += 4) {
      const PhiloxBlock<Lanes> block =
          philox4x32<Lanes>({Word<Lanes>(k / 4), replicates, Word<Lanes>(which), Word<Lanes>(0)}, keys);
      for (std::size_t j = 0; j < std::min<std::size_t>(4, n - k); ++j) {
        std::uint64_t words[side_by_side];
        block[j].store(words);
        double drawn[side_by_side];
        for (int r = 0; r < side_by_side; ++r) drawn[r] = centred[(words[r] & 0xffffffffU) * n >> 32U];
        const Lanes x = Lanes::load(drawn);
        sum = sum + x;
        sum_of_squares = sum_of_squares + x * x;
      }
    }
    const auto count = static_cast<double>(n);
    std::array<Moments, side_by_side> moments;
    for (int r = 0; r < side_by_side; ++r) {
      const double total = lane(sum, r);
      const double spread = std::max(0.0, lane(sum_of_squares, r) - total * total / count);
      moments[static_cast<std::size_t>(r)] = {total / count, spread / (count - 1) / count, spread > 1e-12 * squares};
    }
    return moments;
  }
};

void BootstrapMean::resample(const Sample& sample, const Sample* subtracted, int replicates) {
  if (!(se_ > 0)) return;
  const PhiloxKeys<Lanes> keys(1);
  for (int first = 0; first < replicates; first += side_by_side) {
    std::array<Moments, side_by_side> moments = sample.resample(static_cast<std::uint64_t>(first), 0, keys);
    if (subtracted != nullptr) {
      const auto less = subtracted->resample(static_cast<std::uint64_t>(first), 1, keys);
      for (std::size_t r = 0; r < side_by_side; ++r)
        moments[r] = {moments[r].mean - less[r].mean, moments[r].variance + less[r].variance,
                      moments[r].has_spread || less[r].has_spread};
    }
    std::ranges::transform(moments, std::back_inserter(ratios_), &Moments::ratio);
  }
  ratios_.resize(static_cast<std::size_t>(replicates));
  std::ranges::sort(ratios_);
}

BootstrapMean::BootstrapMean(std::vector<double> values, int replicates) {
  const Sample sample(std::move(values));
  mean_ = sample.statistic.mean;
  se_ = sample.statistic.se;
  const auto n = static_cast<double>(sample.statistic.count);
  degrees_ = n - 1;
  rarest_ = std::exp2(-n);
  resample(sample, nullptr, replicates);
}

BootstrapMean BootstrapMean::difference(std::vector<double> a, std::vector<double> b, int replicates) {
  const Sample left(std::move(a)), right(std::move(b));
  const double left_variance = left.statistic.se * left.statistic.se;
  const double right_variance = right.statistic.se * right.statistic.se;
  const auto n = static_cast<double>(left.statistic.count), m = static_cast<double>(right.statistic.count);
  BootstrapMean result;
  result.mean_ = left.statistic.mean - right.statistic.mean;
  result.se_ = std::sqrt(left_variance + right_variance);
  result.degrees_ = (left_variance + right_variance) * (left_variance + right_variance) /
                    (left_variance * left_variance / (n - 1) + right_variance * right_variance / (m - 1));
  for (double k = 1; k <= m; ++k) result.rarest_ *= k / (n + k);
  result.resample(left, &right, replicates);
  return result;
}

Interval BootstrapMean::interval(double level) const {
  if (se_ == 0) return {mean_, mean_};
  const auto replicates = static_cast<double>(ratios_.size());
  const auto rank = static_cast<std::int64_t>((replicates + 1) * resampled_rate(1 - level) / 2 * (1 + 1e-12));
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
  return static_cast<int>(std::clamp(std::ceil(20 / resampled_rate(2 * tail)), 2000.0, double{most_replicates})) - 1;
}

}  // namespace regretta
