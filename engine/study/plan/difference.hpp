#pragma once
/// Explains why two studies are not the same, for messages when a file is resumed, merged or compared.

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace regretta {

/// Compares two identities (identity_json in canonical.hpp). Returns the first key that differs, with both values, such
/// as "study.trials was 64 and is now 128"; empty if they are equal.
std::optional<std::string> first_difference(const nlohmann::ordered_json& stored, const nlohmann::ordered_json& now);

}  // namespace regretta
