#pragma once
/// What the kinds of figures (figure_kinds.hpp) are made of: families with one panel per setting of the cells.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/trial/round/quantity_list.hpp"
#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"

namespace regretta {

/// A panel and what its cells share. If it has no series once it is drawn, there is nothing to draw for this setting.
struct FamilyMember {
  Description description;
  Panel panel{};                     ///< empty until it is drawn
  std::vector<std::string> notes{};  ///< sentences of the caption
  std::string legend_note{};         ///< Figure::note
  Group cells{};                     ///< that the panel is about
};

/// The caption of a member: before + words + after + its description + its notes. The panels of a large study are more
/// than there is memory for: members are drawn one by one.
struct FigureFamily {
  std::string quantity;  ///< its name, the start of the figures' names; may be empty
  std::string stem;      ///< the rest of the figures' names
  std::string before, words, after;
  std::string over{};  ///< Figure::over
  std::vector<FamilyMember> members{};
  /// Fills in what only drawing knows. Refers to the source that the family is of.
  std::function<void(FamilyMember&)> draw{};

  /// The member with its panel, without series that have nothing to draw.
  FamilyMember drawn(FamilyMember member) const;
};

/// A quantity as figures need it.
struct DrawnQuantity {
  Quantity quantity;
  std::string name;
  std::string words;                       ///< "expected regret"
  bool less_is_better = true;              ///< a sum over rounds
  std::optional<std::size_t> mean_column;  ///< on curves, of what estimates its mean; none if it is only known at T
  std::optional<std::size_t> column;       ///< on curves, of the quantity itself
  bool per_round = false;                  ///< divided by T (Results::is_per_round)
};
DrawnQuantity drawn_quantity(const QuantityList& known, Quantity quantity);
std::vector<DrawnQuantity> regret_and_violation(const QuantityList& known);

enum class Divisor { none, root, log };

/// Differences from the baseline; if the study has none, the reason.
struct PairedLines {
  std::vector<ComparisonLine> lines{};
  std::string reason{};
};
/// `quantities`: those that can be compared count. The baseline is named as for baseline_cells, which refuses others.
PairedLines paired_lines(const Results& study, const std::vector<DrawnQuantity>& quantities,
                         const std::string& baseline);

/// What figures are drawn from, and how. The intervals of all of them are those of MeanEstimate.
struct FigureSource {
  const Results& study;
  Group all;
  Group largest;  ///< at the largest horizon of their setting; all of them for a reader who chooses the horizon
  std::vector<DrawnQuantity> quantities;
  std::string over{};               ///< of sweeps: a swept number or a quantity; empty: what the study sweeps
  Divisor divisor = Divisor::none;  ///< of the sums in sweeps: the square root or the logarithm of T
  PairedLines paired{};
  /// For a reader who may choose to see the intervals and bounds of any number of learners.
  bool interactive = false;
  std::size_t most_points = 1000;  ///< of a distribution
};

// Helpers that several kinds use.

/// `family` for each quantity of the source.
template <FigureFamily (*family)(const FigureSource&, const DrawnQuantity&)>
std::vector<FigureFamily> of_each_quantity(const FigureSource& source) {
  std::vector<FigureFamily> families;
  for (const DrawnQuantity& quantity : source.quantities) families.push_back(family(source, quantity));
  return families;
}

/// A member of each group, not yet drawn.
std::vector<FamilyMember> members_of(const Group& cells, Description (*describe)(const PlottedCell&));

/// Whether all of `count` learners have bands; with more the bands would hide the lines.
inline constexpr std::size_t most_bands = 6;
inline bool has_bands(const FigureSource& source, std::size_t count) {
  return source.interactive || count <= most_bands;
}

/// Of every trial of the cell, as Results::values has them.
std::vector<double> values_of(const FigureSource& source, const PlottedCell& cell, const DrawnQuantity& quantity);

/// The mean of the cell with its 95% interval.
DrawnPoint point_of(double x, const MeanEstimate& estimate, const PlottedCell& cell);

std::string capitalised(std::string text);

/// The label of a quantity's axis: "Regret R_T (loss units)"; at: 't' or 'T'.
RichText axis_text(const DrawnQuantity& quantity, char at);

}  // namespace regretta
