#pragma once
/// The same means in every round: one row. Used for stationary and random bases, losses and violations.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/mean_rows.hpp"
#include "regretta/environments/processes/thresholds.hpp"

namespace regretta {

/// A round beyond every horizon; what `same_until` returns if nothing changes any more.
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

/// Settings of stationary losses.
struct StationaryLossParams {
  std::vector<double> means;  ///< K, in [0, 1]; required

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("means", p.means, Range{0, 1}, "mean loss of each arm: K numbers");
  }
};

/// Settings of stationary violations.
struct StationaryViolationParams {
  std::vector<std::vector<double>> means;  ///< m x K, in [-1, 1]; required

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("means", p.means, Range{-1, 1},
          "mean violation of each arm: one list of K numbers per constraint (a plain list is one constraint)");
  }
};

/// Settings of stationary costs.
struct StationaryCostParams : Thresholds {
  std::vector<std::vector<double>> costs;  ///< m x K, in [0, 1]; required

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("costs", p.costs, Range{0, 1},
          "mean cost of each arm: one list of K numbers per constraint (a plain list is one constraint)");
    Thresholds::fields(p, visit);
  }
};

}  // namespace regretta
