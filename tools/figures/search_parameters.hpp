#pragma once
/// The candidates of a search in parallel coordinates. Used by search_path.cpp.

#include <cstdint>
#include <functional>

#include "regretta/engine/search/found_record.hpp"
#include "regretta/tools/figures/figure_families.hpp"

namespace regretta {

/// The cell of a candidate, of its fresh trials with the suffix "-fresh"; -1 if there is none.
using CandidateCell = std::function<std::int64_t(std::int64_t candidate, const char* suffix)>;

/// Fills in the panel and its notes. A vertical axis for each parameter, a line for each candidate.
void draw_parameters(const FoundRecord& found, const CandidateCell& cell_of, FamilyMember& member);

}  // namespace regretta
