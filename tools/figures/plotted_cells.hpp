#pragma once
/// The cells of a study as figures need them: read once, with what they share and what tells them apart.

#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// "schedule", "front": of something that not all cells share.
using NamedText = std::pair<std::string, std::string>;

struct PlottedCell {
  const CellLabel* label = nullptr;
  std::string learner;             ///< with its swept parameters
  std::size_t look = 0;            ///< place of `learner` in the study
  NamedText environment;           ///< "environment" and its name
  std::vector<NamedText> setting;  ///< swept parameters of the environment, but for the budget of the corruption
  std::vector<NamedText> budget;   ///< and those
  CellSummary summary;
  CellBounds bounds;
  std::vector<std::vector<double>> values;  ///< of each quantity asked for, in trial order; NaN where a trial has none
};

/// Those that fit `where`, "NAME=VALUE" each, of which those of one NAME are alternatives; throws
/// std::invalid_argument, naming what there is, where one fits no cell. Cells without a finished trial are left out.
/// `looks` count over the whole study, so that a learner keeps its colour.
std::vector<PlottedCell> plotted_cells(const StudyReader& study, const std::vector<Quantity>& quantities,
                                       const std::vector<std::string>& where);

}  // namespace regretta
