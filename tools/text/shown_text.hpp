#pragma once
/// The output of a command, lines and tables, as text for a terminal, Markdown, LaTeX or HTML.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// One line of plain text with all LaTeX markup escaped.
std::string latex_escaped(const std::string& text);

enum class ShownFormat { text, markdown, latex };

/// A part of the output: lines, then a table, then notes below the table.
struct ShownPart {
  std::vector<std::string> lines = {};
  std::optional<TextTable> table = {};
  std::vector<std::string> notes = {};
};

/// The parts, one below the other. Text: lines and tables keep to the width of the display, if it has one. Markdown:
/// paragraphs and pipe tables (GitHub's). LaTeX: a comment with the packages to load; then a `table` for each table,
/// or a `longtable` if it has more rows than a page. The lines above a table are its caption; other lines are comments.
/// All text is escaped.
std::string shown_text(const std::vector<ShownPart>& parts, ShownFormat format, const Display& display = {});

/// One line of plain text with all Markdown escaped.
std::string markdown_escaped(const std::string& text);

/// Text escaped for use between tags and in attributes.
std::string html_escaped(const std::string& text);

/// Escaped text in which `...` becomes code.
std::string html_prose(const std::string& text);

/// A table, and a note below it on constant columns and on the meaning of marks. Entries with Tone::good are marked.
/// cells: for each row the number of its cell, if rows can be chosen.
std::string html_table(TextTable table, const std::string& id, const std::vector<std::int64_t>& cells = {});

}  // namespace regretta
