#pragma once
/// The processes of `mpirun -n R regretta run ...`, or those that a caller of the C interface has forked. Rank 0, the
/// leader, writes the results file and also computes; the other ranks only compute. Other processes have one rank.

#include <memory>
#include <string>

#include "regretta/engine/plugin/catalogue.hpp"
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
  ~Ranks();  ///< leaves the job; the leader first sends the others home if they still wait for a call

  bool leads() const;
  int size() const;  ///< ranks in the job, including this one

  /// Number of processors of this machine, divided by the number of ranks on it; at least 1.
  int threads_each() const;

  /// Called by the leader: makes the other ranks work on `plan`; nullptr if there are none. Afterwards they wait again.
  OtherProcesses* call(const Plan& plan);

  /// Called by the other ranks: works for the leader until sent home. Ends all ranks if the study cannot be planned
  /// here, or has other means, as from another trace file. folder: base of the study's relative paths. threads: 0
  /// stands for threads_each().
  void work_for_leader(const Catalogue& catalogue, const std::string& folder, int threads) const;

 private:
  class Job;
  void work(const Plan& plan, int threads) const;
  std::unique_ptr<Job> job_;  ///< null: alone
};

}  // namespace regretta
