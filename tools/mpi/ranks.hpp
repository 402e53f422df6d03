#pragma once
/// The processes of one `mpirun -n R regretta run ...`: rank 0 holds the study file and takes part itself, the others
/// are its crew. A process that was started otherwise is alone.

#include <memory>
#include <string_view>

#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

class Crew;

class Ranks {
 public:
  /// Joins the job, if mpirun started this process. Throws std::runtime_error if it did so with several ranks and this
  /// program was built without MPI.
  Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks();  ///< leaves the job; as leader, sends a crew home that has not been called

  bool leads() const;
  int size() const;  ///< of the job, this rank included

  /// Processors of this machine for each rank on it, at least 1.
  int threads_each() const;

  /// The leader's: calls the others to work on `plan`; nullptr if alone. When the crew has served, they wait for the
  /// next call.
  Crew* call(const Plan& plan);

  /// The others': waits to be called; false: sent home.
  bool wait_for_call() const;

  /// The others', once called: works for the leader until it has no more. Throws std::runtime_error if `plan` is not
  /// the leader's.
  void work(const Plan& plan, int threads) const;

  /// Ends every rank, with a message that says which rank failed.
  [[noreturn]] void abort(std::string_view message) const;

 private:
  class Job;
  std::unique_ptr<Job> job_;  ///< null: alone
};

/// How this program takes part in MPI jobs, for `regretta version`.
std::string mpi_text();

}  // namespace regretta
