#pragma once
/// The tables of the page, as HTML. Used by report_page.hpp.

#include <string>
#include <vector>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/diagnosis.hpp"
#include "regretta/engine/evidence/ledger.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/figures/figure_families.hpp"

namespace regretta {

/// Learners by quantity, those recommended marked: means if there is one setting, else in how many it is least or tied.
std::string best_table(const Results& study, const Overall& overall, const std::vector<Quantity>& quantities);

/// A row for each cell: means with their intervals, and bounds.
std::string cells_table(const Results& study);

std::string differences_table(const Results& study, const std::vector<ComparisonLine>& lines);

/// Without the lines that no theorem is about.
std::string ledger_table(const Results& study, const std::vector<LedgerLine>& lines);

std::string findings_list(const std::vector<Finding>& findings);

/// The recommendation, learners by quantity, and what theorems and findings
/// say. `without_theorems`: why the ledger has no lines; "" if it has.
std::string summary_html(const Results& study, const std::vector<LedgerLine>& ledger,
                         const std::string& without_theorems, const std::vector<Finding>& findings);

}  // namespace regretta
