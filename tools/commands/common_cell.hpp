#pragma once
/// The cell of all benchmarks: the same means in every round, with Bernoulli noise. This file includes nothing of the
/// engine, so that the peers in bench/peers can play the same cell.

#include <cstdint>
#include <vector>

namespace regretta {

struct CommonCell {
  static constexpr double delta = 0.05;
  static constexpr double confidence_scale = 0.25;

  int num_arms;                   ///< K
  int num_constraints;            ///< m
  std::int64_t horizon;           ///< T
  std::vector<double> loss;       ///< K means
  std::vector<double> violation;  ///< m x K means, constraint by constraint
};

/// The mean violation of constraint i by arm a, both from 0. It falls from 0.5 to about -0.4 over the arms. From K = 10
/// on, constraints are shifted by up to 2 arms. For any K >= 2 and m, some arm satisfies all constraints.
inline double common_violation(int K, int i, int a) {
  if (K < 10) return 0.5 - 0.9 * a / (K - 1) - 0.01 * i;
  return 0.5 - 0.9 * ((a + i % 3) % K) / K - 0.01 * (i / 3);
}

/// Arms with low loss violate and those with high loss do not, so that learners that project (conomd-fs) must do so in
/// most rounds: with confidence scale 1/4, the width xi_t of their intervals falls below the violations of the former
/// after a tenth of the horizon.
inline CommonCell common_cell(int K, int m, std::int64_t horizon = 100'000) {
  CommonCell cell{.num_arms = K, .num_constraints = m, .horizon = horizon, .loss = {}, .violation = {}};
  for (int a = 0; a < K; ++a) cell.loss.push_back(0.2 + 0.6 * a / K);
  for (int i = 0; i < m; ++i)
    for (int a = 0; a < K; ++a) cell.violation.push_back(common_violation(K, i, a));
  return cell;
}

}  // namespace regretta
