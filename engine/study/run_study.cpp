#include "regretta/engine/study/run_study.hpp"

#include <stdexcept>

#include <tbb/info.h>

#include "regretta/engine/study/file/stored_facts.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"

namespace regretta {
namespace {

void add(BlocksOutcome& total, const BlocksOutcome& part) {
  total.trials += part.trials;
  total.rounds += part.rounds;
  total.seconds += part.seconds;
  total.busy_seconds += part.busy_seconds;
  total.workers = part.workers;
  total.interrupted = part.interrupted;
}

/// Plays the missing blocks; with a stop rule, in parts, each up to the next look. The rule looks only at complete sets
/// of trials, so that its decisions, and with them all results, depend neither on threads nor on earlier runs.
void play(const Plan& plan, StudyWriter& file, const RunOptions& options, RunProgress& progress, BlocksOutcome& total) {
  RunPolicy::NextTrials next_trials;
  if (plan.study.stop) {
    if (!options.policy.stopping) throw std::invalid_argument("a study with a stop rule needs RunPolicy::stopping");
    next_trials = options.policy.stopping(plan, file);
  }
  do {
    const BlockSpans blocks = next_trials ? file.missing(next_trials(file, progress)) : file.missing();
    if (blocks.empty()) return;
    progress.rounds_planned =
        static_cast<double>(progress.rounds.total()) + progress.rounds_later + rounds_in(plan, blocks);
    add(total, run_blocks(plan, file.saver(), blocks, progress, options.call_others(plan)));
  } while (next_trials && !total.interrupted);
}

void complete_addition(const Database& database) { database.run("DELETE FROM study WHERE key = 'trials_before'"); }

RunOutcome run(const Plan& plan, StudyWriter& file, const RunOptions& options, RunObserver& observer) {
  const BlockSpans missing = file.missing();
  const Layout& layout = file.layout();
  const bool lacks_facts = !has_facts(file.reader());
  const auto shared_progress =
      std::make_shared<RunProgress>(options.threads > 0 ? options.threads : tbb::info::default_concurrency());
  RunProgress& progress = *shared_progress;
  progress.trials_planned = trials_in(planned_blocks(layout, options.shard));
  progress.trials_before = progress.trials_planned - trials_in(missing);
  progress.rounds_before = rounds_in(plan, planned_blocks(layout, options.shard)) - rounds_in(plan, missing);
  observer.opened(shared_progress);

  RunOutcome outcome;
  // Without facts, a stop rule may not have looked at all saved trials, because the study may have a new maximum.
  if (!missing.empty() || (plan.study.stop && lacks_facts)) {
    observer.starts_playing();
    play(plan, file, options, progress, outcome);
    observer.finished_playing();
  }
  // An interrupted run does not compute facts, so that it ends at once.
  const auto& store_facts = options.policy.store_facts;
  if (!outcome.interrupted && store_facts && (!missing.empty() || lacks_facts))
    outcome.interrupted = !store_facts(plan, file, progress.stop);
  const StudyReader study = file.reader();
  outcome.saved = study.saved_trials();
  outcome.planned = study.planned_trials();
  // The digest reads everything, so that damaged results are never reported as finished. A shard gets no digest, so
  // that it is not mistaken for that of a study.
  if (!outcome.interrupted) outcome.digest = digest_of(study).digest;
  if (!options.shard.is_whole()) outcome.digest.clear();
  if (!outcome.interrupted && !options.leaves_addition) complete_addition(file.database());
  return outcome;
}

}  // namespace

RunOutcome run_study(const Plan& plan, const std::string& path, const RunOptions& options, RunObserver& observer) {
  StudyWriter file(path, plan, options.shard, options.build, options.anew);
  if (file.change() != nullptr) {
    const StudyChange change = *file.change();
    if (!options.anew) refuse_foreign_file(path, change);
    file.adopt(plan);
    observer.changed(change);
  }
  if (options.retry_failed) file.forget_failed();
  if (options.prune) file.prune(plan);
  return run(plan, file, options, observer);
}

RunOutcome run_study(const Plan& plan, const std::string& path, const RunOptions& options) {
  RunObserver no_observer;
  return run_study(plan, path, options, no_observer);
}

void complete_addition(const std::string& path) {
  if (study_value(Database(path, Database::Mode::read), "trials_before"))
    complete_addition(Database(path, Database::Mode::write));
}

StudyReader play_study(const Plan& plan, const RunOptions& options) {
  StudyWriter file = StudyWriter::in_memory(plan, options.shard, options.build);
  RunObserver no_observer;
  run(plan, file, options, no_observer);
  return file.reader();
}

}  // namespace regretta
