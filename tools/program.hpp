#pragma once
/// The regretta program, for any catalogue: a main of your own adds plugins and calls this.

#include "regretta/engine/study/catalogue.hpp"

namespace regretta {

namespace exit_status {
inline constexpr int done = 0;
inline constexpr int check_failed = 1;   ///< a check failed
inline constexpr int bad_input = 2;      ///< usage, bad input, or a file that cannot be used
inline constexpr int trials_failed = 3;  ///< finished, but some trials failed
inline constexpr int interrupted = 130;  ///< everything finished so far is saved
}  // namespace exit_status

/// Runs the command that the arguments name; returns the exit status. Errors go to standard error, one line each.
int regretta_main(int argc, char** argv, const Catalogue& catalogue);

}  // namespace regretta
