#pragma once
/// Quantities of a cell as lists of trials, the input of the statistical procedures.

#include <vector>

#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// One list per quantity, indexed by trial; NaN if a trial is missing, has failed, or has no such value.
using TrialValues = std::vector<std::vector<double>>;

/// The lists of `quantities`, each of study.trials() values. Throws StudyFileError as StudyReader does.
TrialValues trial_values(const StudyReader& study, const CellLabel& cell, const std::vector<Quantity>& quantities);

}  // namespace regretta
