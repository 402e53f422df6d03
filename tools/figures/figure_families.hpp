#pragma once
/// The building blocks of the kinds of figures (figure_kinds.hpp): families with a panel for each setting.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/trial/round/quantity_list.hpp"
#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"

namespace regretta {

/// A panel, and the description that its cells share. If the drawn panel has no series, its setting has no figure.
struct FamilyMember {
  Description description;
  Panel panel{};                     ///< empty until it is drawn
  std::vector<std::string> notes{};  ///< sentences of the caption
  std::string legend_note{};         ///< Figure::note
  Group cells{};                     ///< the cells in the panel
};

/// The figures of one kind and quantity, one per setting. The caption of a member is before + words + after + its
/// description + its notes. Members are drawn one by one, because the panels of a large study do not fit in memory.
struct FigureFamily {
  std::string quantity;  ///< name of the quantity, the beginning of the figures' names; may be empty
  std::string stem;      ///< the part of the figures' names after the quantity
  std::string before, words, after;
  std::string over{};  ///< Figure::over
  std::vector<FamilyMember> members{};
  /// Fills in the panel and the notes of a member. Keeps a reference to the family's source.
  std::function<void(FamilyMember&)> draw{};

  /// The drawn member, without series that have no points.
  FamilyMember drawn(FamilyMember member) const;
};

/// A quantity as figures need it.
struct DrawnQuantity {
  Quantity quantity;
  std::string name;
  std::string words;                       ///< "expected regret"
  bool less_is_better = true;              ///< whether smaller is better; then it is a sum over rounds
  std::optional<std::size_t> mean_column;  ///< column of its mean in CellSummary::curve; none if only known at T
  bool per_round = false;                  ///< whether it is divided by T (Results::is_per_round)
};
DrawnQuantity drawn_quantity(const QuantityList& known, Quantity quantity);
std::vector<DrawnQuantity> regret_and_violation(const QuantityList& known);

enum class Divisor { none, root, log };

/// Differences from the baseline; if there are none, the reason.
struct PairedLines {
  std::vector<ComparisonLine> lines{};
  std::string reason{};
};
/// Compares learners with the baseline, in quantities of which less is better. baseline: a name as for baseline_cells,
/// which throws for unknown names.
PairedLines paired_lines(const Results& study, const std::vector<DrawnQuantity>& quantities,
                         const std::string& baseline);

/// The data and options of figures. All intervals are those of MeanEstimate.
struct FigureSource {
  const Results& study;
  Group cells;
  Group largest;  ///< cells at the largest horizon of their setting; all cells if the reader chooses the horizon
  std::vector<DrawnQuantity> quantities;
  std::string over{};               ///< horizontal axis of sweeps: a swept number or a quantity; "": see sweeps.cpp
  Divisor divisor = Divisor::none;  ///< divisor of sums in sweeps: the square root or the logarithm of T
  PairedLines paired{};
  bool interactive = false;        ///< whether the reader chooses the learners whose intervals and bounds are shown
  std::size_t most_points = 1000;  ///< maximum number of points of a distribution
};

/// The families that `family` makes of each quantity of the source.
template <FigureFamily (*family)(const FigureSource&, const DrawnQuantity&)>
std::vector<FigureFamily> of_each_quantity(const FigureSource& source) {
  std::vector<FigureFamily> families;
  for (const DrawnQuantity& quantity : source.quantities) families.push_back(family(source, quantity));
  return families;
}

/// A member for each group of cells with the same description, not yet drawn.
std::vector<FamilyMember> members_of(const Group& cells, Description (*describe)(const PlottedCell&));

/// Whether lines of `count` learners have interval bands; more than six bands would hide the lines.
inline constexpr std::size_t most_bands = 6;
inline bool has_bands(const FigureSource& source, std::size_t count) {
  return source.interactive || count <= most_bands;
}

/// The values of all trials of the cell, as Results::values returns them.
std::vector<double> values_of(const FigureSource& source, const PlottedCell& cell, const DrawnQuantity& quantity);

/// The point at x with the mean of the cell and its 95% interval.
DrawnPoint point_of(double x, const MeanEstimate& estimate, const PlottedCell& cell);

std::string capitalised(std::string text);

/// The label of a quantity's axis: "Regret R_T (loss units)". subscript: 't' or 'T'.
RichText axis_text(const DrawnQuantity& quantity, char subscript);

}  // namespace regretta
