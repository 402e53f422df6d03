#pragma once
/// The figures of the page, which figures/ makes and the page draws.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/figures/figure_families.hpp"
#include "regretta/tools/figures/study_learners.hpp"
#include "regretta/tools/report/page_data.hpp"

namespace regretta {

/// Adds `figures`. For each kind that the study has: kind, heading, and its panels (figure_json.hpp), each with
/// quantity, setting and notes, and `cells`: those that it is about, if its series do not show all of them.
void add_figures(const Results& study, const Catalogue& catalogue, PairedLines paired, PageData& page);

/// What a reader may choose by which learners have a colour: name, text, a style for each learner. The first is that of
/// `plot`, with `chosen` as its --highlight.
nlohmann::ordered_json looks_data(const std::vector<StudyLearner>& learners, const std::vector<std::string>& chosen);

}  // namespace regretta
