#include "regretta/engine/evidence/diagnosis/diagnosis.hpp"

#include <algorithm>

#include "regretta/engine/evidence/diagnosis/examined.hpp"

namespace regretta {

std::vector<Finding> diagnose(const Results& study, const Catalogue& catalogue) {
  Examined examined{study, catalogue, {}};
  for (const CellLabel& label : study.cells()) {
    CellScan& cell = examined.cells.emplace_back(scan_cell(study, label));
    const auto far_in = [](std::string_view quantity, TrialSeries& series) {
      const TrialSeries taken = std::move(series);
      FarTrials far{quantity, rare_mode(taken.values), {}};
      if (far.mode) far.mode_trials = trials_of(*far.mode, taken);
      return far;
    };
    examined.far.push_back({far_in("violation", cell.violation), far_in("expected_regret", cell.expected_regret)});
  }
  std::vector<Finding> findings;
  examine_trials(examined, findings);
  examine_modes(examined, findings);
  examine_decisions(examined, findings);
  examine_claims(examined, findings);
  std::ranges::stable_sort(findings, {}, &Finding::severity);
  return findings;
}

}  // namespace regretta
