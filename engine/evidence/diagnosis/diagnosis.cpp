#include "regretta/engine/evidence/diagnosis/diagnosis.hpp"

#include <algorithm>

#include "regretta/engine/evidence/diagnosis/examined.hpp"

namespace regretta {

std::vector<Finding> diagnose(const Results& study, const Catalogue& catalogue) {
  Examined examined{study, catalogue, {}};
  for (const CellLabel& label : study.cells()) examined.cells.push_back(scan_cell(study, label));
  std::vector<Finding> findings;
  examine_trials(examined, findings);
  examine_modes(examined, findings);
  examine_claims(examined, findings);
  std::ranges::stable_sort(findings, {}, &Finding::severity);
  return findings;
}

}  // namespace regretta
