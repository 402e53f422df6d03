#pragma once
/// Data that a study file stores so that readers need neither the plugins nor all trials: the traits of the learners,
/// and table `facts`, whose rows are derived from the plugins of a cell and from its trials. A row is valid only for
/// the number of trials that it states; a row of 0 trials is derived from the plugins alone. In this file facts are
/// bytes; engine/evidence/tables/facts.hpp defines their meaning.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Writes the traits of the plan's learners unless the file has the same traits already.
void store_traits(const Database& database, const Plan& plan);

/// The traits of each cell's learner. Throws StudyFileError if they are damaged.
std::vector<LearnerTraits> stored_traits(const StudyReader& study);

struct FactsRow {
  std::int64_t trials = 0;  ///< number of the cell's trials, or 0
  std::vector<std::byte> bytes;
};

/// Stores a row; replaces an earlier row of the same trials.
void store_facts(const Database& database, const CellLabel& cell, const FactsRow& row);

/// Removes all rows of the cell, whatever their number of trials.
void forget_facts(const Database& database, const CellLabel& cell);

/// Reads rows of table `facts` with one prepared statement.
class FactsReader {
 public:
  explicit FactsReader(const Database& database);
  /// The row of all trials of the cell, or else the row of 0 trials; empty if both are absent. Throws StudyFileError if
  /// the row does not match its checksum.
  std::optional<FactsRow> row(const CellLabel& cell);

 private:
  std::string file_;
  Statement rows_;
};

/// Whether a run has ended and has stored the facts of every cell.
bool has_facts(const StudyReader& study);

}  // namespace regretta
