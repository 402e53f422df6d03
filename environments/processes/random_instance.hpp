#pragma once
/// Means that are drawn once from the study's seed: the same for every learner, trial and corruption level.
///
/// Losses are uniform in (low, high). Violations have rho_pure exactly `margin`:
///   1. the worst violation w(a) = max_i g_i(a) of each arm is uniform in (-margin, 1); one arm, drawn uniformly, is
///      the safe arm and has w = -margin;
///   2. one constraint per arm, drawn uniformly, has g_i(a) = w(a); the others are uniform in (-1, w(a)).
/// So rho_pure = max_a -w(a) = margin, exactly, and every arm other than the safe arm is feasible with probability
/// margin / (1 + margin). A margin <= 0 gives instances in which no arm is strictly feasible.

#include <cstdint>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/environments/processes/stationary.hpp"

namespace regretta {

struct RandomLossParams {
  double low = 0.0;
  double high = 1.0;
  std::int64_t instance = 0;

  static void fields(auto& p, auto&& visit) {
    visit("low", p.low, Range{0, 1}, "mean losses are drawn uniformly from low ...");
    visit("high", p.high, Range{0, 1}, "... to high");
    visit("instance", p.instance, Range{0, 4294967295.0},
          "number of the instance: each one is drawn from the study's seed");
  }
};

struct RandomViolationParams {
  double margin = 0.3;
  std::int64_t instance = 0;

  static void fields(auto& p, auto&& visit) {
    visit("margin", p.margin, Range{-1, 1}, "Slater margin of the best arm: rho_pure is exactly this");
    visit("instance", p.instance, Range{0, 4294967295.0},
          "number of the instance: each one is drawn from the study's seed");
  }
};

/// Settings of random costs. The violations of a random instance are scaled to the range of the violations of costs:
/// negative values by the size of its low end, positive values by its high end.
struct RandomCostParams : Thresholds {
  RandomViolationParams violations{};

  static void fields(auto& p, auto&& visit) {
    Thresholds::fields(p, visit);
    RandomViolationParams::fields(p.violations, visit);
  }
};

/// K numbers in [low, high].
std::vector<double> draw_losses(std::uint64_t seed, const RandomLossParams& params, int num_arms);

/// m x K numbers in [-1, 1], entry i * K + a.
std::vector<double> draw_violations(std::uint64_t seed, const RandomViolationParams& params, int num_arms,
                                    int num_constraints);

}  // namespace regretta
