#pragma once
/// The study in a table and a few sentences, with which the page begins. Used by report_page.hpp.

#include <string>
#include <vector>

#include "regretta/engine/evidence/diagnosis.hpp"
#include "regretta/engine/evidence/ledger.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// The recommendation, learners by quantity, who has the least, what corruption changes, and what theorems and findings
/// say. `without_theorems`: why the ledger has no lines; "" if it has.
std::string summary_html(const Results& study, const Catalogue& catalogue, const std::vector<LedgerLine>& ledger,
                         const std::string& without_theorems, const std::vector<Finding>& findings);

}  // namespace regretta
