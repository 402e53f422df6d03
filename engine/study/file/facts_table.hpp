#pragma once
/// Table `facts` of a study file: what follows from the plugins of a cell and from its trials, so that no reader needs
/// these. A row is valid for exactly these trials of its content; with 0 trials it follows from the plugins alone. What
/// the facts are is up to the caller (engine/evidence/tables/facts.hpp); here they are bytes.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

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
