#pragma once
/// What a command shows, lines and tables, in the format of a terminal or of a paper.

#include <optional>
#include <string>
#include <vector>

#include "regretta/tools/text/text_table.hpp"

namespace regretta {

enum class ShownFormat { text, markdown, latex };

/// Lines, the table below them, or both.
struct ShownPart {
  std::vector<std::string> lines = {};
  std::optional<TextTable> table = {};
};

/// Parts one below the other. Markdown: paragraphs and pipe tables (GitHub's). LaTeX: a `tabular` with booktabs rules
/// for each table, lines as comments, first of all the packages that it needs. Text of any kind is escaped.
std::string shown_text(const std::vector<ShownPart>& parts, ShownFormat format);

/// One line of plain text in which nothing is markup any more.
std::string markdown_escaped(const std::string& text);
std::string latex_escaped(const std::string& text);

}  // namespace regretta
