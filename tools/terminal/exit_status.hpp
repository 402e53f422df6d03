#pragma once
/// The exit statuses of the program. Scripts rely on these numbers.

namespace regretta {

namespace exit_status {

inline constexpr int done = 0;
inline constexpr int check_failed = 1;   ///< a check failed
inline constexpr int bad_input = 2;      ///< wrong usage, bad input, or an unusable file
inline constexpr int trials_failed = 3;  ///< finished, but some trials failed
inline constexpr int interrupted = 130;  ///< by a signal; everything finished so far is saved

}  // namespace exit_status

}  // namespace regretta
