#pragma once
/// The parts of the page's data that compare the study with something: a baseline, or the theorems.

#include <string>

#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/figures/figure_families.hpp"
#include "regretta/tools/report/page_data.hpp"

namespace regretta {

/// Regret and violation of every cell minus those of the baseline's cell in the same setting, each with a 95% interval,
/// as text. baseline: as in ReportOptions. Has `reason` instead of `lines` if there are none.
void add_paired(const Results& study, const PairedLines& paired, const std::string& baseline, PageData& page);

/// The ledger. Has `reason` instead of `lines` if the catalogue cannot rebuild the cells; returns it.
std::string add_ledger(const Results& study, const Catalogue& catalogue, PageData& page);

/// Reasons to distrust the study, as `regretta diagnose` reports them.
nlohmann::ordered_json diagnosis_data(const Results& study, const Catalogue& catalogue);

}  // namespace regretta
