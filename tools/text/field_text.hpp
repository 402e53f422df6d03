#pragma once
/// One entry of a table as text that reads back to the same value.

#include <string>

#include "regretta/engine/evidence/tables/tables.hpp"

namespace regretta {

/// RFC 4180: quoted where a comma, a quote or a line break is inside. NaN is nan, an absent value is empty.
std::string csv_field(const Field& field);
std::string csv_text(const std::string& text);
std::string csv_line(const Row& row);  ///< its line end included
std::string csv_line(const std::vector<std::string>& columns);

/// NaN, infinities and absent values are null.
std::string json_field(const Field& field);

}  // namespace regretta
