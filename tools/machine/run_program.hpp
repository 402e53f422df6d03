#pragma once
/// Runs another program, such as a compiler or Python.

#include <filesystem>
#include <string>
#include <vector>

namespace regretta {

/// Runs `command` with its output in `log`. Returns its exit status; 127 if there is no such program. After a signal,
/// stops the program and its children and throws Interrupted.
int run_program(const std::vector<std::string>& command, const std::filesystem::path& log);

/// Replaces this process by `python3 -m regretta WORDS...`, with the package that belongs to this program, which calls
/// this program in turn. The interpreter is $REGRETTA_PYTHON, else the first of python3 and /usr/bin/python3 that is
/// 3.11 or later and has these modules. Throws std::runtime_error with the packages to install if there is none.
[[noreturn]] void become_python(const std::vector<std::string>& words, const std::vector<std::string>& modules);

}  // namespace regretta
