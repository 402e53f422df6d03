#pragma once
/// The processes (ranks) of `mpirun -n R regretta run ...`, or those that a caller of the C interface has forked. Rank
/// 0, the leader, owns the results file and also plays trials; the others play what it assigns. A process that belongs
/// to no such job is the only rank. Created by `regretta_main`, used by `run` and by searches.

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
  ~Ranks();  ///< leaves the job; the leader first releases the others

  bool leads() const;
  int size() const;  ///< ranks in the job, including this one

  /// Processors of this machine divided by its ranks, at least 1.
  int threads_each() const;

  /// For the leader: calls the others to work on `plan`, after which they wait for the next call. Null if this is the
  /// only rank.
  OtherProcesses* call(const Plan& plan);

  /// For the others: works on the plans of the leader, until there are no more. Ends all ranks if a study cannot be
  /// planned here, or has other means, as with another version of a trace. folder: where relative paths of the study
  /// start. threads: 0 for threads_each().
  void work_for_leader(const Catalogue& catalogue, const std::string& folder, int threads) const;

 private:
  class Job;
  void work(const Plan& plan, int threads) const;
  std::unique_ptr<Job> job_;  ///< null: this is the only rank
};

}  // namespace regretta
