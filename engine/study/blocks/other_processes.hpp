#pragma once
/// Other processes that take part in a run, such as the ranks of an MPI job. They are given blocks one by one and
/// return the results; a single process writes the file. Implemented by tools/ranks.

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

/// A unit of work: a block, or a part of one.
struct Assignment {
  std::size_t part = 0;  ///< number under which the result is returned
  BlockRange range;
};

class OtherProcesses {
 public:
  virtual ~OtherProcesses() = default;

  /// Total number of threads of these processes.
  virtual int workers() const = 0;

  /// Distributes what `take` returns until it returns nothing, and passes every result to `put` until all are back.
  /// Tells the processes to end when `stop` becomes true. run_blocks calls it in a separate thread; `take` and `put`
  /// may be called from any thread.
  virtual void serve(const std::function<std::optional<Assignment>()>& take,
                     const std::function<void(std::size_t part, BlockResult)>& put, const std::atomic<bool>& stop) = 0;
};

}  // namespace regretta
