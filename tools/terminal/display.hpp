#pragma once
/// What standard output and standard error can show.

#include <string>

#include "regretta/tools/text/folded_table.hpp"

namespace regretta {

/// For text that is written to `output` ("": standard output). Its width is that in COLUMNS, if it is set; else that of
/// the terminal, or 80 if the terminal does not say; files and pipes have no width. Colours are for terminals, unless
/// NO_COLOR is set or TERM is dumb.
Display display_of(const std::string& output);

/// The columns of the terminal at a file descriptor, or 80 if it does not say.
std::size_t terminal_columns(int descriptor);

/// Whether messages may have colours.
bool messages_have_colour();

}  // namespace regretta
