#pragma once
/// The exported tables of intervals: means, and tails.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"

namespace regretta {

/// A line of a tail table.
struct NamedTail {
  std::string_view name;  ///< "q50", "q90", "q95", "q99", "cvar95"
  TailEstimate tail;
};

/// Quantiles and the mean of the worst 5% of a quantity's trials, at 95% each; none for a cell without values. The
/// intervals are NaN where trials share instances, and so are not independent.
std::vector<NamedTail> tails_of(std::vector<double> values, const Interval& reach, bool share_instances);

/// `means`: a row per cell and quantity that has values. `tails`: per cell, regret or violation, and line of tails_of.
std::vector<std::string> means_columns(const Results& study);
void for_each_means_row(const Results& study, const std::function<void(const Row&)>& visit);
std::vector<std::string> tails_columns(const Results& study);
void for_each_tails_row(const Results& study, const std::function<void(const Row&)>& visit);

}  // namespace regretta
