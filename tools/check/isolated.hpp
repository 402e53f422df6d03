#pragma once
/// Runs part of a check in a process of its own: every play begins with the same memory, whatever was played before,
/// and a plugin that crashes or hangs ends only itself.

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace regretta {

/// The process ended before it answered.
struct Crash : std::runtime_error {
  Crash(const std::string& how, std::string written) : std::runtime_error(how), said(std::move(written)) {}
  std::string said;  ///< on standard error
};

/// What `work` returns, run in a copy of this process. Throws std::runtime_error with its message if it throws, and
/// Crash, with the first line that it or the C library has written to standard error, if it crashes or takes longer
/// than `seconds`. No other thread may be running.
std::string isolated(const std::function<std::string()>& work, int seconds = 300);

/// The same for a list of numbers.
std::vector<double> isolated_numbers(const std::function<std::vector<double>()>& work, int seconds = 300);

// For use in `work`:

/// What the heap hands out from now on holds such a byte.
void fill_heap(unsigned char byte);
/// The stack below the caller holds the byte of fill_heap, if it was called.
void fill_stack();
/// What the heap hands out from now on lies elsewhere: `blocks` of every size are used up.
void use_up_heap(std::size_t blocks);

}  // namespace regretta
