#pragma once
/// The values of a trial at its checkpoints.

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "regretta/engine/trial/report/quantity.hpp"

namespace regretta {

/// A matrix, points x columns; a column is an entry of QuantityList::on_curve.
class Curve {
 public:
  explicit Curve(std::size_t columns = num_curve_quantities) : columns_(columns) {}

  std::size_t size() const { return values_.size() / columns_; }  ///< points
  std::span<double> operator[](std::size_t point) { return std::span(values_).subspan(point * columns_, columns_); }
  std::span<const double> operator[](std::size_t point) const {
    return std::span(values_).subspan(point * columns_, columns_);
  }
  std::span<const double> back() const { return (*this)[size() - 1]; }

  /// Appends a point of NaN.
  std::span<double> add_point() {
    values_.resize(values_.size() + columns_, std::numeric_limits<double>::quiet_NaN());
    return (*this)[size() - 1];
  }
  /// Appends the built-in columns of a point.
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

}  // namespace regretta
