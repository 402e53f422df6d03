#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/stopping/run_policy.hpp"
#include "regretta/engine/search/search.hpp"
#include "regretta/engine/study/file/build.hpp"
#include "regretta/engine/study/maintenance/mixture.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/early_check.hpp"
#include "regretta/tools/commands/search_display.hpp"
#include "regretta/tools/commands/search_text.hpp"
#include "regretta/tools/machine/instruction_set.hpp"
#include "regretta/tools/search/optuna.hpp"
#include "regretta/tools/terminal/display.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

struct SearchCommandOptions {
  std::string study;
  std::string out;
  std::string best;
  int threads = 0;
  bool dry_run = false;
  bool quiet = false;
  std::vector<std::string> overrides;
};

/// The best finalist as a study of its own.
void write_best(const SearchSpace& space, const SearchRules& rules, const Finalist& best, const std::string& study,
                const std::string& path, ProgramContext& context) {
  const StudyReader file = StudyReader::open(path);
  const Candidate candidate = stored_candidates(file.database())[static_cast<std::size_t>(best.candidate - 1)];
  Study found = make_plan(found_study(space, rules, candidate), context.catalogue()).study;
  found.means.clear();  // so that its values can be overridden
  write_output(study, fmt::format("# Candidate {} of a search, on the fresh trials that it was judged by.\n{}",
                                  best.candidate, canonical_text(found)));
}

int search(const SearchCommandOptions& given, ProgramContext& context) {
  SearchCommandOptions options = given;
  if (context.ranks.size() > 1)
    throw std::invalid_argument("a search is run by one process, expected no mpirun (its threads share the work)");
  if (options.threads == 0) options.threads = context.ranks.threads_each();
  if (options.out.empty()) options.out = std::filesystem::path(options.study).stem().string() + ".db";
  const Study study = read_study(options.study, options.overrides);
  if (!context.with.empty()) check_known_plugins(study, context.known, context.with);
  const SearchSpace space(study, context.catalogue());
  const SearchRules rules = read_rules(space);
  if (options.dry_run) {
    write_output("", cost_text(space, rules, context.catalogue(), options.threads, options.out));
    return exit_status::done;
  }
  SearchDisplay display(!options.quiet);
  const SearchOutcome outcome = run_search(
      space, rules, context.catalogue(), options.out,
      {.make_tpe = make_tpe,
       .run = {.policy = usual_policy(),
               .threads = options.threads,
               .origin = origin_of_run(study, build_text(name_of(chosen_instruction_set())), context.sources),
               .plugins = origin_of_run(study, "", context.sources),
               .machine = processor_name()}},
      display);
  display.close();
  context.status = outcome.interrupted ? exit_status::interrupted : exit_status::done;
  if (!outcome.interrupted && !options.best.empty()) {
    if (outcome.finalists.empty()) throw std::invalid_argument("--best: no candidate could be played to the end");
    write_best(space, rules, outcome.finalists.front(), options.best, options.out, context);
  }
  if (options.quiet) return context.status;
  if (outcome.interrupted) {
    fmt::print("Interrupted: what was played is in {}; give the same command again to go on\n", options.out);
    return context.status;
  }
  write_output("", outcome_text(space, rules, outcome, options.out, display_of("")));
  if (!options.best.empty())
    fmt::print("Best:     {} (next: {} run {})\n", options.best, context.program, shell_quoted(options.best));
  return context.status;
}

}  // namespace

void add_search_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("search", "Search the settings that hurt a learner most, or suit it best");
  auto options = std::make_shared<SearchCommandOptions>();
  command->add_option("STUDY", options->study, "A study with ranges instead of values, and [search]")->required();
  command->add_option("-o,--output", options->out, "The results file to write or resume [study.db for study.toml]")
      ->type_name("FILE");
  command->add_option("--best", options->best, "Write the best candidate as a study of its own, for regretta run")
      ->type_name("STUDY");
  expect_integer(command->add_option("-t,--threads", options->threads,
                                     "Worker threads [all]; what is found does not depend on the number"),
                 "N", 1, 4096);
  repeatable(command->add_option("--set", options->overrides,
                                 "Override a value of the study, such as search.rounds=1e10; may be repeated"))
      ->type_name("KEY=VALUE");
  command->add_flag("-n,--dry-run", options->dry_run, "Only print the space and an estimate: candidates, rounds, time");
  command->add_flag("-q,--quiet", options->quiet, "No progress and no report; errors only");
  add_with_option(*command, context);
  end_help(*command,
           "The best candidates are played again on fresh trials, and only what these show is claimed. With more "
           "search.rounds the same command goes on.",
           {"regretta search study.toml --best worst.toml", "Search, and write what was found as a study"},
           {"regretta search study.toml --set search.rounds=1e10 --dry-run", "What would 10^10 rounds buy?"});
  command->callback([options, &context] { context.status = search(*options, context); });
}

}  // namespace regretta
