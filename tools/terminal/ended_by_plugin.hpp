#pragma once
/// What is said when a plugin ends the program: with exit() and the like, or by a crash.

#include <string_view>

#include "regretta/engine/study/blocks/workers.hpp"

namespace regretta {

/// While an object of this class exists, a call of exit(), quick_exit() or _exit() ends this process at once with
/// status 1, without exit handlers and without destroying anything, and so does pthread_exit() of a thread that plays.
/// They and the signals of a crash are announced on standard error, with the learner, cell and trials that the thread
/// was playing. A crash then goes its usual way (core file, status 139).
class EndedByPlugin {
 public:
  EndedByPlugin();
  EndedByPlugin(const EndedByPlugin&) = delete;
  EndedByPlugin& operator=(const EndedByPlugin&) = delete;
  ~EndedByPlugin();

 private:
  const HandlerStack stack_;
};

/// If this thread plays, ends the process as a call of exit() does; `what` ended it.
void end_if_playing(std::string_view what);

/// Ends the process at once, as the system's _exit(): nothing is said.
[[noreturn]] void end_process(int status);

}  // namespace regretta
