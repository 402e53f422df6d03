#pragma once
/// Threads of this process: how many can be started, work on several of them, and what each is playing, for whoever
/// must say so when a plugin ends the program: no stack is unwound then.

#include <functional>
#include <memory>
#include <thread>

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
  static const NowPlaying* current();

  const Cell& cell;
  const BlockRange range;
};

/// Starts a thread. Throws std::runtime_error that names the limits if none can be started.
std::thread start_thread(std::function<void()> work);

/// How many of `wanted` threads can run at the same time, at least 1 (the calling one): limits on processes or memory
/// may allow fewer. TBB ends the process if one of its threads cannot be started, so ask before it starts them.
int startable_threads(int wanted);

/// Calls work(0), ..., work(threads - 1) as parallel tasks of TBB, on as many threads as can be started, and returns
/// when all are done. Rethrows what a task throws.
void run_workers(int threads, const std::function<void(int worker)>& work);

}  // namespace regretta
