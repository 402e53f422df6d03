#include "regretta/engine/evidence/diagnosis/modes_seen.hpp"

#include <set>
#include <string>

namespace regretta {

std::vector<ModeSeen> modes_seen(const Results& study) {
  std::vector<ModeSeen> seen;
  std::set<std::string> learners;
  for (const CellLabel& cell : study.cells()) {
    seen.push_back(study.has_rare_mode(cell) ? ModeSeen::here : ModeSeen::nowhere);
    if (seen.back() == ModeSeen::here) learners.insert(cell.learner_name);
  }
  for (std::size_t k = 0; k < seen.size(); ++k)
    if (seen[k] == ModeSeen::nowhere && learners.contains(study.cells()[k].learner_name)) seen[k] = ModeSeen::elsewhere;
  return seen;
}

}  // namespace regretta
