#pragma once
/// The facts behind the summary in words on top of the page, which summary.js makes sentences of.

#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// Keys:
///   rivals      sentences of `regretta rank`: before (where the constraint does not bind), least (one per quantity),
///               advice, open (the pairs that more trials would decide)
///   corruption  regret and violation of a learner under the most corruption minus those under the least, all else
///               equal: cell, against (that cell), quantity, standing ("better", "worse", "not separated" by paired
///               tests, Bonferroni over these lines at 0.05), mean and C as text; empty if no budget is swept
/// Throws StudyFileError as Results does.
nlohmann::ordered_json summary_data(const Results& study, const Catalogue& catalogue);

}  // namespace regretta
