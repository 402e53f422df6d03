#pragma once
/// Commands that the Python package carries out, such as `regretta search`, and the figures that it draws.

#include <string>
#include <vector>

namespace regretta {

/// Replaces this process by `python3 -m regretta WORDS...`, with the package that belongs to this program, which it
/// calls in turn. The interpreter is $REGRETTA_PYTHON, else the first of python3 and /usr/bin/python3 that is 3.11 or
/// later and has these modules. Throws std::runtime_error if there is none, with the packages to install.
[[noreturn]] void become_python(const std::vector<std::string>& words, const std::vector<std::string>& modules);

}  // namespace regretta
