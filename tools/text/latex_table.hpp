#pragma once
/// A table for LaTeX that is at most as wide as the text of an article.

#include <string>
#include <vector>

#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// The packages that the tables need, as comments.
extern const char* const latex_packages;

/// A `table`, or a `longtable` if it has more rows than a page or is not alone: a document has few floats. Columns that
/// are the same in every row move to the caption; what is still too wide is folded into blocks, one below the other,
/// which all begin with the columns that name the row. Numbers are aligned at their decimal points (siunitx).
/// `caption`: its first sentences. `notes` stand below.
std::string latex_table(const TextTable& table, const std::vector<std::string>& caption,
                        const std::vector<std::string>& notes, bool is_alone = true);

}  // namespace regretta
