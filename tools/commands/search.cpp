#include "regretta/tools/commands/search_run.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"

namespace regretta {
namespace {

struct SearchCommandOptions {
  std::string study;
  SearchRunOptions run;
};

int search(const SearchCommandOptions& given, ProgramContext& context) {
  SearchRunOptions options = given.run;
  if (!context.ranks.leads()) {
    context.ranks.work_for_leader(context.catalogue(), std::filesystem::path(given.study).parent_path().string(),
                                  options.threads);
    return exit_status::done;
  }
  if (options.out.empty()) options.out = std::filesystem::path(given.study).stem().string() + ".db";
  return run_and_tell(read_study(given.study, options.overrides), options, context);
}

}  // namespace

void add_search_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("search", "Search the settings that hurt a learner most, or suit it best");
  auto options = std::make_shared<SearchCommandOptions>();
  command->add_option("STUDY", options->study, "A study with ranges instead of values, and [search]")->required();
  add_search_run_options(*command, options->run, "[study.db for study.toml]", context);
  end_help(*command,
           "The best candidates are played again on fresh trials, and only what these show is claimed. With more "
           "search.rounds the same command goes on. Ranges in learners and environments make pairs; with "
           "search.against = \"search\" attacks and searches of the learner take turns (min-max).",
           {"regretta search study.toml --best worst.toml", "Search, and write what was found as a study"},
           {"regretta search study.toml --set search.rounds=1e10 --dry-run", "What would 10^10 rounds buy?"});
  command->callback([options, &context] { context.status = search(*options, context); });
}

}  // namespace regretta
