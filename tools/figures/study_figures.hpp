#pragma once
/// The figures of a paper, from a study file.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/trial/result.hpp"
#include "regretta/tools/figures/figure.hpp"

namespace regretta {

enum class FigureKind {
  curves,        ///< over t, learners of a setting side by side
  corruption,    ///< final values against the measured C
  horizon,       ///< final values against T, both logarithmic; where a value is 0 or less: asinh
  frontier,      ///< regret against violation, a path over C
  distribution,  ///< distribution functions of final values
};
inline constexpr std::array<std::string_view, 5> figure_kind_names = {"curves", "corruption", "horizon", "frontier",
                                                                      "distribution"};

struct FigureOptions {
  std::vector<FigureKind> kinds;  ///< empty: all
  std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  std::vector<std::string> where;  ///< "NAME=VALUE" each: only cells of that learner, environment, horizon or setting;
                                   ///< those of one NAME are alternatives
  bool logarithmic = false;        ///< axes of curves and corruption; where a value is negative: asinh
  bool bounds = false;             ///< theorems' right-hand sides at T, across the curves
};

/// Every kind that the data has, quantities in order; those but `horizon` at the largest horizon of their cells. Where
/// the cells left over by `where` differ in environment or setting there is a figure for each. Intervals: 95%,
/// Student's t over trials. Throws std::invalid_argument for a `where` that no cell fits, StudyFileError as StudyReader
/// does.
std::vector<Figure> study_figures(const StudyReader& study, const FigureOptions& options);

}  // namespace regretta
