#include "regretta/engine/evidence/statistics/bootstrap_tail.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "regretta/engine/evidence/statistics/student.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/real/philox.hpp"

namespace regretta {
namespace {

constexpr int at_once = 8;
constexpr double all_replicates = 2048;
constexpr double untilted_share = 0.1;
constexpr double grid_step = 1.5;            ///< of c
constexpr double least_share = 1e-3;         ///< of a tilt, relative to the largest one
constexpr std::uint64_t draws_of_tails = 2;  ///< 0 and 1: those of BootstrapMean
using TailLanes = Pack<at_once>;

/// Values drawn with given probabilities (Walker's alias method), one 32-bit word each.
class AliasTable {
 public:
  explicit AliasTable(std::vector<double> weights) : entries_(weights.size()) {
    const auto n = weights.size();
    const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(n);
    std::vector<std::size_t> small, large;
    for (std::size_t k = 0; k < n; ++k) {
      weights[k] /= mean;
      entries_[k] = {std::uint64_t{1} << 32U, k};
      (weights[k] < 1 ? small : large).push_back(k);
    }
    while (!small.empty() && !large.empty()) {
      const std::size_t low = small.back(), high = large.back();
      small.pop_back();
      entries_[low] = {static_cast<std::uint64_t>(0x1p32 * weights[low]), high};
      weights[high] -= 1 - weights[low];
      if (weights[high] < 1) {
        large.pop_back();
        small.push_back(high);
      }
    }
  }
  std::size_t operator()(std::uint64_t word) const {
    const std::uint64_t product = (word & 0xffffffffU) * entries_.size();
    const Entry& entry = entries_[product >> 32U];
    return (product & 0xffffffffU) < entry.own ? product >> 32U : entry.other;
  }

 private:
  struct Entry {
    std::uint64_t own;  ///< of 2^32
    std::size_t other;
  };
  std::vector<Entry> entries_;
};

/// The sums of a resample.
struct Sums {
  double plain = 0, squares = 0;
};

/// A distribution on the values: weights exp(slope x - bend x^2).
struct Tilt {
  double slope = 0, bend = 0;
  double log_norm = 0;   ///< of a resample
  double log_bound = 0;  ///< of the probability of the event near its c
  double share = 0;      ///< of the replicates

  AliasTable table(const std::vector<double>& x) const {
    std::vector<double> weights;
    for (const double one : x) weights.push_back(slope * one - bend * one * one);
    const double largest = *std::ranges::max_element(weights);
    for (double& weight : weights) weight = exp(weight - largest);
    return AliasTable(std::move(weights));
  }
  /// Density of a resample with respect to untilted ones.
  double density(const Sums& sums) const { return exp(slope * sums.plain - bend * sums.squares - log_norm); }
};

/// Centred values, the largest 1 in absolute value.
std::vector<double> standardised(std::vector<double> values) {
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double largest = 0;
  for (double& x : values) largest = std::max(largest, std::abs(x -= mean));
  for (double& x : values) x /= largest;
  return values;
}

/// The mean of y under weights exp(lambda y), and the logarithm of their mean.
struct Tilted {
  double mean, log_mean;
};
Tilted tilted(const std::vector<double>& y, double most, double lambda) {
  double sum = 0, weighted = 0;
  for (const double one : y) {
    const double weight = exp(lambda * (one - most));
    sum += weight;
    weighted += weight * one;
  }
  return {weighted / sum, log(sum / static_cast<double>(y.size())) + lambda * most};
}

/// The best bound on the probability that S >= rho V and V is within a grid step around c, so that
/// S - rho V^2 / (2 c) >= rho (V - V^2 / (2 c)) >= rho c `lowest`; nothing if that cannot happen.
std::optional<Tilt> tilt_at(const std::vector<double>& x, double rho, double c) {
  const double lowest = std::sqrt(grid_step) - grid_step / 2;
  std::vector<double> y;
  for (const double one : x) y.push_back(one - rho * one * one / (2 * c));
  const auto [least, most] = std::ranges::minmax(y);
  const double n = static_cast<double>(x.size()), wanted = rho * c * lowest / n;
  if (most <= wanted) return std::nullopt;
  double high = 1 / (most - least);
  for (int doubling = 0; doubling < 40 && tilted(y, most, high).mean < wanted; ++doubling) high *= 2;
  double low = high / 2;
  for (int step = 0; step < 10; ++step) {
    const double middle = 0.5 * (low + high);
    (tilted(y, most, middle).mean < wanted ? low : high) = middle;
  }
  const double log_norm = n * tilted(y, most, high).log_mean;
  return Tilt{high, high * rho / (2 * c), log_norm, log_norm - n * high * wanted, 0};
}

/// The tilts that are worth a share, which is relative to the largest one.
std::vector<Tilt> tilts_for(const std::vector<double>& x, double rho) {
  double least = 1;
  for (const double one : x)
    if (one != 0) least = std::min(least, std::abs(one));
  const double root = std::sqrt(static_cast<double>(x.size()));
  std::vector<Tilt> tilts;
  double largest = -infinity;
  for (double c = root; c * std::sqrt(grid_step) > root * std::max(least, 1e-6); c /= grid_step)
    if (const std::optional<Tilt> tilt = tilt_at(x, rho, c)) {
      tilts.push_back(*tilt);
      largest = std::max(largest, tilt->log_bound);
    }
  for (Tilt& tilt : tilts) tilt.share = exp(tilt.log_bound - largest);
  std::erase_if(tilts, [](const Tilt& tilt) { return tilt.share < least_share; });
  return tilts;
}

/// Tilts and, last, the values as they are.
std::vector<Tilt> mixture_for(const std::vector<double>& x, double rho) {
  std::vector<Tilt> mixture = tilts_for(x, rho);
  double sum = 0;
  for (const Tilt& tilt : mixture) sum += tilt.share;
  for (Tilt& tilt : mixture) tilt.share *= (1 - untilted_share) / sum;
  mixture.push_back({.share = mixture.empty() ? 1 : untilted_share});
  return mixture;
}

class Resampling {
 public:
  Resampling(const std::vector<double>& x, std::uint64_t seed) : x_(x), keys_(seed) {}

  /// The sums of replicates from `first` on, drawn from `table`.
  std::array<Sums, at_once> operator()(const AliasTable& table, std::uint64_t first) const {
    Word<TailLanes> replicates(0);
    for (int r = 0; r < at_once; ++r) set_word_lane(replicates, r, first + static_cast<std::uint64_t>(r));
    std::array<Sums, at_once> sums{};
    for (std::size_t k = 0; k < x_.size(); k += 4) {
      const PhiloxBlock<TailLanes> block = philox4x32<TailLanes>(
          {Word<TailLanes>(k / 4), replicates, Word<TailLanes>(draws_of_tails), Word<TailLanes>(0)}, keys_);
      for (std::size_t j = 0; j < std::min<std::size_t>(4, x_.size() - k); ++j) {
        std::uint64_t words[at_once];
        block[j].store(words);
        for (std::size_t r = 0; r < at_once; ++r) {
          const double drawn = x_[table(words[r])];
          sums[r].plain += drawn;
          sums[r].squares += drawn * drawn;
        }
      }
    }
    return sums;
  }

 private:
  const std::vector<double>& x_;
  PhiloxKeys<TailLanes> keys_;
};

}  // namespace

double bootstrap_tail(const std::vector<double>& values, double ratio, std::uint64_t seed) {
  const std::vector<double> x = standardised(values);
  const auto n = static_cast<double>(x.size());
  const double rho_squared = n * ratio * ratio / (n - 1 + ratio * ratio);
  const std::vector<Tilt> mixture = mixture_for(x, std::sqrt(rho_squared));
  const Resampling resample(x, seed);
  double sum = 0, most = 0;  // of the weights
  std::uint64_t replicate = 0;
  double share = 0;
  for (const Tilt& tilt : mixture) {
    const AliasTable table = tilt.table(x);
    share += tilt.share;
    for (; static_cast<double>(replicate) < share * all_replicates - 1e-6; replicate += at_once) {
      for (const Sums& sums : resample(table, replicate)) {
        if (!(sums.plain > 0) || sums.plain * sums.plain < rho_squared * sums.squares * (1 - 1e-12)) continue;
        double density = 0;
        for (const Tilt& other : mixture) density += other.share * other.density(sums);
        sum += 1 / density;
        most = std::max(most, 1 / density);
      }
    }
  }
  return std::min(1.0, (sum + most) / (all_replicates + 1));
}

double least_resolved(double least_p) { return wanted_rate(std::min(1e-3, resampled_rate(least_p) / 10)); }

double resolved_p_value(const BootstrapMean& mean, const std::vector<double>& values, int replicates, double least_p) {
  const double counted = mean.p_value(0);
  if (!(mean.se() > 0) || replicates_for(least_p / 2) <= replicates || counted >= wanted_rate(20.0 / replicates))
    return counted;
  std::vector<double> upwards = values;
  if (mean.mean() < 0)
    for (double& x : upwards) x = -x;
  const double ratio = std::abs(mean.mean()) / mean.se();
  const double resampled = wanted_rate(2 * bootstrap_tail(upwards, ratio));
  return std::max({resampled, 2 * student_cdf(-ratio, mean.degrees()), least_resolved(least_p)});
}

}  // namespace regretta
