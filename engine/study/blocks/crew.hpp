#pragma once
/// Other processes that take part in a run, such as the ranks of an MPI job: they are handed blocks one by one and hand
/// in results; one process writes the file.

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

/// What is handed out: a block, or a part of one.
struct Assignment {
  std::size_t part = 0;  ///< by this number it is handed in
  BlockPlace place;
};

class Crew {
 public:
  virtual ~Crew() = default;

  /// Threads that they have, all together.
  virtual int workers() const = 0;

  /// Gives the others what `take` returns until that is nothing, and `put`s what they hand in until all has come back;
  /// tells them to end when `stop` becomes true. Called in a thread of its own; `take` and `put` may be called from
  /// any.
  virtual void serve(const std::function<std::optional<Assignment>()>& take,
                     const std::function<void(std::size_t part, BlockResult)>& put, const std::atomic<bool>& stop) = 0;
};

}  // namespace regretta
