#pragma once
/// Maps the numbers of an axis to positions along it, and places its ticks. Used by frame.hpp.

#include <string>
#include <vector>

#include "regretta/tools/figures/figure.hpp"

namespace regretta {

struct Tick {
  double value = 0;
  RichText text;  ///< empty for a minor tick
};

/// The scale of an axis over an interval.
class Scale {
 public:
  /// Covers all finite `values` (on a logarithmic scale: those above 1e-9 of the largest), with a small margin. Numbers
  /// that differ only by rounding count as equal. If the axis has names: one place for each, and no other values.
  Scale(const Axis2D& axis, const std::vector<double>& values);

  /// 0 at the lower end, 1 at the upper end; NaN for NaN. On a logarithmic scale, 0 and negative numbers are at
  /// -infinity.
  double place(double value) const;

  /// In ascending order; about `wanted` of them have a text, on a logarithmic scale often fewer.
  std::vector<Tick> ticks(int wanted) const;

  /// The power of ten that the tick labels leave out: 0, at least 5, or at most -5.
  int left_out() const { return left_out_; }

 private:
  double bent(double value) const;
  double straight(double place) const;  ///< inverse of bent
  std::vector<Tick> even_ticks(int wanted) const;
  std::vector<Tick> digit_ticks(int wanted) const;
  std::vector<Tick> decades(int wanted) const;
  std::vector<Tick> name_ticks() const;

  ScaleKind kind_;
  std::vector<std::string> names_;
  double low_ = 0, high_ = 1;  ///< in units of `bent`
  int left_out_ = 0;
};

}  // namespace regretta
