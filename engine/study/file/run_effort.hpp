#pragma once
/// The time spent on the runs that wrote a study file, stored under the key `efforts` of its table `study`. Not covered
/// by any checksum or digest. Written when a run ends, so a killed run leaves no record.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/study/file/database.hpp"

namespace regretta {

/// All runs on one machine with one number of threads.
struct RunEffort {
  std::string machine;  ///< name of the processor
  std::int64_t threads = 0;
  std::int64_t runs = 0;
  double seconds = 0;  ///< wall time
};

/// One entry for each machine and number of threads. No result depends on them, so an unreadable record is returned as
/// an empty list.
std::vector<RunEffort> recorded_efforts(const Database& database);

/// Adds `effort` to the entry for its machine and number of threads.
void record_effort(const Database& database, const RunEffort& effort);

}  // namespace regretta
