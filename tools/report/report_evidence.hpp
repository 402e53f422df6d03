#pragma once
/// The parts of report_data that hold a study against something: a baseline, the theorems.

#include <string>

#include <nlohmann/json.hpp>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// Regret and violation of every cell less those of the baseline's cell in the same setting, with a 95% interval each.
/// baseline: as in ReportOptions. Has `reason` instead of `lines` where the first learner singles out no baseline.
nlohmann::ordered_json paired_data(const StudyReader& study, const std::string& baseline);

/// Has `reason` instead of `lines` where the catalogue cannot build the cells again.
nlohmann::ordered_json ledger_data(const StudyReader& study, const Catalogue& catalogue);

/// Where corruption adds as much as there is at C = 0, of each learner whose cells show it; empty where none does.
nlohmann::ordered_json knees_data(const StudyReader& study);

/// What stands against reading the study, as `regretta diagnose` says it.
nlohmann::ordered_json diagnosis_data(const StudyReader& study, const Catalogue& catalogue);

}  // namespace regretta
