#pragma once
/// Table `origin` of a study file: where its blocks come from. Every block stores the number of its origin, and the
/// table has a JSON object for each number, such as {"build": "regretta 0.4.0, g++ 12.2.0, avx512"}. Results do not
/// depend on where they were computed, so no digest covers origins; the checksum of a block covers the number, and
/// every row of the table has a checksum.
///
/// To give an origin: the argument `origin` of StudyWriter, a JSON object as text, is that of all blocks that it saves.
/// To read it: StudyReader::origins().at(block.origin). Merged files keep it under another number. Any key may be
/// added; these have a meaning here:
///   build              the program that played the blocks
///   engine, plugins    maintenance/mixture.hpp

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "regretta/engine/study/file/database.hpp"

namespace regretta {

/// The number of every origin (from 1), and its JSON object as text.
using Origins = std::map<std::int64_t, std::string>;

/// The origin of blocks of this program, as far as it knows without plugins: {"build": build_text(), "engine":
/// engine_identity()}.
std::string default_origin();

/// The number of this origin, which is added to the table unless it is there already.
std::int64_t origin_number(const Database& database, const std::string& origin);

struct StoredOrigins {
  Origins origins;
  std::int64_t damaged = 0;  ///< rows that differ from their checksum or hold no JSON object
};
StoredOrigins stored_origins(const Database& database);

/// Makes each damaged one {}.
void forget_damaged_origins(const Database& database);

}  // namespace regretta
