#pragma once
/// Runs part of a check in a process of its own: every play begins with the same memory, whatever was played before,
/// and a plugin that crashes or hangs ends only itself.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace regretta {

/// What `work` returns, run in a copy of this process. Throws std::runtime_error with its message if it throws, and
/// if it crashes or takes longer than `seconds`. No other thread may be running.
std::string isolated(const std::function<std::string()>& work, int seconds = 300);

/// The same for a list of numbers.
std::vector<double> isolated_numbers(const std::function<std::vector<double>()>& work);

/// For use in `work`: what the heap hands out from now on lies elsewhere (`blocks` of every size are used up) and, with
/// a byte other than 0, does not hold zeros.
void disturb_heap(std::size_t blocks, int byte);

}  // namespace regretta
