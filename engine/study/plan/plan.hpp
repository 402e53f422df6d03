#pragma once
/// Makes the cells to run from a study and a catalogue. make_plan finds every error of a study before anything is
/// written.

#include <string>
#include <vector>

#include "regretta/engine/study/plan/cell.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

/// A study ready to run.
struct Plan {
  Study study;              ///< resolved, with the digest of its means, as in the canonical text
  std::vector<Cell> cells;  ///< in the order of Grid
  std::vector<std::string> swept_names;
  std::vector<std::string> left_out;  ///< pairs of learner and environment without a cell, each with the reason
};

/// Builds every adversary and binds every learner, but computes no facts. Throws StudyError and NotInThisProgram.
Plan make_plan(const Study& study, const Catalogue& catalogue);

}  // namespace regretta
