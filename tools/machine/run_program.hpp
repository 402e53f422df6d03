#pragma once
/// Runs another program, such as a compiler.

#include <filesystem>
#include <string>
#include <vector>

namespace regretta {

/// Runs it with its output in `log`; returns its exit status, 127 if there is no such program. Throws Interrupted after
/// a signal that stops the program and what it has started.
int run_program(const std::vector<std::string>& command, const std::filesystem::path& log);

}  // namespace regretta
