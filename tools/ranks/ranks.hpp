#pragma once
/// The processes (ranks) of `mpirun -n R regretta run ...`, or those that a caller of the C interface has forked. Rank
/// 0, the leader, owns the results file and also plays trials; the others play the blocks that it assigns. Outside such
/// a job, the process is the only rank. Created by call_command (command_line.hpp), used by `run` and by searches.

#include <memory>
#include <string>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/tools/ranks/transport.hpp"

namespace regretta {

class OtherProcesses;

class Ranks {
 public:
  /// Joins the job, or, if it is null, the MPI job of this process, if any. Throws as mpi_transport does.
  explicit Ranks(std::unique_ptr<Transport> job);
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks();  ///< leaves the job; the leader first releases the others

  bool leads() const;  ///< whether this is rank 0
  int size() const;    ///< number of ranks in the job, including this one

  /// Worker threads for each rank: the processors of this machine divided by its ranks, at least 1.
  int threads_each() const;

  /// For the leader: calls the other ranks to work on `plan`, after which they wait for the next call. Returns them, or
  /// null if this is the only rank.
  OtherProcesses* call(const Plan& plan);

  /// For the other ranks: works on the plans of the leader until there are no more. Ends all ranks if a study cannot be
  /// planned here, or has other means here, as with another version of a trace. folder: base of the study's relative
  /// paths. threads: 0 for threads_each().
  void work_for_leader(const Catalogue& catalogue, const std::string& folder, int threads) const;

 private:
  class Job;
  void work(const Plan& plan, int threads) const;
  std::unique_ptr<Job> job_;  ///< null if this is the only rank
};

}  // namespace regretta
