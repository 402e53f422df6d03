#include "regretta/engine/evidence/comparison/separated_best.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/statistics/bootstrap.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {

std::optional<std::size_t> shown_least(const std::vector<std::vector<double>>& values,
                                       const std::vector<Interval>& reaches, double level) {
  std::optional<std::size_t> least;
  double least_mean = Statistic::nan;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double mean = summarise(values[k]).mean;
    if (std::isnan(mean) || (least && !(mean < least_mean))) continue;
    least = k;
    least_mean = mean;
  }
  if (!least || values.size() < 2) return std::nullopt;
  // An eighth of the usual resamples, of which ten may lie beyond the observed difference; of these, none may.
  const double least_p = wanted_rate(8 * resampled_rate(level));
  std::atomic<bool> is_least = true;
  tbb::parallel_for(std::size_t{0}, values.size(), [&](std::size_t k) {
    if (k == *least || !is_least) return;
    const PairedOptions options{.least_p = least_p, .reach = reach_of_difference(reaches[*least], reaches[k])};
    const PairedDifference difference = paired_difference(values[*least], values[k], options);
    // ignore differences that are due to rounding
    const bool is_less = difference.mean < -1e-9 * std::max(1.0, std::abs(least_mean));
    if (!(difference.outright_p <= level && is_less)) is_least = false;
  });
  return is_least ? least : std::nullopt;
}

std::vector<SeparatedBest> separated_best(const Results& study, const std::vector<Quantity>& quantities, double alpha) {
  for (const Quantity quantity : quantities)
    if (!quantity_info(quantity).less_is_better)
      throw std::invalid_argument(fmt::format("separated_best: less {} is not better", quantity_name(quantity)));
  const auto settings = cells_by_setting(study);
  std::size_t tests = 0;
  for (const auto& cells : settings) tests += quantities.size() * (cells.size() - 1);

  std::vector<SeparatedBest> best;
  for (const auto& cells : settings) {
    if (cells.size() < 2) continue;
    const auto [values, reaches] = contest_of(study, cells, quantities);
    for (std::size_t q = 0; q < quantities.size(); ++q)
      if (const auto least = shown_least(values[q], reaches[q], alpha / static_cast<double>(tests)))
        best.push_back({.cell = cells[*least], .quantity = quantities[q]});
  }
  return best;
}

}  // namespace regretta
