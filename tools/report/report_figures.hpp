#pragma once
/// The figures of the page, which figures/ makes and the page draws.

#include <vector>

#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/figures/figure_families.hpp"
#include "regretta/tools/figures/study_learners.hpp"

namespace regretta {

/// For each kind that the study has: kind, heading, and its panels (figure_json.hpp), each with quantity, setting and
/// notes, and `cells`: those that it is about, if its series do not show all of them.
nlohmann::ordered_json figures_data(const Results& study, const Catalogue& catalogue, PairedLines paired,
                                    std::vector<Knee> knees);

/// What a reader may choose by which learners have a colour: name, text, a style for each learner. The first is that of
/// `plot`.
nlohmann::ordered_json looks_data(const std::vector<StudyLearner>& learners);

}  // namespace regretta
