#include "regretta/engine/evidence/statistics/summary.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace regretta {

double quantile(const std::vector<double>& sorted, double p) {
  const double position = static_cast<double>(sorted.size() - 1) * p;
  const auto below = static_cast<std::size_t>(position);
  if (below + 1 >= sorted.size()) return sorted.back();
  return quantile_between(sorted[below], sorted[below + 1], std::ssize(sorted), p);
}

double quantile_of(std::vector<double> values, double p) {
  std::ranges::sort(values);
  return values.empty() ? Statistic::nan : quantile(values, p);
}

double quantile_between(double below, double above, std::int64_t count, double p) {
  const double position = static_cast<double>(count - 1) * p;
  return below + (position - std::floor(position)) * (above - below);
}

Statistic summarise(std::vector<double> values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  Statistic result;
  result.count = static_cast<std::int64_t>(values.size());
  if (values.empty()) return result;

  // The sum is relative to the first value, so that equal values have exactly that mean and no spread.
  const auto n = static_cast<double>(values.size());
  const double origin = values.front();
  double sum = 0;
  for (const double x : values) sum += x - origin;
  result.mean = origin + sum / n;
  if (values.size() > 1) {
    double squares = 0, cubes = 0;
    for (const double x : values) {
      const double d = x - result.mean;
      squares += d * d;
      cubes += d * d * d;
    }
    result.se = std::sqrt(squares / (n - 1) / n);
    if (n > 2) result.third = cubes / (n - 1) / (n - 2) / n;
  }
  auto first = values.begin();  // the values before `first` are at most those from `first` on
  for (const auto& [p, quantile] : {std::pair(0.05, &result.q05), {0.50, &result.q50}, {0.95, &result.q95}}) {
    const auto below = values.begin() + static_cast<std::ptrdiff_t>((n - 1) * p);
    std::nth_element(first, below, values.end());
    const auto above = std::min_element(std::next(below), values.end());
    *quantile = above == values.end() ? *below : quantile_between(*below, *above, result.count, p);
    first = below;
  }
  return result;
}

MeanMoments moments_of(const Statistic& statistic) {
  return {.values = statistic.count,
          .mean = statistic.mean,
          .variance = statistic.se * statistic.se,
          .third = statistic.third,
          .degrees = static_cast<double>(statistic.count - 1),
          .chance_equal = chance_equal(statistic.count)};
}

bool CellSummary::count(const TrialResult& trial) {
  ++trials;
  if (trial.failure)
    ++failed;
  else if (std::isnan(trial[Quantity::opt]))
    ++infeasible;
  return !trial.failure;
}

void CellFold::add(const TrialResult& trial, std::size_t max_numbers) {
  if (first_ == 0 ? !summary_.count(trial) : trial.failure.has_value()) return;
  values_.resize(std::min(max_numbers, numbers_ - first_));
  std::size_t next = 0;
  for_each_number(trial, [&](double x) {
    const std::size_t k = next++ - first_;  // wraps around to a huge k for the numbers of earlier passes
    if (k < values_.size()) values_[k].push_back(x);
  });
}

bool CellFold::end_pass() {
  std::size_t next = 0;
  for_each_statistic(summary_, [&](Statistic& statistic) {
    const std::size_t k = next++ - first_;
    if (k < values_.size()) statistic = summarise(std::move(values_[k]));
  });
  first_ = values_.empty() ? numbers_ : first_ + values_.size();
  values_.clear();
  return first_ == numbers_;
}

}  // namespace regretta
