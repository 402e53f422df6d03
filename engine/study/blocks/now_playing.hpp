#pragma once
/// What a thread is playing, for whoever must say so when a plugin ends the program: no stack is unwound then.

#include <memory>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/plan/cell.hpp"

namespace regretta {

/// A stack for signal handlers, which need one where a plugin has used up the other: for a thread that has none, while
/// this object exists, if there is memory for it. Not a thread_local: glibc aborts where it cannot register one.
class HandlerStack {
 public:
  HandlerStack();
  HandlerStack(const HandlerStack&) = delete;
  HandlerStack& operator=(const HandlerStack&) = delete;
  ~HandlerStack();

 private:
  static constexpr std::size_t size = 1 << 16;
  std::unique_ptr<char[]> bytes_;
};

/// While an object of this class exists, its thread plays these trials. The cell must outlive it.
class NowPlaying {
 public:
  NowPlaying(const Cell& cell, const BlockRange& range);
  NowPlaying(const NowPlaying&) = delete;
  NowPlaying& operator=(const NowPlaying&) = delete;
  ~NowPlaying();

  /// Of the calling thread; null if it plays nothing. May be called in a signal handler.
  static const NowPlaying* here();

  const Cell& cell;
  const BlockRange range;
};

}  // namespace regretta
