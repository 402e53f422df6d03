#pragma once
/// Thresholds of constraints that are costs in [0, 1], for the kinds of means that may be costs.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/cost_scale.hpp"

namespace regretta {

enum class CostSense { at_most, at_least };
inline constexpr Choice cost_senses =
    choice_of<CostSense>({{CostSense::at_most, "at-most", "a violation is cost - threshold"},
                          {CostSense::at_least, "at-least", "a violation is threshold - cost"}});

inline constexpr std::string_view sense_help = "whether costs are to be at most or at least their threshold";

struct Thresholds {
  std::vector<double> threshold;  ///< m, in [0, 1]
  CostSense sense = CostSense::at_most;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit, const char* help = "that of each constraint: m numbers") {
    visit("threshold", p.threshold, Range{0, 1}, help);
    visit("sense", p.sense, cost_senses, sense_help);
  }
  std::vector<CostScale> scales() const {
    std::vector<CostScale> scales;
    for (const double one : threshold) scales.push_back({.threshold = one, .at_least = sense == CostSense::at_least});
    return scales;
  }
};

/// Turns costs into violations. costs: rows of m x K, entry (row * m + i) * K + a.
inline void into_violations(std::span<double> costs, const std::vector<CostScale>& scales, std::size_t num_arms) {
  for (std::size_t e = 0; e < costs.size(); ++e) costs[e] = scales[e / num_arms % scales.size()].violation(costs[e]);
}

}  // namespace regretta
