#pragma once
/// What the runs took that wrote a study file: kept under the key `efforts` of its table `study`, outside every
/// checksum and digest. A run that was killed leaves none.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/study/file/database.hpp"

namespace regretta {

struct RunEffort {
  std::string machine;  ///< as its users call it: the processor's name
  std::int64_t threads = 0;
  std::int64_t runs = 0;
  double seconds = 0;  ///< by the clock on the wall
};

/// One for each machine and number of threads. No result depends on them: a record that cannot be read is none.
std::vector<RunEffort> recorded_efforts(const Database& database);

/// Adds to what is there of that machine and number of threads.
void record_effort(const Database& database, const RunEffort& effort);

}  // namespace regretta
