#pragma once
/// Checksums of the tables that are stored whole in a study file: `cells`, `curves`, `bound`, `reach`.

#include <string>

#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// Records the checksum of a table that is now complete.
void store_checksum(const Database& database, const std::string& name);

/// Whether the table is what it was when its checksum was recorded.
bool is_as_stored(const StudyReader& study, const std::string& name);

/// Throws StudyFileError if it is not.
void check_stored_table(const StudyReader& study, const std::string& name);

}  // namespace regretta
