#pragma once
/// Finds everything that limits what may be claimed from a study, with advice (`regretta diagnose`).

#include <vector>

#include "regretta/engine/evidence/diagnosis/finding.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// All findings, the most severe first. For learners that `catalogue` lacks, confidence widths are not checked. Throws
/// StudyFileError as Results does.
std::vector<Finding> diagnose(const Results& study, const Catalogue& catalogue);

}  // namespace regretta
