#include "regretta/engine/evidence/statistics/permutation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "regretta/engine/real/philox.hpp"

namespace regretta {
namespace {

/// Welch's statistic |difference of means| / standard error, from the sums over one part of the values, which sum to 0.
class WelchOfPart {
 public:
  WelchOfPart(std::size_t part, std::size_t all, double squares)
      : n_(static_cast<double>(part)), m_(static_cast<double>(all - part)), squares_(squares) {}

  double operator()(double sum, double sum_of_squares) const {
    const double difference = std::abs(sum / n_ + sum / m_);
    const double spread = std::max(0.0, sum_of_squares - sum * sum / n_);
    const double rest = std::max(0.0, squares_ - sum_of_squares - sum * sum / m_);
    if (spread + rest <= 1e-12 * squares_) return std::numeric_limits<double>::infinity();
    return difference / std::sqrt(spread / (n_ - 1) / n_ + rest / (m_ - 1) / m_);
  }

 private:
  double n_, m_, squares_;
};

}  // namespace

double permutation_p_value(const std::vector<double>& a, const std::vector<double>& b, int permutations,
                           std::uint64_t seed) {
  if (a.size() < 2 || b.size() < 2) return 1;
  const std::size_t n = std::min(a.size(), b.size());  // draw the smaller part; the statistic is symmetric
  std::vector<double> values = a.size() == n ? a : b;
  const std::vector<double>& larger = a.size() == n ? b : a;
  values.insert(values.end(), larger.begin(), larger.end());
  double mean = 0;
  for (const double x : values) mean += (x - values.front()) / static_cast<double>(values.size());
  mean += values.front();
  double squares = 0;
  for (double& x : values) {
    x -= mean;
    squares += x * x;
  }
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (*least == *most) return 1;

  const WelchOfPart statistic(n, values.size(), squares);
  double sum = 0, sum_of_squares = 0;
  for (std::size_t k = 0; k < n; ++k) {
    sum += values[k];
    sum_of_squares += values[k] * values[k];
  }
  const double observed = statistic(sum, sum_of_squares) * (1 - 1e-9);  // values that differ by rounding only are equal

  const PhiloxKeys<double> keys(seed);
  std::int64_t beyond = 0;
  for (int p = 0; p < permutations; ++p) {  // each continues shuffling the order left by the last
    sum = sum_of_squares = 0;
    for (std::size_t k = 0; k < n; k += 4) {
      const PhiloxBlock<double> words = philox4x32<double>({k / 4, static_cast<std::uint64_t>(p), 0, 0}, keys);
      for (std::size_t j = k; j < std::min(n, k + 4); ++j) {
        const std::size_t left = values.size() - j;
        std::swap(values[j], values[j + ((words[j - k] & 0xffffffffU) * left >> 32U)]);
        sum += values[j];
        sum_of_squares += values[j] * values[j];
      }
    }
    beyond += statistic(sum, sum_of_squares) >= observed;
  }
  return (static_cast<double>(beyond) + 1) / (static_cast<double>(permutations) + 1);
}

}  // namespace regretta
