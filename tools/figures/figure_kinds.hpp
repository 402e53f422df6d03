#pragma once
/// The kinds of figures. A new kind is a function in a separate file, declared here, with an entry in figure_kinds.

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "regretta/tools/figures/figure_families.hpp"

namespace regretta {

enum class OnPage { no, yes };  ///< whether the page of `report` has the kind

struct FigureKind {
  std::string_view name;     ///< `plot --figure NAME`, regretta.plot.NAME in Python, the anchor of the page's section
  std::string_view heading;  ///< heading of its section on the page of `report`
  std::string_view summary;  ///< text for --help
  std::vector<FigureFamily> (&draw)(const FigureSource& source);
  OnPage on_page = OnPage::no;
};

/// Curves over t, one per learner. No members for a quantity that is only known at T.
FigureFamily curve_figures(const FigureSource& source, const DrawnQuantity& quantity);
/// Means against a swept number of the environment, the learner or the study, or against a measured quantity
/// (FigureSource::over). Against T both axes are logarithmic.
std::vector<FigureFamily> sweep_figures(const FigureSource& source);
/// Regret against violation, or a quantity against another, as paths over C.
std::vector<FigureFamily> frontier_figures(const FigureSource& source);
/// Means as tiles: learners by budget of the corruption, or by environment if no budget is swept.
FigureFamily heat_figures(const FigureSource& source, const DrawnQuantity& quantity);
/// Mean differences from the baseline, trial by trial.
FigureFamily paired_figures(const FigureSource& source, const DrawnQuantity& quantity);
/// Distribution functions of final values.
FigureFamily distribution_figures(const FigureSource& source, const DrawnQuantity& quantity);
/// The share of trials above each value, logarithmic, with its 95% interval.
FigureFamily tail_figures(const FigureSource& source, const DrawnQuantity& quantity);

inline constexpr std::array figure_kinds = {
    FigureKind{"curves", "Curves", "over t", of_each_quantity<curve_figures>, OnPage::yes},
    FigureKind{"sweep", "Sweeps", "means over the swept parameter, or over --over", sweep_figures, OnPage::yes},
    FigureKind{"frontier", "Regret and violation together", "regret over violation, or over another --metric",
               frontier_figures, OnPage::yes},
    FigureKind{"heat", "Heat map", "map of means", of_each_quantity<heat_figures>},
    FigureKind{"paired", "Paired differences", "differences from --baseline", of_each_quantity<paired_figures>},
    FigureKind{"distribution", "Distribution over trials", "share of trials at or below x",
               of_each_quantity<distribution_figures>, OnPage::yes},
    FigureKind{"tails", "Tails", "share above x, logarithmic", of_each_quantity<tail_figures>},
};

constexpr bool is_complete(const FigureKind& kind) {
  return !kind.name.empty() && !kind.heading.empty() && !kind.summary.empty();
}
static_assert(std::ranges::all_of(figure_kinds, is_complete),
              "a FigureKind lacks its name, its heading on the page or its summary for --help");

}  // namespace regretta
