#pragma once
/// What is said when a plugin ends the program: with exit(), or by a crash.

#include "regretta/engine/study/blocks/now_playing.hpp"

namespace regretta {

/// While an object of this class exists, a call of exit() ends the program with status 1, and it and the signals of a
/// crash are announced on standard error, with the learner, cell and trials that the thread was playing. A crash then
/// goes its usual way (core file, status 139).
class EndedByPlugin {
 public:
  EndedByPlugin();
  EndedByPlugin(const EndedByPlugin&) = delete;
  EndedByPlugin& operator=(const EndedByPlugin&) = delete;
  ~EndedByPlugin();

 private:
  const HandlerStack stack_;
};

}  // namespace regretta
