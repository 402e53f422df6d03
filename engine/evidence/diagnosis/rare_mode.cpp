#include "regretta/engine/evidence/diagnosis/rare_mode.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>

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

/// The mode among the first values of `order`, which begins with the farthest on one side.
std::optional<RareMode> mode_of(const TrialSeries& series, const std::vector<std::size_t>& order) {
  constexpr double far = 8, gap = 2;
  const std::size_t most = order.size() / 10;
  const double origin = series.values[order.back()];  // keeps the squares small
  const auto value = [&](std::size_t rank) { return series.values[order[rank]] - origin; };
  Sums others;
  std::vector<double> sums{0.0};  // of the first k
  for (std::size_t rank = 0; rank < most; ++rank) sums.push_back(sums.back() + value(rank));
  for (std::size_t rank = most; rank < order.size(); ++rank) others.add(value(rank));
  for (std::size_t k = most; k > 0; --k) {  // the first k; all others are in `others`
    const double spread = std::max(others.deviation(), 1e-9 * std::abs(origin));
    const double between = std::abs(value(k - 1) - value(k));
    if (between > gap * spread && std::abs(sums[k] / static_cast<double>(k) - others.mean()) > far * spread &&
        between > 0) {
      RareMode mode{.nearest = value(k - 1) + origin, .others = value(k) + origin};
      for (std::size_t rank = 0; rank < k; ++rank) mode.trials.push_back(series.trials[order[rank]]);
      const auto n = static_cast<std::int64_t>(order.size());
      mode.share = clopper_pearson(static_cast<std::int64_t>(k), n, 0.95);
      mode.mean_of_others = others.mean() + origin;
      mode.mean = (sums[k] + others.sum) / static_cast<double>(n) + origin;
      return mode;
    }
    others.add(value(k - 1));
  }
  return std::nullopt;
}

}  // namespace

std::optional<RareMode> rare_mode(const TrialSeries& series) {
  constexpr std::size_t enough = 20;
  if (series.values.size() < enough) return std::nullopt;
  std::vector<std::size_t> order(series.values.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t k) { return series.values[k]; });
  if (auto above = mode_of(series, order)) return above;
  std::ranges::reverse(order);
  return mode_of(series, order);
}

std::vector<ModeSeen> rare_modes(const Results& study) {
  std::vector<ModeSeen> seen;
  std::set<std::string> learners;
  for (const CellLabel& cell : study.cells()) {
    bool is_here = false;
    for (std::vector<double>& values : study.values(cell, {Quantity::violation, Quantity::expected_regret})) {
      TrialSeries series;
      for (std::size_t k = 0; k < values.size(); ++k) {
        if (!std::isfinite(values[k])) continue;
        series.trials.push_back(static_cast<std::int64_t>(k));
        series.values.push_back(values[k]);
      }
      is_here = is_here || rare_mode(series);
    }
    seen.push_back(is_here ? ModeSeen::here : ModeSeen::nowhere);
    if (is_here) learners.insert(cell.learner_name);
  }
  for (std::size_t k = 0; k < seen.size(); ++k)
    if (seen[k] == ModeSeen::nowhere && learners.contains(study.cells()[k].learner_name)) seen[k] = ModeSeen::elsewhere;
  return seen;
}

}  // namespace regretta
