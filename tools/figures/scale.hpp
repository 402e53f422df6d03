#pragma once
/// From the numbers of an axis to places along it, and where its ticks are.

#include <string>
#include <vector>

#include "regretta/tools/figures/figure.hpp"

namespace regretta {

struct Tick {
  double value = 0;
  std::string text;      ///< "" for a minor tick
  std::string exponent;  ///< raised behind the text: "10" and "4"
};

/// An interval of an axis.
class Scale {
 public:
  /// Around all finite `values` (of a logarithmic scale: those above 1e-9 of the largest), a little wider. Numbers that
  /// only rounding tells apart are one.
  Scale(const Axis2D& axis, const std::vector<double>& values);

  /// 0 at the lower end, 1 at the upper one; NaN for NaN. What a logarithmic scale does not have, 0 and less, is at
  /// -infinity.
  double place(double value) const;

  /// Ascending; about `wanted` of them with a text, of a logarithmic scale often fewer.
  std::vector<Tick> ticks(int wanted) const;

  /// The power of ten that the texts of ticks leave out: 0, or 5 and more.
  int left_out() const { return left_out_; }

 private:
  double bent(double value) const;
  double straight(double place) const;  ///< undoes bent
  std::vector<Tick> even_ticks(int wanted) const;
  std::vector<Tick> digit_ticks(int wanted) const;
  std::vector<Tick> decades(int wanted) const;

  ScaleKind kind_;
  double low_ = 0, high_ = 1;  ///< of what `bent` returns
  int left_out_ = 0;
};

}  // namespace regretta
