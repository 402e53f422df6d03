#pragma once
/// The kinds of figures of a study. Each kind is a family with one panel per setting of the cells. Used by
/// study_figures.hpp.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/trial/books/quantity_list.hpp"
#include "regretta/tools/figures/cell_groups.hpp"
#include "regretta/tools/figures/figure.hpp"

namespace regretta {

/// A panel and what its cells share. If it has no series, there is nothing to draw for this setting.
struct FamilyMember {
  Description description;
  Panel panel{};
  std::vector<std::string> notes{};  ///< sentences of the caption
  std::string legend_note{};         ///< Figure::note
};

/// The caption of a member: before + words + after + its description + its notes.
struct FigureFamily {
  std::string quantity;  ///< its name, the start of the figures' names; may be empty
  std::string stem;      ///< the rest of the figures' names
  std::string before, words, after;
  std::vector<FamilyMember> members{};
};

/// A quantity as figures need it.
struct DrawnQuantity {
  Quantity quantity;
  std::size_t place;  ///< in PlottedCell::values
  std::string name;
  std::string words;                       ///< "expected regret"
  bool less_is_better = true;              ///< a sum over rounds
  std::optional<std::size_t> mean_column;  ///< on curves, of what estimates its mean; none if it is only known at T
};
DrawnQuantity drawn_quantity(const QuantityList& known, Quantity quantity, std::size_t place);

enum class AxisScale { automatic, linear, logarithmic };

struct CurveStyle {
  /// Of both axes, with a reference slope if logarithmic; automatic: that of t is logarithmic if the checkpoints are
  /// spaced so, that of the quantity is linear.
  AxisScale scale = AxisScale::automatic;
  bool bounds = false;  ///< the theorems' bounds at T
};
/// Over t, one line per learner. No members for a quantity that is only known at T.
FigureFamily curve_figures(const Group& cells, const DrawnQuantity& quantity, const CurveStyle& style,
                           const Results& study);

/// Final values against the measured corruption C.
FigureFamily corruption_figures(const Group& cells, const DrawnQuantity& quantity, bool logarithmic);

/// Final values against T.
FigureFamily horizon_figures(const Group& cells, const DrawnQuantity& quantity);

/// Regret against violation. The trials' values are PlottedCell::values[regret] and [violation].
FigureFamily frontier_figures(const Group& cells, std::size_t regret, std::size_t violation);

/// Distribution functions of final values.
FigureFamily distribution_figures(const Group& cells, const DrawnQuantity& quantity);

/// The share of trials above each value, logarithmic, with its 95% interval.
FigureFamily tail_figures(const Group& cells, const DrawnQuantity& quantity);

/// Means as tiles: learners by budget of the corruption, or by environment if no budget is swept.
FigureFamily heat_figures(const Group& cells, const DrawnQuantity& quantity);

/// Mean differences from the baseline, trial by trial. `lines` are those of the study.
FigureFamily paired_figures(const Group& cells, const DrawnQuantity& quantity,
                            const std::vector<ComparisonLine>& lines);

/// The share of settings in which a learner's mean exceeds the best learner's by at most x.
FigureFamily profile_figures(const Group& cells, const DrawnQuantity& quantity);

// Helpers that several kinds use.

/// With more learners the bands would hide the lines.
inline constexpr std::size_t most_bands = 6;

/// The mean with its 95% interval.
DrawnPoint point_of(double x, const MeanEstimate& estimate);

/// Logarithmic, or asinh if a coordinate is negative (or 0, with `zero_counts`).
ScaleKind bent_scale(const std::vector<Series>& series, double DrawnPoint::*coordinate, bool zero_counts);

std::string capitalised(std::string text);

/// The label of a quantity's axis: "Regret R_T (loss units)"; at: 't' or 'T'.
RichText axis_text(const DrawnQuantity& quantity, char at);

/// Adds sqrt(x) through the highest last value as a reference slope, if the quantity is a sum over rounds. x: its
/// symbol.
void add_root(const DrawnQuantity& quantity, std::string_view x, Panel& panel);

}  // namespace regretta
