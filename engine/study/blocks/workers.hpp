#pragma once
/// Threads of this process: how many can be started, and work on several of them.

#include <functional>
#include <thread>

namespace regretta {

/// Starts a thread. Throws std::runtime_error that names the limits if none can be started.
std::thread start_thread(std::function<void()> work);

/// How many of `wanted` threads can run at the same time, at least 1 (the calling one): limits on processes or memory
/// may allow fewer. TBB ends the process if one of its threads cannot be started, so ask before it starts them.
int startable_threads(int wanted);

/// Calls work(0), ..., work(threads - 1) as parallel tasks of TBB, on as many threads as can be started, and returns
/// when all are done. Rethrows what a task throws.
void run_workers(int threads, const std::function<void(int worker)>& work);

}  // namespace regretta
