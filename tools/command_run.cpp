#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/tables.hpp"
#include "regretta/engine/study/plan.hpp"
#include "regretta/engine/study/run.hpp"
#include "regretta/engine/study/study.hpp"
#include "regretta/engine/study/study_file.hpp"
#include "regretta/tools/commands.hpp"
#include "regretta/tools/estimate.hpp"
#include "regretta/tools/human_text.hpp"
#include "regretta/tools/program.hpp"
#include "regretta/tools/progress_display.hpp"
#include "regretta/tools/stop_signals.hpp"

namespace regretta {
namespace {

struct RunOptions {
  std::string study;
  std::string out;
  int threads = 0;
  bool dry_run = false;
  bool quiet = false;
  std::vector<std::string> overrides;
};

std::string shell_quoted(const std::string& word) {
  const bool plain =
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:@+") ==
      std::string::npos;
  return plain && !word.empty() ? word : "'" + word + "'";
}

std::int64_t total_trials(const Plan& plan) { return plan.study.trials * static_cast<std::int64_t>(plan.cells.size()); }

std::int64_t count_trials(const std::vector<BlockPlace>& blocks) {
  std::int64_t trials = 0;
  for (const BlockPlace& block : blocks) trials += block.count;
  return trials;
}

/// What the study file holds about trials that went wrong.
struct Casualties {
  std::int64_t failed = 0;
  std::int64_t infeasible = 0;
  std::string first_failure;
};

Casualties casualties(const Database& database) {
  Casualties result;
  Statement count =
      database.prepare("SELECT count(failed_round), count(*) - count(failed_round) - count(opt) FROM trial");
  count.step();
  result.failed = count.integer(0);
  result.infeasible = count.integer(1);
  Statement first = database.prepare(
      "SELECT cell, trial, failed_round, failure FROM trial WHERE failed_round IS NOT NULL ORDER BY cell, trial LIMIT "
      "1");
  if (first.step()) {
    const std::string round = first.integer(2) > 0 ? fmt::format("round {}", first.integer(2)) : "unknown round";
    result.first_failure =
        fmt::format("cell {}, trial {}, {}: {}", first.integer(0), first.integer(1), round, first.text(3));
  }
  return result;
}

void dry_run(const Plan& plan, const RunOptions& options) {
  std::vector<BlockPlace> missing;
  const auto cells = static_cast<std::int64_t>(plan.cells.size());
  if (std::filesystem::exists(options.out)) {
    const StudyReader file = StudyReader::open(options.out);
    check_same_study(file.database(), plan);
    missing = missing_blocks(file.database(), cells, plan.study.trials);
  } else {
    for (std::int64_t cell = 0; cell < cells; ++cell)
      for (std::int64_t first = 0; first < plan.study.trials; first += block_trials)
        missing.push_back(
            {cell, first, static_cast<int>(std::min<std::int64_t>(block_trials, plan.study.trials - first))});
  }
  const Estimate needs = estimate(plan, missing, options.threads);
  std::set<const SharedWork*> environments;
  for (const Cell& cell : plan.cells) environments.insert(cell.work.get());

  fmt::print("Study:   {}\n", plan.study.name);
  fmt::print("Cells:   {} ({} x {})\n", grouped(cells), counted(std::ssize(environments), "environment setting"),
             counted(cells / std::ssize(environments), "learner setting"));
  const std::int64_t ahead = count_trials(missing);
  fmt::print("Trials:  {} ({} per cell)", grouped(total_trials(plan)), grouped(plan.study.trials));
  if (ahead < total_trials(plan)) fmt::print(", {} still to do", grouped(ahead));
  fmt::print("\nRounds:  {}\n", rounded(needs.rounds, 4));
  fmt::print("Time:    about {} on {} (scaled up from {} of measuring)\n", duration_text(needs.seconds),
             counted(options.threads, "thread"), duration_text(needs.calibrated));
  fmt::print("Memory:  about {}\n", size_text(needs.memory));
  fmt::print("Disk:    about {}\n", size_text(needs.disk));
  fmt::print("Nothing was written; without --dry-run results go to {}\n", options.out);
}

/// Resident bytes: before the workers start, and at most.
struct Memory {
  double before = 0;
  double most = 0;
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
  fmt::print("Effort:  {}{} in rounds {:.1f}% of the time; memory {}{}, {} of it per thread\n",
             counted(outcome.workers, "thread"), ranks > 1 ? fmt::format(" of {} ranks", ranks) : "",
             100 * outcome.busy_seconds / std::max(outcome.workers * outcome.seconds, 1e-9), size_text(memory.most),
             ranks > 1 ? " in rank 0" : "", size_text(std::max(memory.most - memory.before, 0.0) / threads));
}

void report(const Plan& plan, const RunOutcome& outcome, const Casualties& lost, std::int64_t saved,
            const Memory& memory, const RunOptions& options, const ProgramContext& context) {
  if (outcome.trials == 0 && !outcome.interrupted) {
    fmt::print("Nothing to do: all {} of \"{}\" are in {}\n", counted(total_trials(plan), "trial"), plan.study.name,
               options.out);
  } else {
    fmt::print("{} \"{}\": {} in {} ({})\n", outcome.interrupted ? "Interrupted" : "Finished", plan.study.name,
               counted(outcome.trials, "trial"), duration_text(outcome.seconds),
               rate_text(static_cast<double>(outcome.rounds) / std::max(outcome.seconds, 1e-9)));
    report_effort(outcome, memory, options.threads, context.ranks.size());
    fmt::print("Results: {} ({} of {} trials, {})\n", options.out, grouped(saved), grouped(total_trials(plan)),
               counted(static_cast<std::int64_t>(plan.cells.size()), "cell"));
  }
  if (lost.failed > 0) fmt::print("Failed:  {} (first: {})\n", counted(lost.failed, "trial"), lost.first_failure);
  if (lost.infeasible > 0)
    fmt::print("Infeasible: {} (no strategy keeps every constraint on average; OPT and regret are NaN there)\n",
               counted(lost.infeasible, "trial"));
  const std::string out = shell_quoted(options.out);
  if (outcome.interrupted) {
    fmt::print("Next:    give the same command again to go on, or: {} show {}\n", context.program, out);
  } else {
    fmt::print("Next:    {} show {}\n", context.program, out);
  }
}

/// A rank that does not hold the study file: takes what the leader hands out, and says nothing.
int run_for_leader(const RunOptions& options, const Catalogue& catalogue, const Ranks& ranks) {
  if (!ranks.wait_for_call()) return exit_status::done;
  try {
    ranks.work(make_plan(read_study(options.study, options.overrides), catalogue), options.threads);
  } catch (const std::exception& error) {
    ranks.abort(error.what());
  }
  return exit_status::done;
}

int run(const RunOptions& given, const ProgramContext& context) {
  RunOptions options = given;
  if (options.threads == 0) options.threads = context.ranks.threads_each();
  if (!context.ranks.leads()) return run_for_leader(options, context.catalogue, context.ranks);
  if (options.out.empty()) options.out = std::filesystem::path(options.study).stem().string() + ".db";

  const Plan plan = make_plan(read_study(options.study, options.overrides), context.catalogue);
  if (options.dry_run) {
    dry_run(plan, options);
    return exit_status::done;
  }
  StudyWriter file(options.out, plan);
  const std::vector<BlockPlace> missing = file.missing();
  const std::int64_t saved_before = total_trials(plan) - count_trials(missing);
  if (!options.quiet && saved_before > 0 && !missing.empty())
    fmt::print(stderr, "regretta: going on with {}: {} of {} trials are saved\n", options.out, grouped(saved_before),
               grouped(total_trials(plan)));

  RunProgress progress(options.threads);
  RunOutcome outcome;
  Memory memory;
  {
    const StopSignals signals(progress.stop);
    if (!missing.empty()) {
      drop_tables(file);
      RunSize size{total_trials(plan), saved_before, 0};
      for (const BlockPlace& block : missing)
        size.rounds_ahead +=
            static_cast<double>(plan.cells[static_cast<std::size_t>(block.cell)].problem().horizon) * block.count;
      std::optional<ProgressDisplay> display;
      Crew* crew = context.ranks.call(plan);
      if (!options.quiet) display.emplace(progress, size);
      memory.before = resident_bytes();
      outcome = run_study(plan, file, progress, crew);
      memory.most = most_resident_bytes();
    }
    if (!missing.empty() || !file.database().has_table("cells")) store_tables(file, plan);
  }
  const Casualties lost = casualties(file.database());
  if (!options.quiet) report(plan, outcome, lost, saved_before + outcome.trials, memory, options, context);
  if (outcome.interrupted) return exit_status::interrupted;
  return lost.failed > 0 ? exit_status::trials_failed : exit_status::done;
}

}  // namespace

void add_run_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("run", "Run a study, or go on with one that was stopped");
  auto options = std::make_shared<RunOptions>();
  command->add_option("STUDY", options->study, "The study, a TOML file (regretta init writes one)")->required();
  command->add_option("-o,--out", options->out, "The study file to write or to go on with [the study's name + .db]")
      ->type_name("FILE");
  command
      ->add_option("-t,--threads", options->threads,
                   "Worker threads [all]; of each rank, under mpirun; results do not depend on it")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  command
      ->add_option("--set", options->overrides,
                   "Override a value of the study, such as study.trials=8 or learner.beta=[0.4,0.5]; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  command->add_flag("-n,--dry-run", options->dry_run, "Only say what it would take: cells, rounds, time, memory, disk");
  command->add_flag("-q,--quiet", options->quiet, "No progress and no report; errors only");
  command->callback([options, &context] { context.status = run(*options, context); });
}

}  // namespace regretta
