#pragma once
/// The processes of `mpirun -n R regretta run ...`, or those that a caller of the C interface has forked. Rank 0, the
/// leader, holds the results file and also computes; the others are led. A process without such a job is alone.
/// Created by `regretta_main`, used by `run`.

#include <memory>
#include <string_view>

#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/tools/ranks/transport.hpp"

namespace regretta {

class OtherProcesses;

class Ranks {
 public:
  /// Joins the job, or, if it is null, the one for which mpirun started this process. Throws as mpi_transport does.
  explicit Ranks(std::unique_ptr<Transport> job);
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks();  ///< leaves the job; the leader first sends home the others, if they were not called

  bool leads() const;
  int size() const;  ///< ranks in the job, including this one

  /// Number of processors of this machine per rank on it, at least 1.
  int threads_each() const;

  /// For the leader: calls the others to work on `plan`; nullptr if alone. After the work they wait for the next call.
  OtherProcesses* call(const Plan& plan);

  /// For the others: waits for a call; false if sent home.
  bool wait_for_call() const;

  /// For the others, after a call: works until the leader has no more work. Throws std::runtime_error if `plan` differs
  /// from the leader's.
  void work(const Plan& plan, int threads) const;

  /// Ends all ranks, with a message that names this one.
  [[noreturn]] void abort(std::string_view message) const;

 private:
  class Job;
  std::unique_ptr<Job> job_;  ///< null: alone
};

}  // namespace regretta
