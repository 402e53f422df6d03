#pragma once
/// Runs part of a check in a separate process: every play begins with the same memory, and a plugin that crashes or
/// hangs does not end the program.

#include <functional>
#include <string>
#include <vector>

namespace regretta {

/// The result of `work`, run in a copy of this process. Throws std::runtime_error with the message of the exception
/// that `work` throws, or if it crashes (with the first line of its standard error), ends the process, or takes longer
/// than `seconds`. No other thread may be running.
std::string isolated(const std::function<std::string()>& work, int seconds = 300);

/// The numbers that `work` returns, run in a copy of this process.
std::vector<double> isolated_numbers(const std::function<std::vector<double>()>& work, int seconds = 300);

}  // namespace regretta
