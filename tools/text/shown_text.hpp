#pragma once
/// What a command shows, lines and tables, as text for a terminal or as Markdown or LaTeX.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// The packages that the tables need, as a comment.
extern const char* const latex_packages;

/// One line of plain text with all markup escaped.
std::string latex_escaped(const std::string& text);

/// A `table`, or a `longtable` if it has more rows than a page, with rules of booktabs. Columns that are the same in
/// every row move to the caption. `caption`: its first sentences. `notes` stand below.
std::string latex_table(const TextTable& table, const std::vector<std::string>& caption,
                        const std::vector<std::string>& notes, const std::string& label);

enum class ShownFormat { text, markdown, latex };

/// Lines, a table below them, or both; and what explains its marks.
struct ShownPart {
  std::vector<std::string> lines = {};
  std::optional<TextTable> table = {};
  std::vector<std::string> notes = {};
};

/// The parts, one below the other. Text: lines and tables keep to the width of the display, if it has one. Markdown:
/// paragraphs and pipe tables (GitHub's). LaTeX: latex_table, with the lines above a table as its caption and
/// others as comments, beginning with the packages it needs. All text is escaped.
std::string shown_text(const std::vector<ShownPart>& parts, ShownFormat format, const Display& display = {});

/// One line of plain text with all markup escaped.
std::string markdown_escaped(const std::string& text);

std::string html_escaped(const std::string& text);  ///< for use between tags and in attributes

/// Escaped; `...` is code.
std::string html_prose(const std::string& text);

/// A table, below it a note of what is the same in every row and of what marks mean. Entries whose tone is good are
/// marked. `cells`: the cell that each row is about, if rows can be chosen.
std::string html_table(TextTable table, const std::string& id, const std::vector<std::int64_t>& cells = {});

}  // namespace regretta
