#pragma once
/// Which learners of a study have a colour, and which. Used by plotted_cells.hpp.

#include <string>
#include <vector>

#include "regretta/tools/figures/line_style.hpp"
#include "regretta/tools/figures/study_learners.hpp"

namespace regretta {

/// A style for each learner. Those of a study that are ordered by a number have the colours of an ordered palette. Up
/// to eight learners that count in ranks have a hue each; of more, those that are recommended and those of least mean
/// rank have one, seven unless more are recommended, and the others are grey. Reference lines
/// (StudyLearner::is_reference) are grey unless all are, or `highlight` chooses. `highlight`: which have one instead,
/// by the names of learners, with all swept parameters or without, kinds, and groups; if these are more than seven of
/// more than eight, those of least mean rank. An element with = belongs to the one before it: "conomd-fs",
/// "confidence_scale=0.25". Throws std::invalid_argument for one that names nothing.
std::vector<LineStyle> learner_styles(const std::vector<StudyLearner>& learners,
                                      const std::vector<std::string>& highlight);

}  // namespace regretta
