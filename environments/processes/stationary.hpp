#pragma once
/// Mean processes with a fixed row of means or with rows that alternate, their settings, and thresholds of costs.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/contract/problem.hpp"

namespace regretta {

enum class CostSense { at_most, at_least };
inline constexpr Choice cost_senses =
    choice_of<CostSense>({{CostSense::at_most, "at-most", "a violation is cost - threshold"},
                          {CostSense::at_least, "at-least", "a violation is threshold - cost"}});

inline constexpr std::string_view sense_help = "whether a cost must be at most or at least its threshold";

/// Settings for constraints that are costs in [0, 1] with thresholds.
struct Thresholds {
  std::vector<double> threshold;  ///< m, in [0, 1]
  CostSense sense = CostSense::at_most;

  static void fields(auto& p, auto&& visit, const char* help = "threshold of each constraint: m numbers") {
    visit("threshold", p.threshold, Range{0, 1}, help);
    visit("sense", p.sense, cost_senses, sense_help);
  }
  std::vector<CostScale> scales() const {
    std::vector<CostScale> scales;
    for (const double limit : threshold)
      scales.push_back({.threshold = limit, .at_least = sense == CostSense::at_least});
    return scales;
  }
};

/// Turns costs into violations, in place. costs: rows of m x K, entry (row * m + i) * K + a.
inline void into_violations(std::span<double> costs, const std::vector<CostScale>& scales, std::size_t num_arms) {
  for (std::size_t e = 0; e < costs.size(); ++e) costs[e] = scales[e / num_arms % scales.size()].violation(costs[e]);
}

/// A round beyond every horizon, which `same_until` returns if the row never changes again. It is a quarter of the
/// largest integer, so that sums of rounds do not overflow.
inline constexpr std::int64_t forever = std::numeric_limits<std::int64_t>::max() / 4;

class StationaryRows {
 public:
  /// row: K losses in [0, 1], or m x K violations in [-1, 1] (entry i * K + a).
  explicit StationaryRows(std::vector<double> row) : row_(std::move(row)) {}

  std::int64_t num_rows() const { return 1; }
  std::int64_t row_at(std::int64_t) const { return 0; }
  std::int64_t same_until(std::int64_t) const { return forever; }
  void read(std::int64_t, std::span<double> out) const { std::copy(row_.begin(), row_.end(), out.begin()); }
  const double* held(std::int64_t) const { return row_.data(); }

 private:
  std::vector<double> row_;
};
static_assert(HoldsRows<StationaryRows>);

struct StationaryLossParams {
  std::vector<double> means;  ///< K, in [0, 1]; required

  static void fields(auto& p, auto&& visit) {
    visit("means", p.means, Range{0, 1}, "mean loss of each arm: K numbers");
  }
};

struct StationaryViolationParams {
  std::vector<std::vector<double>> means;  ///< m x K, in [-1, 1]; required

  static void fields(auto& p, auto&& visit) {
    visit("means", p.means, Range{-1, 1},
          "mean violation of each arm: one list of K numbers per constraint (a plain list is one constraint)");
  }
};

struct StationaryCostParams : Thresholds {
  std::vector<std::vector<double>> costs;  ///< m x K, in [0, 1]; required

  static void fields(auto& p, auto&& visit) {
    visit("costs", p.costs, Range{0, 1},
          "mean cost of each arm: one list of K numbers per constraint (a plain list is one constraint)");
    Thresholds::fields(p, visit);
  }
};

/// Violations that alternate between two or more rows of means, each held for a block of rounds. These constraints are
/// adversarial: the median is far from some of the rows, so that C grows linearly in T.
class AlternatingRows {
 public:
  struct Params {
    std::vector<std::vector<double>> means;  ///< (rows x m) x K, in [-1, 1]; required
    std::int64_t block = 1;                  ///< rounds, >= 1

    static void fields(auto& p, auto&& visit) {
      visit("means", p.means, Range{-1, 1},
            "two or more rows, each of m lists of K numbers (one per constraint), row after row");
      visit("block", p.block, Range{1, 1e12}, "rounds that a row lasts before the next one");
    }
  };

  /// rows: each m x K (entry i * K + a). block: rounds, >= 1.
  AlternatingRows(std::vector<std::vector<double>> rows, std::int64_t block) : rows_(std::move(rows)), block_(block) {}

  std::int64_t num_rows() const { return static_cast<std::int64_t>(rows_.size()); }
  std::int64_t row_at(std::int64_t t) const { return (t - 1) / block_ % num_rows(); }
  std::int64_t same_until(std::int64_t t) const { return ((t - 1) / block_ + 1) * block_; }
  void read(std::int64_t row, std::span<double> out) const {
    const auto& source = rows_[static_cast<std::size_t>(row)];
    std::copy(source.begin(), source.end(), out.begin());
  }
  const double* held(std::int64_t row) const { return rows_[static_cast<std::size_t>(row)].data(); }

 private:
  std::vector<std::vector<double>> rows_;
  std::int64_t block_;
};
static_assert(HoldsRows<AlternatingRows>);

}  // namespace regretta
