#include "regretta/engine/evidence/statistics/permutation_tail.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "regretta/engine/evidence/statistics/welch_parts.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/real/philox.hpp"

namespace regretta {
namespace {

constexpr double all_subsets = 2048;
constexpr double even_share = 0.1;
constexpr double step_of_c = 1.5;        ///< of c
constexpr double smallest_share = 1e-3;  ///< of a tilt, relative to the largest one
constexpr std::size_t most_entries = std::size_t{1} << 22;
constexpr std::uint64_t draws_of_subsets = 1;  ///< 0: those of permutation_p_value

double log_of_choices(std::size_t all, std::size_t part) {
  double sum = 0;
  for (std::size_t k = 1; k <= part; ++k) sum += log(static_cast<double>(all - part + k) / static_cast<double>(k));
  return sum;
}

/// The observed statistic is reached where S^2 >= level + slope Q.
struct Reached {
  double level = 0, slope = 0;
};

Reached reached_from(const PooledValues& pooled, double t) {
  const auto n = static_cast<double>(pooled.part), m = static_cast<double>(pooled.values.size() - pooled.part);
  const double own = 1 / (n * (n - 1)), other = 1 / (m * (m - 1));
  const double difference = 1 / n + 1 / m;
  const double scale = difference * difference + t * t * (own / n + other / m);
  return {t * t * pooled.squares * other / scale, t * t * (own - other) / scale};
}

/// Weights exp(lambda sum of y) of subsets, y = sign x - bend x^2. As probabilities of independent choices:
/// 1 / (1 + exp(-lambda y - shift)), given that n are chosen.
struct SubsetTilt {
  double lambda = 0, sign = 1, bend = 0;
  double shift = 0;      ///< any value gives the same subsets; here that with n choices on average
  double log_norm = 0;   ///< the mean weight
  double log_bound = 0;  ///< of the probability of the event near its c
  double share = 0;      ///< of the subsets

  double y(double x) const { return sign * x - bend * x * x; }
  double odds(double x) const { return lambda * y(x) + shift; }  ///< logarithm
  double log_density(const PartSums& sums) const {
    return lambda * (sign * sums.plain - bend * sums.squares) - log_norm;
  }
};

double chance_of(double log_odds) { return 1 / (1 + exp(-log_odds)); }

/// Sets the shift, starting from the present one, and returns the expected sum of y over the choices.
double settle(const std::vector<double>& x, double wanted, SubsetTilt& tilt) {
  double low = -infinity, high = infinity;
  for (int step = 0;; ++step) {
    double count = 0, variance = 0, sum = 0;
    for (const double one : x) {
      const double chance = chance_of(tilt.odds(one));
      count += chance;
      variance += chance * (1 - chance);
      sum += chance * tilt.y(one);
    }
    if (std::abs(count - wanted) < 0.01 || step == 60) return sum;
    (count < wanted ? low : high) = tilt.shift;
    const double next = tilt.shift + std::clamp((wanted - count) / std::max(variance, 1e-3), -100.0, 100.0);
    tilt.shift = next > low && next < high ? next : 0.5 * (low + high);
  }
}

/// Draws subsets of n values by choosing or not choosing one value after the other.
class Subsets {
 public:
  Subsets(const PooledValues& pooled, const SubsetTilt& tilt)
      : x_(pooled.values), n_(pooled.part), rest_((x_.size() + 1) * (n_ + 1)) {
    for (const double one : x_) chances_.push_back(chance_of(tilt.odds(one)));
    rest(x_.size(), 0) = 1;
    for (std::size_t k = x_.size(); k-- > 0;) {
      const double chance = chances_[k], none = chance_of(-tilt.odds(x_[k]));
      for (std::size_t j = 0; j <= std::min(n_, x_.size() - k); ++j)
        rest(k, j) = none * rest(k + 1, j) + (j > 0 ? chance * rest(k + 1, j - 1) : 0);
    }
  }

  /// The probability that independent choices are n.
  double chance_of_size() const { return rest_[n_]; }

  PartSums draw(std::uint64_t subset) const {
    PartSums sums;
    PhiloxBlock<double> words{};
    for (std::size_t k = 0, left = n_; left > 0; ++k) {
      if (k % 4 == 0) words = philox4x32<double>({k / 4, subset, draws_of_subsets, 0}, keys_);
      const double uniform = (static_cast<double>(words[k % 4] & 0xffffffffU) + 0.5) * 0x1p-32;
      if (left < x_.size() - k && uniform * rest(k, left) >= chances_[k] * rest(k + 1, left - 1)) continue;
      sums.add(x_[k]);
      --left;
    }
    return sums;
  }

 private:
  /// The probability that j of the values from k on are chosen.
  double& rest(std::size_t k, std::size_t j) { return rest_[k * (n_ + 1) + j]; }
  double rest(std::size_t k, std::size_t j) const { return rest_[k * (n_ + 1) + j]; }

  const std::vector<double>& x_;
  std::size_t n_;
  PhiloxKeys<double> keys_{1};
  std::vector<double> chances_;
  std::vector<double> rest_;
};

class SubsetTilts {
 public:
  SubsetTilts(const PooledValues& pooled, const Reached& event)
      : pooled_(pooled), event_(event), log_choices_(log_of_choices(pooled.values.size(), pooled.part)) {}

  /// Those that are worth a share, and, last, all subsets with the same probability.
  std::vector<SubsetTilt> mixture() const {
    std::vector<double> squares;
    for (const double x : pooled_.values) squares.push_back(x * x);
    std::ranges::sort(squares);
    double least = event_.level, most = event_.level;  // of the squared sum in the event
    for (std::size_t k = 0; k < pooled_.part; ++k) {
      least += event_.slope * squares[k];
      most += event_.slope * squares[squares.size() - 1 - k];
    }
    std::vector<SubsetTilt> tilts;
    double largest = -infinity;
    for (double c = std::sqrt(most); c * std::sqrt(step_of_c) >= std::sqrt(least) && c > 0; c /= step_of_c)
      for (const double sign : {1.0, -1.0})
        if (const std::optional<SubsetTilt> tilt = at(c, sign)) {
          tilts.push_back(*tilt);
          largest = std::max(largest, tilt->log_bound);
        }
    for (SubsetTilt& tilt : tilts) tilt.share = exp(tilt.log_bound - largest);
    std::erase_if(tilts, [](const SubsetTilt& tilt) { return tilt.share < smallest_share; });
    double sum = 0;
    for (const SubsetTilt& tilt : tilts) sum += tilt.share;
    for (SubsetTilt& tilt : tilts) tilt.share *= (1 - even_share) / sum;
    tilts.push_back(all(tilts.empty() ? 1 : even_share));
    return tilts;
  }

 private:
  /// The tilt for subsets in the event whose sum is at least V, within a grid step around c, so that
  /// S - B Q / (2 c) >= V - (V^2 - A) / (2 c) >= A / (2 c) + c `lowest`; nothing if there are none.
  std::optional<SubsetTilt> at(double c, double sign) const {
    const double lowest = std::sqrt(step_of_c) - step_of_c / 2;
    const double wanted = event_.level / (2 * c) + c * lowest;
    SubsetTilt tilt{.sign = sign, .bend = event_.slope / (2 * c)};
    std::vector<double> y;
    for (const double x : pooled_.values) y.push_back(tilt.y(x));
    std::ranges::sort(y);
    double most = 0;
    for (std::size_t k = 0; k < pooled_.part; ++k) most += y[y.size() - 1 - k];
    if (most <= wanted) return std::nullopt;
    const auto n = static_cast<double>(pooled_.part);
    const auto sum_at = [&](double lambda) {
      tilt.lambda = lambda;
      return settle(pooled_.values, n, tilt);
    };
    double high = 1 / (y.back() - y.front());
    for (int doubling = 0; doubling < 40 && sum_at(high) < wanted; ++doubling) high *= 2;
    double low = high / 2;
    for (int step = 0; step < 6; ++step) {
      const double middle = 0.5 * (low + high);
      (sum_at(middle) < wanted ? low : high) = middle;
    }
    sum_at(high);
    normalise(tilt);
    tilt.log_bound = tilt.log_norm - tilt.lambda * wanted;
    return tilt;
  }

  SubsetTilt all(double share) const {
    const auto n = static_cast<double>(pooled_.part), others = static_cast<double>(pooled_.values.size()) - n;
    SubsetTilt tilt{.shift = log(n / others), .share = share};
    normalise(tilt);
    return tilt;
  }

  void normalise(SubsetTilt& tilt) const {
    const auto n = static_cast<double>(pooled_.part);
    tilt.log_norm = log(Subsets(pooled_, tilt).chance_of_size()) - n * tilt.shift - log_choices_;
    for (const double x : pooled_.values) {
      const double odds = tilt.odds(x);
      tilt.log_norm += std::max(odds, 0.0) + log(1 + exp(-std::abs(odds)));  // the chance that it is not chosen
    }
  }

  const PooledValues& pooled_;
  const Reached& event_;
  double log_choices_;
};

/// One or two subsets have no spread within the parts.
double p_without_spread(const PooledValues& pooled) {
  const std::size_t all = pooled.values.size();
  return std::min(1.0, exp(-log_of_choices(all, pooled.part)) * (2 * pooled.part == all ? 2 : 1));
}

double density_of(const std::vector<SubsetTilt>& mixture, const PartSums& sums) {
  double density = 0;
  for (const SubsetTilt& tilt : mixture) density += tilt.share * exp(tilt.log_density(sums));
  return density;
}

}  // namespace

bool has_permutation_tail(std::size_t a, std::size_t b) { return std::min(a, b) * (a + b) <= most_entries; }

double permutation_tail(const std::vector<double>& a, const std::vector<double>& b) {
  const PooledValues pooled(a, b);
  if (pooled.squares == 0) return 1;
  const double observed = WelchOfPart::observed(pooled);
  if (std::isinf(observed)) return p_without_spread(pooled);
  const Reached event = reached_from(pooled, observed);
  const std::vector<SubsetTilt> mixture = SubsetTilts(pooled, event).mixture();
  const WelchOfPart statistic(pooled);
  double sum = 1 / density_of(mixture, pooled.part_sums()), share = 0;
  std::uint64_t drawn = 0;
  for (const SubsetTilt& tilt : mixture) {
    const Subsets subsets(pooled, tilt);
    share += tilt.share;
    for (; static_cast<double>(drawn) < share * all_subsets - 1e-6; ++drawn) {
      const PartSums sums = subsets.draw(drawn);
      if (statistic(sums) >= observed) sum += 1 / density_of(mixture, sums);
    }
  }
  return std::min(1.0, sum / (all_subsets + 1));
}

}  // namespace regretta
