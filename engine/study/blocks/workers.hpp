#pragma once
/// Threads of this process: how many can be started, how work is distributed over them, and which trials each of them
/// plays, so that the crash handler can name the trials when a plugin ends the program.

#include <functional>
#include <memory>
#include <thread>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/plan/cell.hpp"

namespace regretta {

/// An alternate stack for signal handlers, in case a plugin overflows the ordinary one. The thread uses it while this
/// object exists, unless it already had an alternate stack or memory is short. Not a thread_local, because glibc aborts
/// if it has no memory to register the destructor of one.
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

/// The number of threads, from 1 (the calling thread) to `wanted`, that can run at the same time under the limits on
/// processes and memory. TBB ends the process if it cannot start a thread, so call this before using TBB.
int startable_threads(int wanted);

/// Calls work(0), ..., work(threads - 1) as parallel tasks of TBB, on as many threads as can be started, and returns
/// when all are done. Rethrows the exception of a task.
void run_workers(int threads, const std::function<void(int worker)>& work);

}  // namespace regretta
