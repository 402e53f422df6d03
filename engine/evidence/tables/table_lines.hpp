#pragma once
/// Work on the lines of a long table, in parallel: it can be watched and interrupted. Used by compare.

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <tbb/parallel_for.h>

#include "regretta/engine/trial/books/cell_work.hpp"

namespace regretta {

/// Any thread may read it at any time.
struct LineProgress {
  std::atomic<bool> stop = false;       ///< set it to give up
  std::atomic<std::int64_t> lines = 0;  ///< of the table; 0: not known yet
  std::atomic<std::int64_t> done = 0;
};

/// Calls work(0), ..., work(lines - 1) from several threads, for some lines of a table. Throws Interrupted once
/// progress->stop is set, and what `work` throws. `progress` may be null; the caller sets its number of lines.
template <class Work>
void for_some_lines(std::size_t lines, LineProgress* progress, const Work& work) {
  tbb::parallel_for(std::size_t{0}, lines, [&](std::size_t k) {
    if (progress != nullptr && progress->stop) throw Interrupted();
    work(k);
    if (progress != nullptr) ++progress->done;
  });
}

}  // namespace regretta
