#pragma once
/// A table as text that keeps to a width.

#include <string>

#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// What text is printed on.
struct Display {
  std::size_t width = any_width;
  bool has_colour = false;
};

/// Heading, a rule, rows; two blanks between columns. With a width: columns that are the same in every row move to a
/// line above; what is still too wide is split into blocks, one below the other, which all begin with the columns that
/// name the row.
std::string folded_text(const TextTable& table, const Display& display = {});

/// `text` in the colour of the tone.
std::string coloured(const std::string& text, Tone tone);

}  // namespace regretta
