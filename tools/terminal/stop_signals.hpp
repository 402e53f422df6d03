#pragma once
/// Signals that interrupt a command, such as `run`, `verify`, `replay` and `compare`, and the ranks of an MPI job.

#include <atomic>

namespace regretta {

/// While an object of this class exists, the first SIGINT, SIGTERM or SIGHUP sets a flag; a second one ends the process
/// at once with status 130 (everything saved so far stays saved). SIGXCPU, SIGUSR1 and SIGUSR2, by which batch systems
/// warn, only set the flag.
class StopSignals {
 public:
  explicit StopSignals(std::atomic<bool>& stop);
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  ~StopSignals();
};

}  // namespace regretta
