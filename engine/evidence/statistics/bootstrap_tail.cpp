#include "regretta/engine/evidence/statistics/bootstrap_tail.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <optional>

#include "regretta/engine/evidence/statistics/alias_table.hpp"
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

/// One of the samples: its centred values as they enter the difference of means, the largest of both samples 1 in
/// absolute value.
struct Part {
  std::vector<double> x;
  double weight = 1;  ///< of their squares in V^2, relative to that of the first sample
  double excess = 0;  ///< V^2 minus the squared standard error of a resample is this times its squared sum
};

/// The sums of a resample of all parts.
struct Sums {
  double plain = 0, squares = 0, excess = 0;
};

/// A distribution on the values: weights exp(slope x - bend x^2), the bend times the weight of the part.
struct Tilt {
  double slope = 0, bend = 0;
  double log_norm = 0;   ///< of a resample
  double log_bound = 0;  ///< of the probability of the event near its c
  double share = 0;      ///< of the replicates

  AliasTable table(const Part& part) const {
    std::vector<double> weights;
    for (const double one : part.x) weights.push_back(slope * one - bend * part.weight * one * one);
    const double largest = *std::ranges::max_element(weights);
    for (double& weight : weights) weight = exp(weight - largest);
    return AliasTable(std::move(weights));
  }
  /// Density of a resample with respect to untilted ones.
  double density(const Sums& sums) const { return exp(slope * sums.plain - bend * sums.squares - log_norm); }
};

/// The event: a ratio of at least r. scale: the squares of the first sample have the weight 1.
struct Event {
  std::vector<Part> parts;
  double scale = 1;    ///< n / (n - 1) of the first sample
  double squared = 0;  ///< r^2 scale
  /// The event is that S >= rho V, exactly for one sample. For two, if they share S as their variances do, and, where
  /// it is much smaller, whatever their shares: then that rho, too.
  std::vector<double> rhos{};

  bool has(const Sums& sums) const {
    return sums.plain > 0 && sums.plain * sums.plain + squared * sums.excess >= squared * sums.squares * (1 - 1e-12);
  }
};

Part part_of(std::vector<double> values, double sign) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  for (double& x : values) x = sign * (x - mean) / n;
  return {std::move(values), n / (n - 1), 1 / (n - 1)};
}

Event event_of(const Samples& samples, double ratio) {
  Event event;
  event.parts.push_back(part_of(samples.values, 1));
  if (!samples.subtracted.empty()) event.parts.push_back(part_of(samples.subtracted, -1));
  double largest = 0;
  for (const Part& part : event.parts)
    for (const double one : part.x) largest = std::max(largest, std::abs(one));
  event.scale = event.parts.front().weight;
  event.squared = ratio * ratio * event.scale;
  double variance = 0, excess = 0, most = 0;
  for (Part& part : event.parts) {
    double own = 0;
    for (double& one : part.x) {
      one /= largest;
      own += one * one;
    }
    part.weight /= event.scale;
    part.excess /= event.scale;
    variance += own * part.weight;
    excess += own * part.weight * own * part.weight * part.excess;
    most = std::max(most, part.excess);
  }
  const auto rho = [&](double share) { return std::sqrt(event.squared / (1 + event.squared * share)); };
  event.rhos = {rho(excess / (variance * variance))};
  if (rho(most) < 0.8 * event.rhos.front()) event.rhos.push_back(rho(most));
  return event;
}

/// The expected sum of y over a resample with weights exp(lambda y), and the logarithm of the norm of those weights.
struct Tilted {
  double sum = 0, log_norm = 0;
};
Tilted tilted(const std::vector<std::vector<double>>& parts, double lambda) {
  Tilted result;
  for (const std::vector<double>& y : parts) {
    const double most = *std::ranges::max_element(y), n = static_cast<double>(y.size());
    double sum = 0, weighted = 0;
    for (const double one : y) {
      const double weight = exp(lambda * (one - most));
      sum += weight;
      weighted += weight * one;
    }
    result.sum += n * weighted / sum;
    result.log_norm += n * (log(sum / n) + lambda * most);
  }
  return result;
}

/// The best bound on the probability that S >= rho V and V is within a grid step around c, so that
/// S - rho V^2 / (2 c) >= rho (V - V^2 / (2 c)) >= rho c `lowest`; nothing if that cannot happen.
std::optional<Tilt> tilt_at(const Event& event, double rho, double c) {
  const double lowest = std::sqrt(grid_step) - grid_step / 2, wanted = rho * c * lowest;
  std::vector<std::vector<double>> parts;
  double most = 0, range = 0;  // the largest sum, the largest difference of two values
  for (const Part& part : event.parts) {
    std::vector<double>& y = parts.emplace_back();
    for (const double one : part.x) y.push_back(one - rho * part.weight * one * one / (2 * c));
    const auto [low, high] = std::ranges::minmax(y);
    most += high * static_cast<double>(y.size());
    range = std::max(range, high - low);
  }
  if (most <= wanted) return std::nullopt;
  double high = 1 / range;
  for (int doubling = 0; doubling < 40 && tilted(parts, high).sum < wanted; ++doubling) high *= 2;
  double low = high / 2;
  for (int step = 0; step < 10; ++step) {
    const double middle = 0.5 * (low + high);
    (tilted(parts, middle).sum < wanted ? low : high) = middle;
  }
  const double log_norm = tilted(parts, high).log_norm;
  return Tilt{high, high * rho / (2 * c), log_norm, log_norm - high * wanted, 0};
}

/// The tilts for one rho that are worth a share, which sum to 1.
std::vector<Tilt> tilts_for(const Event& event, double rho) {
  double squares = 0, least = infinity;  // V^2 at most, V at least
  for (const Part& part : event.parts) {
    const double weight = part.weight * static_cast<double>(part.x.size());
    squares += weight;
    for (const double one : part.x)
      if (one != 0) least = std::min(least, std::abs(one) * std::sqrt(weight));
  }
  const double root = std::sqrt(squares);
  std::vector<Tilt> tilts;
  double largest = -infinity;
  for (double c = root; c * std::sqrt(grid_step) > std::max(least, 1e-6 * root); c /= grid_step)
    if (const std::optional<Tilt> tilt = tilt_at(event, rho, c)) {
      tilts.push_back(*tilt);
      largest = std::max(largest, tilt->log_bound);
    }
  for (Tilt& tilt : tilts) tilt.share = exp(tilt.log_bound - largest);
  std::erase_if(tilts, [](const Tilt& tilt) { return tilt.share < least_share; });
  double sum = 0;
  for (const Tilt& tilt : tilts) sum += tilt.share;
  for (Tilt& tilt : tilts) tilt.share /= sum;
  return tilts;
}

/// Tilts and, last, the values as they are.
std::vector<Tilt> mixture_for(const Event& event) {
  std::vector<Tilt> mixture;
  for (const double rho : event.rhos) std::ranges::copy(tilts_for(event, rho), std::back_inserter(mixture));
  double sum = 0;
  for (const Tilt& tilt : mixture) sum += tilt.share;
  for (Tilt& tilt : mixture) tilt.share *= (1 - untilted_share) / sum;
  mixture.push_back({.share = mixture.empty() ? 1 : untilted_share});
  return mixture;
}

/// The sums of replicates of one part from `first` on, drawn from `table`.
std::array<Sums, at_once> drawn(const std::vector<double>& x, const AliasTable& table, std::uint64_t first,
                                std::uint64_t which, const PhiloxKeys<TailLanes>& keys) {
  Word<TailLanes> replicates(0);
  for (int r = 0; r < at_once; ++r) set_word_lane(replicates, r, first + static_cast<std::uint64_t>(r));
  std::array<Sums, at_once> sums{};
  for (std::size_t k = 0; k < x.size(); k += 4) {
    const PhiloxBlock<TailLanes> block =
        philox4x32<TailLanes>({Word<TailLanes>(k / 4), replicates, Word<TailLanes>(which), Word<TailLanes>(0)}, keys);
    for (std::size_t j = 0; j < std::min<std::size_t>(4, x.size() - k); ++j) {
      std::uint64_t words[at_once];
      block[j].store(words);
      for (std::size_t r = 0; r < at_once; ++r) {
        const double one = x[table(words[r])];
        sums[r].plain += one;
        sums[r].squares += one * one;
      }
    }
  }
  return sums;
}

/// The same of all parts, from `tables`, one per part.
std::array<Sums, at_once> resampled(const std::vector<Part>& parts, const std::vector<AliasTable>& tables,
                                    std::uint64_t first, const PhiloxKeys<TailLanes>& keys) {
  std::array<Sums, at_once> all{};
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::array<Sums, at_once> own = drawn(parts[p].x, tables[p], first, draws_of_tails + p, keys);
    for (std::size_t r = 0; r < at_once; ++r) {
      all[r].plain += own[r].plain;
      all[r].squares += parts[p].weight * own[r].squares;
      all[r].excess += parts[p].excess * own[r].plain * own[r].plain;
    }
  }
  return all;
}

double counted_p_value(const BootstrapMean& mean, Hypothesis hypothesis) {
  if (hypothesis == Hypothesis::zero) return mean.p_value(0);
  return hypothesis == Hypothesis::at_most_zero ? mean.p_value_at_most(0) : mean.p_value_at_least(0);
}

}  // namespace

double bootstrap_tail(const Samples& samples, double ratio) {
  const Event event = event_of(samples, ratio);
  const std::vector<Tilt> mixture = mixture_for(event);
  const PhiloxKeys<TailLanes> keys(1);
  double sum = 0, most = 0;  // of the weights
  std::uint64_t replicate = 0;
  double share = 0;
  for (const Tilt& tilt : mixture) {
    std::vector<AliasTable> tables;
    for (const Part& part : event.parts) tables.push_back(tilt.table(part));
    share += tilt.share;
    for (; static_cast<double>(replicate) < share * all_replicates - 1e-6; replicate += at_once) {
      for (const Sums& sums : resampled(event.parts, tables, replicate, keys)) {
        if (!event.has(sums)) continue;
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

bool is_unresolved(double counted, int replicates, double least_p) {
  return replicates_for(least_p / 2) > replicates && counted < wanted_rate(20.0 / replicates);
}

double resolved_p_value(const BootstrapMean& mean, const Samples& samples, int replicates, double least_p,
                        Hypothesis hypothesis) {
  const double counted = counted_p_value(mean, hypothesis);
  if (!(mean.se() > 0) || !is_unresolved(counted, replicates, least_p)) return counted;
  Samples upwards = samples;
  if (mean.mean() < 0)
    for (std::vector<double>* values : {&upwards.values, &upwards.subtracted})
      for (double& x : *values) x = -x;
  const double ratio = std::abs(mean.mean()) / mean.se();
  const double resampled = wanted_rate(2 * bootstrap_tail(upwards, ratio)) / 2;
  const double one_sided = std::max(resampled, student_cdf(-ratio, mean.degrees()));
  return std::max(hypothesis == Hypothesis::zero ? 2 * one_sided : one_sided, least_resolved(least_p));
}

}  // namespace regretta
