#pragma once
/// What files of format 3 have instead of table `facts`: the tables `summary`, `bound`, `one_arm` and `reach`.

#include <map>
#include <set>
#include <utility>

#include "regretta/engine/evidence/tables/facts.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

class FactsOfFormat3 {
 public:
  /// Throws StudyFileError if a table is damaged.
  explicit FactsOfFormat3(const StudyReader& study);

  /// The facts of a cell, without intervals; those of its trials count as unknown (StoredFacts::blocks) if blocks were
  /// added since.
  StoredFacts of(const StudyReader& study, const CellLabel& cell) const;

 private:
  using Place = std::pair<std::int64_t, Quantity>;  ///< cell, quantity
  bool has_reach_, has_bounds_, has_summaries_;
  std::map<Place, Bound> bounds_;
  std::set<std::int64_t> one_arm_;
};

}  // namespace regretta
