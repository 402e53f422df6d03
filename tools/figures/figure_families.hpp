#pragma once
/// The kinds of figures of a study. Each kind is a family with one figure per setting of the cells. Used by
/// study_figures.hpp.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/trial/quantity_list.hpp"
#include "regretta/tools/figures/cell_groups.hpp"
#include "regretta/tools/figures/figure.hpp"

namespace regretta {

/// An unnamed figure and what its cells share. If it has no series, there is nothing to draw for this setting.
struct FamilyMember {
  Description description;
  Figure figure;
};

struct FigureFamily {
  std::string stem;  ///< start of its figures' names
  std::vector<FamilyMember> members;
};

/// A quantity as figures need it.
struct DrawnQuantity {
  Quantity quantity;
  std::string name;
  std::string words;                        ///< "expected regret"
  bool less_is_better = true;               ///< a sum over rounds
  std::optional<std::size_t> curve_column;  ///< none if it is only known at T
};
DrawnQuantity drawn_quantity(const QuantityList& known, Quantity quantity);

struct CurveStyle {
  bool logarithmic = false;  ///< both axes, with a reference slope
  bool bounds = false;       ///< the theorems' bounds at T
};
/// Over t, one line per learner. No members for a quantity that is only known at T.
FigureFamily curve_figures(const Group& cells, const DrawnQuantity& quantity, const CurveStyle& style);

/// Final values against the measured corruption C.
FigureFamily corruption_figures(const Group& cells, const DrawnQuantity& quantity, bool logarithmic);

/// Final values against T.
FigureFamily horizon_figures(const Group& cells, const DrawnQuantity& quantity);

/// Regret against violation. The trials' values are PlottedCell::values[regret] and [violation].
FigureFamily frontier_figures(const Group& cells, std::size_t regret, std::size_t violation);

/// Distribution functions of final values, PlottedCell::values[place].
FigureFamily distribution_figures(const Group& cells, const DrawnQuantity& quantity, std::size_t place);

// Helpers that several kinds use.

/// The mean with its 95% interval.
DrawnPoint point_of(double x, const MeanEstimate& estimate);

/// Logarithmic, or asinh if a coordinate is negative (or 0, with `zero_counts`).
ScaleKind bent_scale(const std::vector<Series>& series, double DrawnPoint::*coordinate, bool zero_counts);

/// The label of a quantity's axis: "Regret (loss units)".
std::string axis_text(const DrawnQuantity& quantity);

/// Adds sqrt(x) through the highest last value as a reference slope, if the quantity is a sum over rounds. x: its
/// symbol.
void add_root(const DrawnQuantity& quantity, std::string_view x, Figure& figure);

}  // namespace regretta
