#pragma once
/// What the program's exit status says. Scripts rely on these numbers.

namespace regretta::exit_status {

inline constexpr int done = 0;
inline constexpr int check_failed = 1;   ///< a check failed
inline constexpr int bad_input = 2;      ///< usage, bad input, or a file that cannot be used
inline constexpr int trials_failed = 3;  ///< finished, but some trials failed
inline constexpr int interrupted = 130;  ///< everything finished so far is saved

}  // namespace regretta::exit_status
