#pragma once
/// Tables and text for LaTeX.

#include <string>
#include <vector>

#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// The packages that the tables need, as a comment.
extern const char* const latex_packages;

/// One line of plain text with all markup escaped.
std::string latex_escaped(const std::string& text);

/// A `table`, or a `longtable` if it has more rows than a page, with rules of booktabs and numbers in columns of
/// siunitx. Columns that are the same in every row move to the caption. `caption`: its first sentences. `notes` stand
/// below.
std::string latex_table(const TextTable& table, const std::vector<std::string>& caption,
                        const std::vector<std::string>& notes, const std::string& label);

}  // namespace regretta
