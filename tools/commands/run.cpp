#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/stopping.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/blocks/workers.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/engine/study/run_study.hpp"
#include "regretta/engine/study/text/study.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/estimate.hpp"
#include "regretta/tools/commands/failure_counts.hpp"
#include "regretta/tools/machine/instruction_set.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/progress_display.hpp"
#include "regretta/tools/terminal/stop_signals.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

/// Prints a note on the pairs of a learner and an environment that the plan leaves out.
void note_left_out_pairs(const Plan& plan) {
  if (plan.left_out.empty()) return;
  const auto num_more = std::ssize(plan.left_out) - 1;
  print_message("note: left out: {}{}", plan.left_out.front(),
                num_more > 0 ? fmt::format(" (and {} like it)", counted(num_more, "pair")) : "");
}

/// The number of trials per cell after --more. An unfinished addition of the same size is resumed, not repeated.
std::int64_t trials_with_more(const std::string& path, std::int64_t more) {
  if (!std::filesystem::exists(path))
    throw std::invalid_argument(fmt::format(
        "--more: there is no {} yet, expected a file with trials to add to; run without --more first", path));
  const StudyReader study = StudyReader::open(path);
  if (study.has_stop_rule())
    throw std::invalid_argument(fmt::format(
        "--more: a stop rule chooses the trials of {}, expected --until with more --most-trials, or --set study.trials",
        path));
  const std::string before = study.value("trials_before");
  const bool is_resumed = !before.empty() && std::stoll(before) + more == study.trials();
  return study.trials() + (is_resumed ? 0 : more);
}

/// Prints messages and progress during a run, and stops the run on a signal.
class RunDisplay final : public RunObserver {
 public:
  struct Shows {
    bool messages = true, progress = true;
  };
  /// Must not outlive `plan`. out: the results file.
  RunDisplay(const Plan& plan, std::string out, Shows shows) : plan_(plan), out_(std::move(out)), shows_(shows) {}

  void changed(const StudyChange& change) override {
    if (!shows_.messages) return;
    has_printed_count_ = true;
    const std::string difference = change.difference.empty() ? "" : change.difference + "; ";
    print_message("resuming {}: {}{} stored trials count, {}", out_, difference, grouped(change.now),
                  change.now == change.before ? "as before" : grouped(change.before) + " before");
  }

  void opened(const std::shared_ptr<RunProgress>& progress) override {
    progress_ = progress;
    signals_.emplace(progress->stop);
    if (!shows_.messages) return;
    const std::int64_t before = progress->trials_before, planned = progress->trials_planned;
    if (before > 0 && before < planned && !has_printed_count_)
      print_message("resuming {}: {} of {}{} trials are saved", out_, grouped(before),
                    plan_.study.stop ? "at most " : "", grouped(planned));
  }

  void starts_playing() override {
    if (shows_.progress) display_.emplace(*progress_);
  }
  void finished_playing() override { display_.reset(); }

 private:
  const Plan& plan_;
  std::string out_;
  Shows shows_;
  bool has_printed_count_ = false;  ///< whether the number of usable trials was printed
  std::shared_ptr<RunProgress> progress_{};
  std::optional<StopSignals> signals_{};
  std::optional<ProgressDisplay> display_{};
};

std::string time_text(const Needs& needs, int threads) {
  if (needs.is_lower_bound && needs.measuring == 0)
    return "unknown: every setting is too large to be measured in a second";
  return fmt::format("{} {} on {} (scaled up from {} of measuring)", needs.is_lower_bound ? "more than" : "about",
                     duration_text(needs.seconds), counted(threads, "thread"), duration_text(needs.measuring));
}

/// Prints the cells, trials, rounds, time, memory and disk space of a run of the shard into `out`, without the blocks
/// that `out` already holds. Throws StudyFileError if `out` cannot be resumed, and the exceptions of estimate().
void dry_run(const Plan& plan, const std::string& out, const Shard& shard, int threads, bool anew) {
  BlockSpans missing;
  const auto cells = static_cast<std::int64_t>(plan.cells.size());
  if (std::filesystem::exists(out)) {
    const StudyReader file = StudyReader::open(out);
    check_same_engine(file.database());
    const auto change = difference_from_plan(file, plan, shard);
    if (change && !anew) refuse_foreign_file(out, *change);
    missing = missing_blocks(file.database(), change ? layout_of(plan) : file.layout(), shard);
  } else {
    missing = planned_blocks(layout_of(plan), shard);
  }
  const Needs needs = estimate(plan, missing, threads);
  std::set<const SharedWork*> environments;
  for (const Cell& cell : plan.cells) environments.insert(cell.work.get());

  fmt::print("Study:   {}\n", plan.study.name);
  fmt::print("Cells:   {} ({})\n", grouped(cells),
             plan.left_out.empty()
                 ? fmt::format("{} x {}", counted(std::ssize(environments), "environment setting"),
                               counted(cells / std::ssize(environments), "learner setting"))
                 : fmt::format("{}, {} left out", counted(std::ssize(environments), "environment setting"),
                               counted(std::ssize(plan.left_out), "incompatible pair")));
  const std::int64_t missing_trials = trials_in(missing);
  const std::int64_t planned = planned_trials(layout_of(plan), shard);
  const char* at_most = plan.study.stop ? "at most " : "";
  if (shard.is_whole()) {
    fmt::print("Trials:  {}{} ({} per cell)", at_most, grouped(planned), grouped(plan.study.trials));
  } else {
    fmt::print("Trials:  {}{} in shard {} ({} per cell in all shards)", at_most, grouped(planned), shard.text(),
               grouped(plan.study.trials));
  }
  if (plan.study.instances > 1) fmt::print(" of {} instances", grouped(plan.study.instances));
  if (missing_trials < planned) fmt::print(", {} still to do", grouped(missing_trials));
  fmt::print("\nRounds:  {}\n",
             needs.rounds < 1e15 ? grouped(static_cast<std::int64_t>(needs.rounds)) : rounded(needs.rounds, 4));
  fmt::print("Time:    {}\n", time_text(needs, threads));
  fmt::print("Memory:  about {}\n", size_text(needs.memory));
  fmt::print("Disk:    about {}\n", size_text(needs.disk));
  fmt::print("Nothing was written; without --dry-run results go to {}\n", out);
}

struct CommandOptions {
  std::string study;
  std::string folder;  ///< base of the study's relative paths; empty: the folder of the study file
  std::string out;
  std::string shard_text;
  Shard shard;
  int threads = 0;
  bool dry_run = false;
  bool quiet = false;
  std::int64_t more = 0;  ///< number of trials to add to each cell; 0: none
  bool anew = false;      ///< whether a file of another study is accepted, whose trials are kept
  bool retry_failed = false;
  bool prune = false;
  std::vector<std::string> overrides;
  std::string trials, seed, until, most_trials;     ///< values of --trials, ...; empty: not given
  std::vector<std::string> horizons;                ///< values of --horizon
  std::vector<std::string> learners, environments;  ///< kinds to add to the study
};

std::string folder_of(const CommandOptions& options) {
  return options.folder.empty() ? std::filesystem::path(options.study).parent_path().string() : options.folder;
}

/// The study, with the learners and environments that options add.
Study study_of(const CommandOptions& options) {
  Study study = read_study(options.study, options.overrides);
  study.folder = folder_of(options);
  const auto add = [](std::vector<PluginSpec>& plugins, const std::vector<std::string>& kinds) {
    for (const std::string& kind : kinds)
      if (std::ranges::find(plugins, kind, &PluginSpec::kind) == plugins.end())
        plugins.push_back({.kind = kind, .name = kind});
  };
  add(study.learners, options.learners);
  add(study.environments, options.environments);
  return study;
}

/// The default results file of a study or shard: "flight.db", "flight.2-of-7.db".
std::string default_out(const std::string& study, const Shard& shard) {
  const std::string stem = std::filesystem::path(study).stem().string();
  return shard.is_whole() ? stem + ".db" : fmt::format("{}.{}-of-{}.db", stem, shard.index, shard.count);
}

/// The name used in reports: the study's name in quotes, after "shard 2/7 of " if it is a shard.
std::string title(const Plan& plan, const Shard& shard) {
  return (shard.is_whole() ? "" : fmt::format("shard {} of ", shard.text())) + fmt::format("\"{}\"", plan.study.name);
}

void report(const Plan& plan, const StudyReader& study, const RunOutcome& outcome, const FailureCounts& failures,
            const CommandOptions& options, ProgramContext& context) {
  if (outcome.trials == 0 && !outcome.interrupted) {
    fmt::print("Nothing to do: all {} of {} are in {}\n", counted(outcome.planned, "trial"), title(plan, options.shard),
               options.out);
  } else {
    fmt::print("{} {}: {} in {} ({})\n", outcome.interrupted ? "Interrupted" : "Finished", title(plan, options.shard),
               counted(outcome.trials, "trial"), duration_text(outcome.seconds),
               rate_text(static_cast<double>(outcome.rounds) / std::max(outcome.seconds, 1e-9)));
    const int ranks = context.ranks.size();
    fmt::print("Effort:  {}{}, {:.1f}% of the time in rounds; memory {}{}\n", counted(outcome.workers, "thread"),
               ranks > 1 ? fmt::format(" of {} ranks", ranks) : "",
               100 * outcome.busy_seconds / std::max(outcome.workers * outcome.seconds, 1e-9), size_text(peak_bytes()),
               ranks > 1 ? " in rank 0" : "");
    fmt::print("Results: {} ({} of {} trials, {})\n", options.out, grouped(outcome.saved), grouped(outcome.planned),
               counted(static_cast<std::int64_t>(plan.cells.size()), "cell"));
  }
  if (const std::int64_t unused = study.unused_trials(); unused > 0)
    fmt::print("Kept:    {} that the study does not have (--prune removes them)\n", counted(unused, "other trial"));
  print_failure_counts(failures);
  if (!outcome.digest.empty()) fmt::print("Digest:  {}\n", outcome.digest);
  const std::string out = shell_quoted(options.out);
  if (outcome.interrupted) {
    fmt::print("Next:    give the same command again to go on, or: {} show {}\n", context.program, out);
  } else if (options.shard.is_whole()) {
    fmt::print("Next:    {} show {}\n", context.program, out);
  } else {
    fmt::print("Next:    when all {} shards are there: {} merge SHARD... --output FILE\n", options.shard.count,
               context.program);
  }
  if (plan.study.stop && !outcome.interrupted) fmt::print("Stopped: {}\n", stops_text(Results::open(options.out)));
}

/// Adds the values of the options that are short for --set, such as --trials, to the overrides.
void add_short_forms(CommandOptions& options) {
  for (const auto& [key, value] : {std::pair("trials", &options.trials),
                                   {"seed", &options.seed},
                                   {"until", &options.until},
                                   {"most_trials", &options.most_trials}})
    if (!value->empty()) options.overrides.push_back(fmt::format("study.{}={}", key, *value));
  if (const std::string horizons = fmt::format("{}", fmt::join(options.horizons, ",")); !horizons.empty()) {
    const bool lacks_brackets = horizons.find(',') != horizons.npos && !horizons.starts_with('[');
    options.overrides.push_back("study.horizon=" + (lacks_brackets ? fmt::format("[{}]", horizons) : horizons));
  }
}

int run(CommandOptions options, ProgramContext& context) {
  add_short_forms(options);
  if (!context.ranks.leads()) {
    context.ranks.work_for_leader(context.catalogue(), folder_of(options), options.threads);
    return exit_status::done;
  }
  if (options.threads == 0) options.threads = context.ranks.threads_each();
  if (!options.shard_text.empty()) {
    const auto shard = parse_shard(options.shard_text);
    if (!shard)
      throw std::invalid_argument(fmt::format("--shard: \"{}\", expected I/N with 1 <= I <= N <= {}, such as 2/7",
                                              options.shard_text, grouped(max_shards)));
    options.shard = *shard;
  }
  if (options.out.empty()) options.out = default_out(options.study, options.shard);
  if (options.more > 0)
    options.overrides.push_back(fmt::format("study.trials={}", trials_with_more(options.out, options.more)));

  const Study requested = study_of(options);  // its errors come before the compiler is started
  const Plan plan = make_plan(requested, context.catalogue());
  if (!options.quiet) note_left_out_pairs(plan);
  stop_units(plan);  // called because it throws if a learner of the stop rule does not exist
  if (options.dry_run) {
    dry_run(plan, options.out, options.shard, options.threads, options.anew);
    return exit_status::done;
  }
  const int helpers = options.quiet ? 1 : 2;  // threads that save blocks and show progress
  const int num_startable = startable_threads(options.threads + helpers);
  if (num_startable < options.threads + helpers) {
    options.threads = std::max(num_startable - helpers, 1);
    if (!options.quiet)
      print_message("note: only {} can be started here (ulimit -u, ulimit -v and pids.max set the limit)",
                    counted(options.threads, "worker thread"));
  }
  RunDisplay display(plan, options.out,
                     {.messages = !options.quiet, .progress = !options.quiet && num_startable > helpers});
  const std::string headers = context.loaded.empty() ? "" : fmt::format(", with {}", fmt::join(context.loaded, ", "));
  const RunOutcome outcome = run_study(plan, options.out,
                                       {.policy = usual_policy(),
                                        .shard = options.shard,
                                        .threads = options.threads,
                                        .build = build_text(name_of(chosen_instruction_set())) + headers,
                                        .anew = options.anew,
                                        .retry_failed = options.retry_failed,
                                        .leaves_addition = true,
                                        .prune = options.prune,
                                        .call_others = [&](const Plan& called) { return context.ranks.call(called); }},
                                       display);
  const StudyReader study(Database(options.out, Database::Mode::read));
  const FailureCounts failures = failure_counts(study);
  context.status = outcome.interrupted   ? exit_status::interrupted
                   : failures.failed > 0 ? exit_status::trials_failed
                                         : exit_status::done;  // also if the report cannot be written
  if (!options.quiet) report(plan, study, outcome, failures, options, context);
  if (!outcome.interrupted && std::fflush(stdout) == 0) complete_addition(options.out);
  return context.status;
}

}  // namespace

void add_run_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("run", "Run a study, or resume one that was interrupted");
  auto options = std::make_shared<CommandOptions>();
  command->add_option("STUDY", options->study, "The study, a TOML file (regretta init writes one)")->required();
  expect_ending_of(
      command->add_option("-o,--output", options->out, "The results file to write or resume [study.db for study.toml]"),
      {"results"})
      ->type_name("FILE");
  expect_integer(command->add_option("-t,--threads", options->threads,
                                     "Worker threads, per MPI process [all]; results do not depend on the number"),
                 "N", 1, 4096);
  repeatable(command->add_option(
                 "--set", options->overrides,
                 "Override a value of the study, such as study.trials=8 or learner.beta=[0.4,0.5]; may be repeated"))
      ->type_name("KEY=VALUE");
  CLI::Option* trials = command->add_option("--trials", options->trials, "The same as --set study.trials=N");
  trials->type_name("N");
  command->add_option("--seed", options->seed, "The same as --set study.seed=N")->type_name("N");
  repeatable(command->add_option("-T,--horizon", options->horizons, "The same as --set study.horizon=[T,...]"))
      ->type_name("T,...");
  command->add_option("--folder", options->folder, "Base folder for the study's relative paths [that of STUDY]")
      ->type_name("DIR");
  repeatable(command->add_option("--learner", options->learners,
                                 "Add this learner, with its defaults, unless the study has it; may be repeated"))
      ->type_name("KIND");
  repeatable(command->add_option("--environment", options->environments,
                                 "Add this environment, with its defaults, unless the study has it; may be repeated"))
      ->type_name("KIND");
  CLI::Option* until =
      command
          ->add_option(
              "--until", options->until,
              "Go on from study.trials where it matters until regret and violation are known: 'ranked' (of any "
              "two learners which has less, or a tie within 5%), 'compared to BASELINE', or 'within 5%' (half-"
              "widths of intervals)")
          ->type_name("RULE");
  command
      ->add_option("--most-trials", options->most_trials,
                   "With a rule: at most N trials per cell [as many as take about a minute on two processors]")
      ->type_name("N");
  expect_integer(command
                     ->add_option("--more", options->more,
                                  "Add N trials to each cell of the file; what is there is kept, as it is when "
                                  "the study gets more trials, learners, levels or horizons")
                     ->excludes(until)
                     ->excludes(trials),
                 "N", 1, max_trials);
  command
      ->add_option("--shard", options->shard_text,
                   "Run only shard I of N, into a separate file [study.I-of-N.db for study.toml]; regretta merge "
                   "combines the N files")
      ->type_name("I/N");
  command->add_flag(
      "--anew", options->anew,
      "Go on where run refuses: in the file of another study, or after a plugin or data has changed; what "
      "is missing is played, and the file keeps all trials");
  command->add_flag("--retry-failed", options->retry_failed, "Play blocks with failed trials again");
  command->add_flag("--prune", options->prune,
                    "Remove from the file what the study does not have; without it, that is kept and counted");
  command->add_flag("-n,--dry-run", options->dry_run, "Only print an estimate: cells, rounds, time, memory, disk");
  command->add_flag("-q,--quiet", options->quiet, "No progress and no report; errors only");
  add_with_option(*command, context);
  end_help(*command, "", {"regretta run study.toml --output f.db", "Run the study, or resume it where it stopped"},
           {"regretta run study.toml --set study.trials=8 --dry-run", "How long would eight trials per cell take?"});
  command->callback([options, &context] { context.status = run(*options, context); });
}

}  // namespace regretta
