#pragma once
/// Table `facts` of a study file: one row per cell with what follows from its plugins, its trace or all of its blocks,
/// so that no reader needs these. Written when a run ends. What the facts are is up to the caller
/// (engine/evidence/tables/facts.hpp); here they are bytes.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/study/file/database.hpp"

namespace regretta {

struct FactsRow {
  std::int64_t blocks = 0;  ///< of the cell, which the facts take into account; -1: none, only its plugins
  std::vector<std::byte> bytes;
};

/// Replaces an earlier row of the cell.
void store_facts(const Database& database, std::int64_t cell, const FactsRow& row);

/// Reads rows, as many as there are cells, by one statement.
class FactsReader {
 public:
  explicit FactsReader(const Database& database);
  /// The row of a cell, if there is one. Throws StudyFileError if it differs from its checksum.
  std::optional<FactsRow> row(std::int64_t cell);

 private:
  std::string file_;
  Statement rows_;
};

/// Whether a run has ended and stored them.
bool has_facts(const Database& database);

/// Removes all rows, which would be out of date during a run.
void drop_facts(const Database& database);

}  // namespace regretta
