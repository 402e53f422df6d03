#pragma once
/// The exit statuses of the program. Scripts rely on these numbers.

#include <array>
#include <string_view>

namespace regretta {

namespace exit_status {

inline constexpr int done = 0;
inline constexpr int check_failed = 1;   ///< a check failed
inline constexpr int bad_input = 2;      ///< wrong usage, bad input, or an unusable file
inline constexpr int trials_failed = 3;  ///< finished, but some trials failed
inline constexpr int interrupted = 130;  ///< everything finished so far is saved

}  // namespace exit_status

struct ExitStatusInfo {
  int number;
  std::string_view meaning;
};

/// For the manual.
inline constexpr std::array exit_statuses = {
    ExitStatusInfo{exit_status::done, "done"},
    ExitStatusInfo{
        exit_status::check_failed,
        "a check failed: verify, check, digest of an unfinished or mixed study, audit, compare with a second file, "
        "replay; or a plugin called exit() or the like"},
    ExitStatusInfo{exit_status::bad_input,
                   "wrong usage, bad input, or a file that cannot be used; one line on standard error says why"},
    ExitStatusInfo{exit_status::trials_failed, "finished, but some trials failed (run, merge)"},
    ExitStatusInfo{exit_status::interrupted,
                   "interrupted; finished blocks are saved, and the same command resumes the run"},
};

}  // namespace regretta
