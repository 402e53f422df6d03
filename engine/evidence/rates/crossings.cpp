#include "regretta/engine/evidence/rates/crossings.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/rates/rate_families.hpp"
#include "regretta/engine/evidence/statistics/crossing.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

/// A cell and the one it is compared with.
struct Pair {
  const RateCell* cell;
  const RateCell* baseline;
};

/// T or C.
double at(const RateCell& cell, Growth growth) {
  return growth == Growth::in_horizon ? static_cast<double>(cell.label->horizon) : cell.corruption;
}

double place_of(const RateCell& cell, Growth growth) {
  return growth == Growth::in_horizon ? std::log(at(cell, growth)) : cell.corruption;
}

/// What is equal along a line: the budget in T, the horizon in C.
std::string shared(const RateCell& cell, Growth growth) {
  return growth == Growth::in_horizon ? cell.budget : std::to_string(cell.label->horizon);
}

/// The pairs of a family by line, each in the order of T or C.
std::vector<std::vector<Pair>> lines_of(const std::vector<Pair>& family, Growth growth) {
  std::vector<std::vector<Pair>> lines;
  std::map<std::string, std::size_t> places;
  for (const Pair& pair : family) {
    if (std::isnan(pair.cell->corruption)) continue;
    const auto [place, is_new] = places.emplace(shared(*pair.cell, growth), lines.size());
    if (is_new) lines.emplace_back();
    std::vector<Pair>& line = lines[place->second];
    if (line.empty() || place_of(*line.back().cell, growth) < place_of(*pair.cell, growth)) line.push_back(pair);
  }
  std::erase_if(lines, [](const std::vector<Pair>& line) { return line.size() < 2; });
  return lines;
}

/// From a place to T or C, none of which is below 0.
double back(double place, Growth growth) {
  return growth == Growth::in_horizon ? std::exp(place) : place < 0 ? 0 : place;
}

/// Fills in what is computed from the trials.
void compute(const std::vector<Pair>& pairs, std::size_t quantity, double level, CrossingLine& line) {
  std::vector<double> x, means;
  std::vector<Interval> seen, outright;
  for (const Pair& pair : pairs) {
    const std::vector<double>& own = pair.cell->values[quantity];
    const std::vector<double>& other = pair.baseline->values[quantity];
    const Evidence difference = evidence_of(
        differences_of(own, other), reach_of_difference(pair.cell->reaches[quantity], pair.baseline->reaches[quantity]),
        {.alpha = 1 - level});
    if (difference.values < 2) continue;
    x.push_back(place_of(*pair.cell, line.growth));
    means.push_back(difference.mean);
    seen.push_back(difference.seen);
    outright.push_back(difference.sure);
  }
  const Crossing crossing = find_crossing(x, means, seen);
  const Interval bounded = find_crossing(x, means, outright).interval;
  line.before = crossing.before;
  line.at = {back(crossing.at, line.growth),
             {back(crossing.interval.low, line.growth), back(crossing.interval.high, line.growth)}};
  line.outright = {back(bounded.low, line.growth), back(bounded.high, line.growth)};
}

}  // namespace

std::vector<CrossingLine> crossings(const Results& study, const Catalogue& catalogue,
                                    const std::function<bool(const CellLabel&)>& is_baseline,
                                    const std::vector<Quantity>& quantities, double level) {
  std::vector<RateFamily> families = rate_families(study, catalogue, quantities);
  for (RateFamily& family : families) read_trials(study, quantities, family);
  std::map<SettingKey, const RateCell*> baselines;
  for (const RateFamily& family : families)
    for (const RateCell& cell : family)
      if (is_baseline(*cell.label)) baselines.emplace(setting_of(study, *cell.label), &cell);

  struct Task {
    std::vector<Pair> pairs;
    std::size_t quantity;
  };
  std::vector<Task> tasks;
  std::vector<CrossingLine> lines;
  for (const RateFamily& family : families) {
    std::vector<Pair> pairs;
    for (const RateCell& cell : family) {
      const auto found = baselines.find(setting_of(study, *cell.label));
      if (found != baselines.end() && found->second != &cell) pairs.push_back({&cell, found->second});
    }
    for (std::size_t q = 0; q < quantities.size(); ++q)
      for (const Growth growth : {Growth::in_horizon, Growth::in_corruption})
        for (std::vector<Pair>& own : lines_of(pairs, growth)) {
          CrossingLine& line = lines.emplace_back();
          line.growth = growth;
          for (const Pair& pair : own) line.cells.push_back(pair.cell->label);
          line.baseline = own.front().baseline->label;
          line.quantity = quantities[q];
          line.range = {at(*own.front().cell, growth), at(*own.back().cell, growth)};
          tasks.push_back({std::move(own), q});
        }
  }
  tbb::parallel_for(std::size_t{0}, lines.size(),
                    [&](std::size_t k) { compute(tasks[k].pairs, tasks[k].quantity, level, lines[k]); });
  return lines;
}

}  // namespace regretta
