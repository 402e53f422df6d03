#pragma once
/// What a stop rule asks of a study.

#include <cstdint>
#include <vector>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

struct StopQuestion {
  std::int64_t a = 0;      ///< the cell whose metric is examined
  std::int64_t b = -1;     ///< the cell whose metric is subtracted, trial by trial; -1: none
  std::size_t metric = 0;  ///< index in StopRule::metrics
};

/// The cells that a rule stops together, when all questions of them are answered: a single cell, or those of a setting
/// (an environment setting at a horizon).
struct StopUnit {
  std::vector<std::int64_t> cells;
  std::vector<StopQuestion> questions;
};

/// All that a rule asks.
struct StopUnits {
  std::vector<StopUnit> units;  ///< in the order of cells
  Family family;                ///< of the answers at all looks
};

/// Without a rule there are none. Throws StudyError if a learner that the rule names does not exist.
StopUnits stop_units(const Plan& plan);

/// Of a study with a rule. Throws std::invalid_argument if a learner that the rule names does not exist, and
/// StudyFileError as Results does.
StopUnits stop_units(const Results& study);

}  // namespace regretta
