#pragma once
/// The processes of `mpirun -n R regretta run ...`, or those that a caller of the C interface has forked. Rank 0, the
/// leader, holds the results file and also computes; the others are led. A process without such a job is alone.
/// Created by `regretta_main`, used by `run` and by searches.

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
  ~Ranks();  ///< leaves the job; the leader first sends home the others, if they were not called

  bool leads() const;
  int size() const;  ///< ranks in the job, including this one

  /// Number of processors of this machine per rank on it, at least 1.
  int threads_each() const;

  /// For the leader: calls the others to work on `plan`; nullptr if alone. After the work they wait for the next call.
  OtherProcesses* call(const Plan& plan);

  /// For the others: works on what the leader calls them to, until sent home. Ends all ranks where its study cannot be
  /// planned here, or has other means: a trace may be another one. folder: where the study's relative
  /// paths start. threads: 0 stands for threads_each().
  void work_for_leader(const Catalogue& catalogue, const std::string& folder, int threads) const;

 private:
  class Job;
  void work(const Plan& plan, int threads) const;
  std::unique_ptr<Job> job_;  ///< null: alone
};

}  // namespace regretta
