#pragma once
/// Messages for plugins that end the program: by exit() or a similar function, or by a crash.

#include <string_view>

#include "regretta/engine/study/blocks/workers.hpp"

namespace regretta {

/// While an object of this class exists, a call of exit(), quick_exit() or _exit() ends this process at once with
/// status 1, without exit handlers and without destroying anything, and so does pthread_exit() in a thread that plays
/// trials. These calls and crash signals are announced on standard error, with the learner, cell and trials that the
/// thread was playing. A crash then ends the process as usual (core file, status 139).
class PluginExitMessages {
 public:
  PluginExitMessages();
  PluginExitMessages(const PluginExitMessages&) = delete;
  PluginExitMessages& operator=(const PluginExitMessages&) = delete;
  ~PluginExitMessages();

 private:
  const HandlerStack stack_;
};

/// If this thread is playing trials, ends the process as a call of exit() does. cause: for the message.
void end_process_if_playing(std::string_view cause);

/// Ends the process at once without a message, as the system's _exit().
[[noreturn]] void end_process(int status);

}  // namespace regretta
