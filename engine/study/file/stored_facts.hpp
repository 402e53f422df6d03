#pragma once
/// What a study file stores so that no reader needs the plugins, or all trials: the traits of its learners, and table
/// `facts`, what follows from the plugins of a cell and from its trials. A row of it is valid for exactly these trials
/// of its content; with 0 trials it follows from the plugins alone. What the facts are is up to the caller
/// (engine/evidence/tables/facts.hpp); here they are bytes.

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

/// Writes those of the plan's learners, each with all its settings, unless the file has the same.
void store_traits(const Database& database, const Plan& plan);

/// The traits of each cell's learner. Throws StudyFileError if they are damaged.
std::vector<LearnerTraits> stored_traits(const StudyReader& study);

struct FactsRow {
  std::int64_t trials = 0;  ///< all of the cell, or none
  std::vector<std::byte> bytes;
};

/// Replaces an earlier row of the same trials.
void store_facts(const Database& database, const CellLabel& cell, const FactsRow& row);

/// Removes those of any number of trials.
void forget_facts(const Database& database, const CellLabel& cell);

/// Reads rows, as many as there are cells, by one statement.
class FactsReader {
 public:
  explicit FactsReader(const Database& database);
  /// Of all trials of the cell, else of none, if there is such a row. Throws StudyFileError if it differs from its
  /// checksum.
  std::optional<FactsRow> row(const CellLabel& cell);

 private:
  std::string file_;
  Statement rows_;
};

/// Whether a run has ended and stored those of every cell.
bool has_facts(const StudyReader& study);

}  // namespace regretta
