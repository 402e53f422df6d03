#include "regretta/engine/evidence/statistics/rare_mode.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "regretta/engine/evidence/statistics/binomial.hpp"

namespace regretta {
namespace {

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

/// The mode among the first of the sorted values, which begin with the farthest on one side.
std::optional<RareMode> mode_of(const std::vector<double>& sorted) {
  constexpr double far = 8, gap = 2;
  const std::size_t most = sorted.size() / 10;
  const double origin = sorted.back();  // keeps the squares small
  const auto value = [&](std::size_t rank) { return sorted[rank] - origin; };
  Sums others;
  std::vector<double> sums{0.0};  // of the first k
  for (std::size_t rank = 0; rank < most; ++rank) sums.push_back(sums.back() + value(rank));
  for (std::size_t rank = most; rank < sorted.size(); ++rank) others.add(value(rank));
  for (std::size_t k = most; k > 0; --k) {  // the first k; all others are in `others`
    const double spread = std::max(others.deviation(), 1e-9 * std::abs(origin));
    const double between = std::abs(value(k - 1) - value(k));
    if (between > gap * spread && std::abs(sums[k] / static_cast<double>(k) - others.mean()) > far * spread &&
        between > 0) {
      const auto n = static_cast<std::int64_t>(sorted.size()), in_it = static_cast<std::int64_t>(k);
      return RareMode{.values = in_it,
                      .share = clopper_pearson(in_it, n, 0.95),
                      .nearest = sorted[k - 1],
                      .others = sorted[k],
                      .mean = (sums[k] + others.sum) / static_cast<double>(n) + origin,
                      .mean_of_others = others.mean() + origin};
    }
    others.add(value(k - 1));
  }
  return std::nullopt;
}

}  // namespace

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
