#pragma once
/// Where curves are recorded. Called when a study is planned.

#include <cstdint>
#include <vector>

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// At most max(count, 1) rounds in 1..horizon, strictly increasing and spaced evenly in ln t; the last one is horizon,
/// which must be at least 1.
inline std::vector<std::int64_t> log_spaced_checkpoints(std::int64_t horizon, int count) {
  std::vector<std::int64_t> rounds;
  const double step = count > 1 ? log(static_cast<double>(horizon)) / (count - 1) : 0.0;
  for (int k = 0; k + 1 < count; ++k) {
    const auto t = static_cast<std::int64_t>(exp(step * k) + 0.5);
    if (t < horizon && (rounds.empty() || t > rounds.back())) rounds.push_back(t);
  }
  rounds.push_back(horizon);
  return rounds;
}

}  // namespace regretta
