#pragma once
/// Runs a study, from the plan to the results: the one way to do so for the program, tests and other programs.
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

/// What a run leaves to others to decide. Everything may be left out, except `stopping` for a study with a stop rule.
struct RunPolicy {
  /// Called before every part of a run: returns the trials that the rule needs next. The run ends when all are there.
  using NextTrials = std::function<Layout(StudyWriter& file, RunProgress& progress)>;
  /// Called once for a study with a stop rule, before its first part.
  std::function<NextTrials(const Plan& plan, StudyWriter& file)> stopping{};
  /// Stores table `facts` when the run ends. False if `stop` was set meanwhile; nothing is stored then.
  std::function<bool(const Plan& plan, const StudyWriter& file, const std::atomic<bool>& stop)> store_facts{};
};

struct RunOptions {
  RunPolicy policy{};
  Shard shard{};
  int threads = 0;                   ///< of this process; 0: one per processor. No result depends on it
  std::string build = build_text();  ///< the program, as the file names it for people
  bool anew = false;                 ///< takes a file of any study (file/study_file.hpp); its blocks stay
  bool retry_failed = false;         ///< plays blocks with failed trials again
  bool leaves_addition = false;      ///< leaves complete_addition to the caller
  bool prune = false;                ///< removes what is no longer in the study from the file
  /// Called before every part of the run.
  std::function<OtherProcesses*(const Plan&)> call_others = [](const Plan&) { return nullptr; };
};

/// Is told how a run goes.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// The file has described another study, and describes this one from now on.
  virtual void changed(const StudyChange& /*change*/) {}
  /// The file is open. Any thread may read `progress`, and stop the run through it.
  virtual void opened(const std::shared_ptr<RunProgress>& /*progress*/) {}
  /// Blocks are missing, and are about to be played.
  virtual void starts_playing() {}
  virtual void has_played() {}
};

struct RunOutcome : BlocksOutcome {
  std::int64_t saved = 0;    ///< trials in the file, those of earlier runs included
  std::int64_t planned = 0;  ///< of the study or shard, as far as a stop rule has decided
  std::string digest{};      ///< of the results of a whole study that is finished; else empty
};

/// Creates the file, resumes it, or goes on from what it has of a study that has changed. The results depend on the
/// plan only: neither on threads nor on earlier runs. Throws as StudyWriter, run_blocks and the policy do.
RunOutcome run_study(const Plan& plan, const std::string& path, const RunOptions& options, RunObserver& observer);
RunOutcome run_study(const Plan& plan, const std::string& path, const RunOptions& options = {});

/// Ends the addition that `--more` began: the next one adds to the trials that the file has now. Before, the same
/// `--more` goes on with that addition, as whoever repeats the command of a killed run expects.
void complete_addition(const std::string& path);

/// run_study without a file: the results stay in memory. Reads like a file, whose name is "memory".
StudyReader play_study(const Plan& plan, const RunOptions& options = {});

}  // namespace regretta
