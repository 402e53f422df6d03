#pragma once
/// The canonical form of a resolved study (Grid::resolved) as TOML and as JSON: overrides applied, values in the types
/// of their parameters, defaults included. Equal studies have equal text.

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "regretta/engine/study/text/study.hpp"

namespace regretta {

/// Throws StudyError if parse_canonical would not read back the canonical text of `study`, whose defaults and kinds
/// come from a catalogue: for texts with a text_fault, numbers that are not finite, and names of parameters that are
/// not bare TOML keys.
void check_storable(const Study& study);

/// TOML that parse_canonical reads back. It is stored in study files, shown by `regretta report`, and is itself a
/// study.
std::string canonical_text(const Study& study);

/// {"study": {...}, "environment": [{"kind", "name", "parameters": {...}}, ...], "learner": [...], "means": digest},
/// with set and default parameters together, sorted by name. Its text is part of every digest and baseline.
nlohmann::ordered_json identity_json(const Study& study);

nlohmann::ordered_json to_json(const Value& value);
/// Inverse of to_json. Throws nlohmann::json::exception for an object.
Value from_json(const nlohmann::ordered_json& json);

/// Compares two identities (identity_json in canonical.hpp). Returns the first key that differs, with both values, such
/// as "study.trials was 64 and is now 128"; empty if they are equal.
std::optional<std::string> first_difference(const nlohmann::ordered_json& stored, const nlohmann::ordered_json& now);

}  // namespace regretta
