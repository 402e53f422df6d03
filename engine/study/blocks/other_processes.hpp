#pragma once
/// Other processes that take part in a run, such as the ranks of an MPI job. They are given trials of a cell and
/// return the results; a single process writes the file. Implemented by tools/ranks.

#include <atomic>
#include <functional>
#include <optional>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

class OtherProcesses {
 public:
  virtual ~OtherProcesses() = default;

  /// Total number of threads of these processes.
  virtual int workers() const = 0;

  /// Distributes what `take` returns until it returns nothing, and passes every result to `put` until all are back.
  /// Tells the processes to end when `stop` becomes true. run_blocks calls it in a separate thread; `take` and `put`
  /// may be called from any thread.
  virtual void serve(const std::function<std::optional<BlockRange>()>& take,
                     const std::function<void(BlockResult)>& put, const std::atomic<bool>& stop) = 0;
};

}  // namespace regretta
