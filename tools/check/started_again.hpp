#pragma once
/// This program, started again with a library that the loader puts before all others: that of the sanitizers
/// (debug_check.hpp), whose heap must be there from the start.

#include <string>

namespace regretta {

/// Starts this program again, with its arguments, and does not return. Returns if it cannot be started, or if it has
/// been: the programs that it starts itself, such as compilers, then do not get the library.
void start_again_with(const std::string& library);

/// Whether this process has the heap of the address sanitizer.
bool is_sanitized();

}  // namespace regretta
