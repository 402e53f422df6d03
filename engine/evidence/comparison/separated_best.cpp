#include "regretta/engine/evidence/comparison/separated_best.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/statistics/bootstrap.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/cell_intervals.hpp"
#include "regretta/engine/evidence/tables/stored_reach.hpp"
#include "regretta/engine/evidence/tables/trial_values.hpp"

namespace regretta {
namespace {

/// Groups the cells that have the same noise; settings are in the order of their first cells.
std::vector<std::vector<const CellLabel*>> cells_by_setting(const StudyReader& study) {
  std::vector<std::vector<const CellLabel*>> settings;
  std::map<SettingKey, std::size_t> places;
  for (const CellLabel& cell : study.cells()) {
    const auto [place, is_new] = places.emplace(setting_of(study, cell), settings.size());
    if (is_new) settings.emplace_back();
    settings[place->second].push_back(&cell);
  }
  return settings;
}

}  // namespace

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

std::vector<SeparatedBest> separated_best(const StudyReader& study, const std::vector<Quantity>& quantities,
                                          double alpha) {
  for (const Quantity quantity : quantities)
    if (!quantity_info(quantity).less_is_better)
      throw std::invalid_argument(fmt::format("separated_best: less {} is not better", quantity_name(quantity)));
  const auto settings = cells_by_setting(study);
  std::size_t tests = 0;
  for (const auto& cells : settings) tests += quantities.size() * (cells.size() - 1);

  const StoredReach stored(study);
  std::vector<Quantity> measured;
  for (const Quantity quantity : quantities) measured.push_back(estimated_by(quantity));
  std::vector<SeparatedBest> best;
  for (const auto& cells : settings) {
    if (cells.size() < 2) continue;
    std::vector<TrialValues> values(quantities.size());             // quantities x learners x trials
    std::vector<std::vector<Interval>> reaches(quantities.size());  // quantities x learners
    for (const CellLabel* cell : cells) {
      TrialValues own = trial_values(study, *cell, measured);
      for (std::size_t q = 0; q < quantities.size(); ++q) {
        values[q].push_back(std::move(own[q]));
        reaches[q].push_back(stored.of(*cell, measured[q]));
      }
    }
    for (std::size_t q = 0; q < quantities.size(); ++q)
      if (const auto least = shown_least(values[q], reaches[q], alpha / static_cast<double>(tests)))
        best.push_back({.cell = cells[*least], .quantity = quantities[q]});
  }
  return best;
}

}  // namespace regretta
