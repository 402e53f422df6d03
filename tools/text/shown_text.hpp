#pragma once
/// What a command shows, lines and tables, as text for a terminal or as Markdown or LaTeX.

#include <optional>
#include <string>
#include <vector>

#include "regretta/tools/text/folded_table.hpp"

namespace regretta {

enum class ShownFormat { text, markdown, latex };

/// Lines, a table below them, or both; and what explains its marks.
struct ShownPart {
  std::vector<std::string> lines = {};
  std::optional<TextTable> table = {};
  std::vector<std::string> notes = {};
};

/// The parts, one below the other. Text: lines and tables keep to the width of the display, if it has one. Markdown:
/// paragraphs and pipe tables (GitHub's). LaTeX: latex_table.hpp, with the lines above a table as its caption and
/// others as comments, beginning with the packages it needs. All text is escaped.
std::string shown_text(const std::vector<ShownPart>& parts, ShownFormat format, const Display& display = {});

/// One line of plain text with all markup escaped.
std::string markdown_escaped(const std::string& text);

}  // namespace regretta
