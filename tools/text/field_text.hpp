#pragma once
/// One field of a table as text that reads back to the same value, for `export` and other tables.

#include <string>

#include "regretta/engine/evidence/tables/tables.hpp"

namespace regretta {

/// RFC 4180: quoted if it contains a comma, a quote or a line break. NaN is nan; an absent value is empty. Words that a
/// spreadsheet would execute as a formula (they begin with = + - @) get an apostrophe in front.
std::string csv_field(const Value& field);
std::string csv_text(const std::string& text);
std::string csv_line(const Row& row);  ///< with its line end
std::string csv_line(const std::vector<std::string>& columns);

/// NaN, infinities and absent values become null.
std::string json_field(const Value& field);
std::string json_object(const std::vector<std::string>& columns, const Row& row);  ///< on one line

}  // namespace regretta
