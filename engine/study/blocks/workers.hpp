#pragma once
/// Runs work on several TBB threads of this process.

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace regretta {

/// Calls work(0), ..., work(threads - 1) as parallel tasks and returns when all are done. Rethrows what a task throws.
template <class Work>
void run_workers(int threads, const Work& work) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::task_group workers;
    for (int k = 0; k < threads; ++k) workers.run([&work, k] { work(k); });
    workers.wait();
  });
}

}  // namespace regretta
