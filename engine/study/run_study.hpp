#pragma once
/// Runs a study, from the plan to the results. The program, tests and other programs all use these functions.
///
///   const Plan plan = make_plan(read_study("study.toml"), standard_catalogue());
///   run_study(plan, "study.db", {.policy = usual_policy()});            // or resumes it
///   const Results of_file = Results::open("study.db");
///   const Results of_memory(play_study(plan, {.policy = usual_policy()}));   // without a file
///
/// usual_policy() and Results are in engine/evidence.

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Decisions that a run takes from its caller. All are optional, except `stopping` for a study with a stop rule.
struct RunPolicy {
  /// Called before every part of a run. Returns the trials that the rule needs next; if all are saved, the run ends.
  using NextTrials = std::function<Layout(StudyWriter& file, RunProgress& progress)>;
  /// Called once for a study with a stop rule, before its first part.
  std::function<NextTrials(const Plan& plan, StudyWriter& file)> stopping{};
  /// Stores table `facts` when the run ends. Returns false, with nothing stored, if `stop` was set meanwhile.
  std::function<bool(const Plan& plan, const StudyWriter& file, const std::atomic<bool>& stop)> store_facts{};
};

struct RunOptions {
  RunPolicy policy{};
  Shard shard{};
  int threads = 0;                   ///< threads of this process; 0: one per processor; results do not depend on it
  std::string build = build_text();  ///< description of the program, stored in the file for information
  bool anew = false;                 ///< whether a file of another study is accepted; its blocks stay
  bool retry_failed = false;         ///< whether blocks with failed trials are played again
  bool leaves_addition = false;      ///< whether the caller calls complete_addition
  bool prune = false;                ///< whether blocks that the study no longer has are removed from the file
  /// Called before every part of the run. Returns the other processes that take part in it; null: none.
  std::function<OtherProcesses*(const Plan&)> call_others = [](const Plan&) { return nullptr; };
};

/// Receives the events of a run.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// The file described another study and now describes this one.
  virtual void changed(const StudyChange& /*change*/) {}
  /// The file is open. Any thread may read `progress`, and stop the run through it.
  virtual void opened(const std::shared_ptr<RunProgress>& /*progress*/) {}
  /// The missing blocks are about to be played.
  virtual void starts_playing() {}
  virtual void finished_playing() {}  ///< the missing blocks have been played, or the run was interrupted
};

struct RunOutcome : BlocksOutcome {
  std::int64_t saved = 0;    ///< trials in the file, including those of earlier runs
  std::int64_t planned = 0;  ///< trials of the study or shard; the maximum where a stop rule has not decided
  std::string digest{};      ///< digest of the results if the whole study is finished; else empty
};

/// Creates the file or resumes it. If the study has changed, blocks that are still valid are reused. The results depend
/// only on the plan, not on threads or earlier runs. Throws as StudyWriter, run_blocks and the policy do.
RunOutcome run_study(const Plan& plan, const std::string& path, const RunOptions& options, RunObserver& observer);
RunOutcome run_study(const Plan& plan, const std::string& path, const RunOptions& options = {});

/// Marks the last `--more` as complete. Until then, repeating it resumes it instead of adding trials again.
void complete_addition(const std::string& path);

/// Runs a study without a file. Returns a reader of the results in memory, whose file name is "memory".
StudyReader play_study(const Plan& plan, const RunOptions& options = {});

}  // namespace regretta
