#pragma once
/// Threads of this process: how many can be started, how work is spread over them, and which trials each is playing.
/// When a plugin ends the program, the crash handler names the trial.

#include <functional>
#include <memory>
#include <thread>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/plan/cell.hpp"

namespace regretta {

/// An alternate stack for signal handlers, for the case that a plugin has used up the ordinary one. The thread has it
/// while this object exists, unless it had one before or memory is short. Not a thread_local, because glibc aborts if
/// it cannot register one.
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

  /// The trials of the calling thread; null if it plays none. May be called in a signal handler.
  static const NowPlaying* current();

  const Cell& cell;
  const BlockRange range;
};

/// Starts a thread. Throws std::runtime_error, which names the limits to raise, if that fails.
std::thread start_thread(std::function<void()> work);

/// How many of `wanted` threads can run at the same time, at least 1 (the calling thread); limits on processes or
/// memory may allow fewer. TBB ends the process if it cannot start a thread, so call this before using TBB.
int startable_threads(int wanted);

/// Calls work(0), ..., work(threads - 1) as parallel tasks of TBB, on as many threads as can be started, and returns
/// when all are done. Rethrows what a task throws.
void run_workers(int threads, const std::function<void(int worker)>& work);

}  // namespace regretta
