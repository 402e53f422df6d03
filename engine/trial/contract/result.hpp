#pragma once
/// The result of one trial, with its values at the checkpoints: filled in by the round loop (round/round.hpp), saved
/// by the study layer.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/quantity.hpp"

namespace regretta {

/// The curves of a trial: a matrix of checkpoints x columns. The columns are the entries of QuantityList::on_curve.
class Curve {
 public:
  explicit Curve(std::size_t columns = num_curve_quantities) : columns_(columns) {}

  std::size_t size() const { return values_.size() / columns_; }  ///< number of points
  std::span<double> operator[](std::size_t point) { return std::span(values_).subspan(point * columns_, columns_); }
  std::span<const double> operator[](std::size_t point) const {
    return std::span(values_).subspan(point * columns_, columns_);
  }
  std::span<const double> back() const { return (*this)[size() - 1]; }

  /// Appends a point of NaN and returns it.
  std::span<double> add_point() {
    values_.resize(values_.size() + columns_, std::numeric_limits<double>::quiet_NaN());
    return (*this)[size() - 1];
  }
  /// Appends a point, with NaN in the columns of measures.
  void push_back(const CurvePoint& point) { std::ranges::copy(point, add_point().begin()); }
  void assign(std::size_t points, double value) { values_.assign(points * columns_, value); }
  void reserve(std::size_t points) { values_.reserve(points * columns_); }

  /// All values, point by point.
  std::span<double> values() { return values_; }
  std::span<const double> values() const { return values_; }

 private:
  std::size_t columns_;
  std::vector<double> values_;
};

/// The number of consecutive trials of a cell that a learner plays side by side, in the lanes of a pack. The last pack
/// of a cell may have fewer.
inline constexpr int pack_trials = 8;
inline constexpr std::int64_t packs_in(std::int64_t trials) { return (trials + pack_trials - 1) / pack_trials; }

/// Why a trial has no result.
struct Failure {
  std::int64_t round = 0;  ///< the round (1..T) in which the strategy left the simplex; 0 if the learner threw
  std::string message;
};

/// The sizes of a trial's result. QuantityList::shape() returns those of a study.
struct TrialShape {
  std::size_t checkpoints = 0;
  std::size_t quantities = num_quantities;
  std::size_t curve_quantities = num_curve_quantities;

  std::size_t numbers() const { return quantities + curve_quantities * checkpoints; }  ///< numbers stored for one trial
};

/// The result of one trial. OPT, both regrets and their curves are NaN if no strategy is feasible.
struct TrialResult {
  explicit TrialResult(const TrialShape& shape = {})
      : quantities(shape.quantities, std::numeric_limits<double>::quiet_NaN()), curve(shape.curve_quantities) {
    curve.reserve(shape.checkpoints);
  }

  std::int64_t trial = 0;          ///< from 0
  std::vector<double> quantities;  ///< indexed by Quantity; NaN until set
  Curve curve;                     ///< one point per checkpoint; the last one is round T
  std::optional<Failure> failure;  ///< if set, quantities and curve are meaningless

  double operator[](Quantity q) const { return quantities[index_of(q)]; }
  double& operator[](Quantity q) { return quantities[index_of(q)]; }
};

/// At most max(count, 1) rounds, strictly increasing and spaced evenly in ln t. The last is `horizon`, which must be at
/// least 1.
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
