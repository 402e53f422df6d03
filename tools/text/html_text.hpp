#pragma once
/// Text and tables for a web page.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/tools/text/text_table.hpp"

namespace regretta {

std::string html_escaped(const std::string& text);  ///< for use between tags and in attributes

/// Escaped; `...` is code.
std::string html_prose(const std::string& text);

/// A table, below it a note of what is the same in every row and of what marks mean. Entries whose tone is good are
/// marked. `cells`: the cell that each row is about, if rows can be chosen.
std::string html_table(TextTable table, const std::string& id, const std::vector<std::int64_t>& cells = {});

}  // namespace regretta
