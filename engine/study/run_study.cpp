#include "regretta/engine/study/run_study.hpp"

#include <stdexcept>

#include <tbb/info.h>

#include "regretta/engine/study/blocks/forecast.hpp"
#include "regretta/engine/study/file/facts_table.hpp"
#include "regretta/engine/study/file/gone.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"

namespace regretta {
namespace {

void add(BlocksOutcome& all, const BlocksOutcome& part) {
  all.trials += part.trials;
  all.rounds += part.rounds;
  all.seconds += part.seconds;
  all.busy_seconds += part.busy_seconds;
  all.workers = part.workers;
  all.interrupted = part.interrupted;
}

/// Plays the missing blocks; with a stop rule, from look to look. A look is taken only when all its trials are
/// complete, so its outcome, and hence every bit of the results, depends neither on threads nor on earlier runs.
void play(const Plan& plan, StudyWriter& file, const RunOptions& options, RunProgress& progress, BlocksOutcome& all) {
  RunPolicy::NextTrials next;
  if (plan.study.stop) {
    if (!options.policy.stopping) throw std::invalid_argument("a study with a stop rule needs RunPolicy::stopping");
    next = options.policy.stopping(plan, file);
  }
  do {
    const Stretches blocks = next ? file.missing(next(file, progress)) : file.missing();
    if (blocks.empty()) return;
    progress.rounds_planned =
        static_cast<double>(progress.rounds.total()) + progress.rounds_later + rounds_in(plan, blocks);
    add(all, run_blocks(plan, file.saver(), blocks, progress, options.call_others(plan)));
  } while (next && !all.interrupted);
}

void forget_addition(const Database& database) { database.run("DELETE FROM study WHERE key = 'trials_before'"); }

RunOutcome run(const Plan& plan, StudyWriter& file, const RunOptions& options, RunObserver& observer) {
  const Stretches missing = file.missing();
  const Layout layout = file.layout();
  const auto shared =
      std::make_shared<RunProgress>(options.threads > 0 ? options.threads : tbb::info::default_concurrency());
  RunProgress& progress = *shared;
  progress.trials_planned = planned_trials(layout, options.shard);
  progress.trials_before = progress.trials_planned - trials_in(missing);
  progress.rounds_before = rounds_in(plan, planned_blocks(layout, options.shard)) - rounds_in(plan, missing);
  const std::int64_t before = progress.trials_before;
  observer.opened(shared);

  RunOutcome outcome;
  // Without facts, a stop rule may not have looked at all that is there: the study may have got another maximum.
  if (!missing.empty() || (plan.study.stop && !has_facts(file.database()))) {
    drop_facts(file.database());
    observer.starts_playing();
    play(plan, file, options, progress, outcome);
    observer.has_played();
  }
  // Whoever stops a run does not want to wait for facts: they are stored when it ends.
  const auto& store_facts = options.policy.store_facts;
  if (!outcome.interrupted && store_facts && (!missing.empty() || !has_facts(file.database())))
    outcome.interrupted = !store_facts(plan, file, progress.stop);
  outcome.saved = before + outcome.trials;
  outcome.planned = planned_trials(file.layout(), options.shard);
  // Reads everything, so that damaged results are never reported as finished. Digests of shards should not be compared
  // by mistake.
  if (!outcome.interrupted) outcome.digest = digest_of(file.reader()).digest;
  if (!options.shard.is_whole()) outcome.digest.clear();
  if (!outcome.interrupted && !options.keeps_addition) forget_addition(file.database());
  return outcome;
}

}  // namespace

RunOutcome run_study(const Plan& plan, const std::string& path, const RunOptions& options, RunObserver& observer) {
  StudyWriter file(path, plan, options.shard, options.origin);
  prepare_to_go_on(file, plan, options.origin, options.anew);
  if (const Extension* extension = file.extension()) {
    const std::string difference = extension->difference;
    file.extend(plan);
    observer.extended(difference);
  }
  if (options.prune) prune(file.database());
  return run(plan, file, options, observer);
}

RunOutcome run_study(const Plan& plan, const std::string& path, const RunOptions& options) {
  RunObserver nobody;
  return run_study(plan, path, options, nobody);
}

void forget_addition(const std::string& path) {
  if (study_value(Database(path, Database::Mode::read), "trials_before"))
    forget_addition(Database(path, Database::Mode::write));
}

StudyReader play_study(const Plan& plan, const RunOptions& options) {
  StudyWriter file = StudyWriter::in_memory(plan, options.shard, options.origin);
  RunObserver nobody;
  run(plan, file, options, nobody);
  return file.reader();
}

}  // namespace regretta
