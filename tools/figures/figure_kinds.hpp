#pragma once
/// The kinds of figures. A new one is a file with its function; here it is declared and gets a row.

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "regretta/tools/figures/figure_families.hpp"

namespace regretta {

/// For the kinds of which a reader of the page may choose the quantity, too.
enum class PageQuantities { of_the_source, any };

struct FigureKind {
  std::string_view name;     ///< `plot --figure NAME`, regretta.plot.NAME in Python, the anchor of the page's section
  std::string_view heading;  ///< of the section of the page of `report`
  std::string_view summary;  ///< for --help
  std::vector<FigureFamily> (&draw)(const FigureSource& source);
  PageQuantities on_page = PageQuantities::of_the_source;
};

/// Over t, one line per learner. No members for a quantity that is only known at T.
FigureFamily curve_figures(const FigureSource& source, const DrawnQuantity& quantity);
/// Final values against the measured corruption C.
FigureFamily corruption_figures(const FigureSource& source, const DrawnQuantity& quantity);
/// Final values against T, both logarithmic; asinh if a value is 0 or less.
FigureFamily horizon_figures(const FigureSource& source, const DrawnQuantity& quantity);
/// Regret against violation, or one quantity against another, a path over C.
std::vector<FigureFamily> frontier_figures(const FigureSource& source);
/// Means as tiles: learners by budget of the corruption, or by environment if no budget is swept.
FigureFamily heat_figures(const FigureSource& source, const DrawnQuantity& quantity);
/// Mean differences from the baseline, trial by trial.
FigureFamily paired_figures(const FigureSource& source, const DrawnQuantity& quantity);
/// The share of settings in which a learner's mean exceeds the best learner's by at most x.
FigureFamily profile_figures(const FigureSource& source, const DrawnQuantity& quantity);
/// Distribution functions of final values.
FigureFamily distribution_figures(const FigureSource& source, const DrawnQuantity& quantity);
/// The share of trials above each value, logarithmic, with its 95% interval.
FigureFamily tail_figures(const FigureSource& source, const DrawnQuantity& quantity);

inline constexpr std::array figure_kinds = {
    FigureKind{"curves", "Curves", "over t", of_each_quantity<curve_figures>},
    FigureKind{"corruption", "Final values against corruption", "final values over C",
               of_each_quantity<corruption_figures>},
    FigureKind{"horizon", "Final values against the horizon", "over T", of_each_quantity<horizon_figures>},
    FigureKind{"frontier", "Regret and violation together", "regret over violation, or over another --metric",
               frontier_figures},
    FigureKind{"heat", "Heat map", "map of means", of_each_quantity<heat_figures>, PageQuantities::any},
    FigureKind{"paired", "Paired differences", "differences from --baseline", of_each_quantity<paired_figures>},
    FigureKind{"profile", "Profiles over settings", "how often within x of the best",
               of_each_quantity<profile_figures>},
    FigureKind{"distribution", "Distribution over trials", "share of trials at or below x",
               of_each_quantity<distribution_figures>},
    FigureKind{"tails", "Tails", "share above x, logarithmic", of_each_quantity<tail_figures>},
};

constexpr bool is_complete(const FigureKind& kind) {
  return !kind.name.empty() && !kind.heading.empty() && !kind.summary.empty();
}
static_assert(std::ranges::all_of(figure_kinds, is_complete),
              "a FigureKind lacks its name, its heading on the page or its summary for --help");

}  // namespace regretta
