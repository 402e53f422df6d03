#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/stopping/run_until_known.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/blocks/forecast.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/blocks/workers.hpp"
#include "regretta/engine/study/care/digest.hpp"
#include "regretta/engine/study/file/build.hpp"
#include "regretta/engine/study/file/run_effort.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/engine/study/text/study.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/dry_run.hpp"
#include "regretta/tools/commands/failure_counts.hpp"
#include "regretta/tools/commands/run_notes.hpp"
#include "regretta/tools/machine/instruction_set.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/progress_display.hpp"
#include "regretta/tools/terminal/stop_signals.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

struct RunOptions {
  std::string study;
  std::string out;
  std::string shard_text;
  Shard shard;
  int threads = 0;
  bool dry_run = false;
  bool strict = false;
  bool quiet = false;
  double save_every = 60;  ///< seconds
  std::string stop;
  std::vector<std::string> overrides;
};

Shard read_shard(const std::string& text) {
  const auto shard = parse_shard(text);
  if (!shard)
    throw std::invalid_argument(
        fmt::format("--shard: \"{}\", expected I/N with 1 <= I <= N <= {}, such as 2/7", text, grouped(max_shards)));
  return *shard;
}

/// "flight.db", "flight.2-of-7.db"
std::string default_out(const std::string& study, const Shard& shard) {
  const std::string stem = std::filesystem::path(study).stem().string();
  return shard.is_whole() ? stem + ".db" : fmt::format("{}.{}-of-{}.db", stem, shard.index, shard.count);
}

/// The name used in reports: the study's name in quotes, after "shard 2/7 of " if it is a shard.
std::string title(const Plan& plan, const Shard& shard) {
  return (shard.is_whole() ? "" : fmt::format("shard {} of ", shard.text())) + fmt::format("\"{}\"", plan.study.name);
}

/// Resident memory in bytes.
struct Memory {
  double before = 0;   ///< before the workers start
  double playing = 0;  ///< peak when they have ended
  double most = 0;     ///< peak of everything
};

double resident_bytes() {
  double pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double most_resident_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

void report_effort(const RunOutcome& outcome, const Memory& memory, int threads, int ranks) {
  fmt::print("Effort:  {}{}, {:.1f}% of the time in rounds; memory {}{}, {} of it per thread\n",
             counted(outcome.workers, "thread"), ranks > 1 ? fmt::format(" of {} ranks", ranks) : "",
             100 * outcome.busy_seconds / std::max(outcome.workers * outcome.seconds, 1e-9), size_text(memory.most),
             ranks > 1 ? " in rank 0" : "", size_text(std::max(memory.playing - memory.before, 0.0) / threads));
}

/// Reports how many parts of the stop rule are decided.
void report_known(const RunProgress& progress, const RunOptions& options, ProgramContext& context) {
  if (progress.to_decide == 0) return;
  fmt::print("Stopped: {} of {} decided or at the trial limit: {} stops {}\n", grouped(progress.decided),
             grouped(progress.to_decide), context.program, shell_quoted(options.out));
}

void report(const Plan& plan, const RunOutcome& outcome, const FailureCounts& lost, std::int64_t saved,
            std::int64_t all, const std::string& digest, const Memory& memory, const RunOptions& options,
            ProgramContext& context) {
  if (outcome.trials == 0 && !outcome.interrupted) {
    fmt::print("Nothing to do: all {} of {} are in {}\n", counted(all, "trial"), title(plan, options.shard),
               options.out);
  } else {
    fmt::print("{} {}: {} in {} ({})\n", outcome.interrupted ? "Interrupted" : "Finished", title(plan, options.shard),
               counted(outcome.trials, "trial"), duration_text(outcome.seconds),
               rate_text(static_cast<double>(outcome.rounds) / std::max(outcome.seconds, 1e-9)));
    report_effort(outcome, memory, options.threads, context.ranks.size());
    fmt::print("Results: {} ({} of {} trials, {})\n", options.out, grouped(saved), grouped(all),
               counted(static_cast<std::int64_t>(plan.cells.size()), "cell"));
  }
  print_failure_counts(lost);
  if (!digest.empty()) fmt::print("Digest:  {}\n", digest);
  const std::string out = shell_quoted(options.out);
  if (outcome.interrupted) {
    fmt::print("Next:    give the same command again to go on, or: {} show {}\n", context.program, out);
  } else if (options.shard.is_whole()) {
    fmt::print("Next:    {} show {}\n", context.program, out);
  } else {
    fmt::print("Next:    when all {} shards are there: {} merge SHARD... --output FILE\n", options.shard.count,
               context.program);
  }
}

/// A rank that does not hold the study file: takes work from the leader and prints nothing.
int run_for_leader(const RunOptions& options, const Catalogue& catalogue, const Ranks& ranks) {
  if (!ranks.wait_for_call()) return exit_status::done;
  try {
    const Plan plan = make_plan(read_study(options.study, options.overrides), catalogue);
    do {
      ranks.work(plan, options.threads);
    } while (ranks.wait_for_call());
  } catch (const std::exception& error) {
    ranks.abort(error.what());
  }
  return exit_status::done;
}

/// What the file says about the origin of the blocks of this run.
std::string origin_of(const std::string& plugins) {
  const std::string build = build_text(name_of(chosen_instruction_set()));
  return nlohmann::json{{"build", build + (plugins.empty() ? "" : ", with " + plugins)}}.dump();
}

int run(const RunOptions& given, ProgramContext& context) {
  RunOptions options = given;
  if (!options.stop.empty()) options.overrides.push_back("study.stop={" + options.stop + "}");
  if (options.threads == 0) options.threads = context.ranks.threads_each();
  if (!context.ranks.leads()) return run_for_leader(options, context.catalogue(), context.ranks);
  if (!options.shard_text.empty()) options.shard = read_shard(options.shard_text);
  if (options.out.empty()) options.out = default_out(options.study, options.shard);

  const Plan plan = make_plan(read_study(options.study, options.overrides), context.catalogue());
  if (options.strict || !options.quiet) report_what_is_left_out(plan, options.strict);
  stop_units(plan);  // checks that the learners of its rule exist
  if (options.dry_run) {
    dry_run(plan, options.out, options.shard, options.threads);
    return exit_status::done;
  }
  const std::string plugins = fmt::format("{}", fmt::join(context.loaded, ", "));
  StudyWriter file(options.out, plan, options.shard, origin_of(plugins), plugins);
  const BlockList missing = file.missing();
  const std::int64_t planned = planned_trials(file.layout(), options.shard);
  const std::int64_t saved_before = planned - missing.trials();
  if (!options.quiet && saved_before > 0 && !missing.empty())
    print_message("going on with {}: {} of {}{} trials are saved", options.out, grouped(saved_before),
                  plan.study.stop ? "at most " : "", grouped(planned));

  if (!options.quiet) report_what_cannot_be_saved(plan);
  if (!options.quiet && saved_before == 0) report_too_few_trials(plan);
  const int others = options.quiet ? 1 : 2;  // saves blocks; shows progress
  const int able = startable_threads(options.threads + others);
  const bool has_display = !options.quiet && able > others;
  if (able < options.threads + others) {
    options.threads = std::max(able - others, 1);
    if (!options.quiet)
      print_message("note: only {} can be started here (ulimit -u, ulimit -v and pids.max set the limit)",
                    counted(options.threads, "worker thread"));
  }
  RunProgress progress(options.threads);
  progress.trials_before = saved_before;
  progress.trials_planned = planned;
  progress.rounds_before = rounds_in(plan, planned_blocks(file.layout(), options.shard)) - rounds_in(plan, missing);
  RunOutcome outcome;
  Memory memory;
  {
    const StopSignals signals(progress.stop);
    if (!missing.empty()) {
      drop_tables(file);
      std::optional<ProgressDisplay> display;
      if (has_display) display.emplace(progress);
      memory.before = resident_bytes();
      outcome = run_until_known(plan, file, progress, options.save_every, [&] { return context.ranks.call(plan); });
      memory.playing = most_resident_bytes();
    }
    // Whoever stops a run does not want to wait for tables: they are written when it ends.
    const CellSource cell_of = [&plan](const CellLabel& label) {
      return plan.cells[static_cast<std::size_t>(label.cell)];
    };
    if (!outcome.interrupted && (!missing.empty() || !tables_are_stored(file.database())))
      outcome.interrupted = !store_tables(file.database(), cell_of, &progress.stop);
  }
  if (!missing.empty())
    record_effort(file.database(),
                  {.machine = processor_name(), .threads = outcome.workers, .runs = 1, .seconds = outcome.seconds});
  const StudyReader saved(Database(options.out, Database::Mode::read));
  const FailureCounts lost = failure_counts(saved);
  // Reads everything, so that damaged results are never reported as finished. The digest is printed only for complete
  // studies, because others should not be compared by mistake.
  std::string digest;
  if (!outcome.interrupted) digest = digest_of(saved).digest;
  if (!options.shard.is_whole()) digest.clear();
  memory.most = most_resident_bytes();
  context.status = outcome.interrupted ? exit_status::interrupted
                   : lost.failed > 0   ? exit_status::trials_failed
                                       : exit_status::done;  // also if the report cannot be written
  if (!options.quiet) {
    const std::int64_t all = planned_trials(file.layout(), options.shard);
    report(plan, outcome, lost, saved_before + outcome.trials, all, digest, memory, options, context);
    report_known(progress, options, context);
  }
  return context.status;
}

}  // namespace

void add_run_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("run", "Run a study, or resume one that was interrupted");
  auto options = std::make_shared<RunOptions>();
  command->add_option("STUDY", options->study, "The study, a TOML file (regretta init writes one)")->required();
  command->add_option("-o,--output", options->out, "The study file to write or resume [the study's name + .db]")
      ->type_name("FILE");
  expect_integer(command->add_option("-t,--threads", options->threads,
                                     "Worker threads, per MPI process [all]; results do not depend on the number"),
                 "N", 1, 4096);
  repeatable(command->add_option(
                 "--set", options->overrides,
                 "Override a value of the study, such as study.trials=8 or learner.beta=[0.4,0.5]; may be repeated"))
      ->type_name("KEY=VALUE");
  command
      ->add_option("--stop", options->stop,
                   "Stop rule: run each cell until RULE is decided, at most study.trials trials: "
                   "'metric=\"regret\", half_width=0.01, relative=true' or 'metric=\"violation\", decide=\"A < B\", "
                   "alpha=0.01'; the same as --set 'study.stop={...}'")
      ->type_name("RULE");
  command
      ->add_option("--shard", options->shard_text,
                   "Run only shard I of N, into a separate file [the study's name + .I-of-N.db]; regretta merge "
                   "combines the N files")
      ->type_name("I/N");
  expect_number(
      command->add_option("--save-every", options->save_every,
                          "Seconds between saves of the state of a long trial, where a stopped run resumes [60]"),
      "SECONDS", 0.01, 1e6);
  command->add_flag("-n,--dry-run", options->dry_run, "Only print an estimate: cells, rounds, time, memory, disk");
  command->add_flag("--strict", options->strict,
                    "Fail if a learner needs facts that an environment cannot give it, instead of leaving this pair "
                    "out");
  command->add_flag("-q,--quiet", options->quiet, "No progress and no report; errors only");
  add_with_option(*command, context);
  end_help(*command, "", {"regretta run study.toml --output f.db", "Run the study, or resume it where it stopped"},
           {"regretta run study.toml --set study.trials=8 --dry-run", "How long would eight trials per cell take?"});
  command->callback([options, &context] { context.status = run(*options, context); });
}

}  // namespace regretta
