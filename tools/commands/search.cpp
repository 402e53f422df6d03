// The options and the help of `regretta search` and `regretta attack`. The module regretta.search of the Python package
// does the work.

#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "regretta/engine/study/text/study.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/machine/run_program.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"

namespace regretta {
namespace {

void add_search_options(CLI::App& command, const std::string& usual, ProgramContext& context) {
  expect_ending_of(
      command.add_option("-o,--output")->description("The results file to write or resume " + usual)->type_name("FILE"),
      {"results"});
  command.add_option("--best")
      ->description("Write the best candidate as a study of its own for regretta run")
      ->type_name("STUDY");
  expect_integer(command.add_option("-t,--threads")
                     ->description("Worker threads [all]; what is found does not depend on the number"),
                 "N", 1, 4096);
  repeatable(command.add_option("--set")->description(
                 "Override a value of the study, such as search.rounds=1e10; may be repeated"))
      ->type_name("KEY=VALUE");
  command.add_flag("-n,--dry-run")
      ->description("Only print the space, and how many candidates and rounds there would be");
  command.add_flag("-q,--quiet")->description("No progress and no report; errors only");
  add_with_option(command, context);
}

void call_python(const CLI::App& command, ProgramContext& context) {
  if (!context.ranks.leads()) return;
  nlohmann::json values;  // the words after each option, by its name
  for (const CLI::Option* option : command.get_options())
    if (option->count() > 0) values[option->get_single_name()] = option->results();
  become_python({command.get_name(), values.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)}, {"numpy"});
}

}  // namespace

void add_search_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("search", "Search the settings that hurt a learner most, or suit it best");
  command->add_option("STUDY")->description("A study with ranges instead of values, and [search]")->required();
  add_search_options(*command, "[study.db for study.toml]", context);
  end_help(*command,
           "The best candidates are played again on fresh trials, and only what these show is claimed. With more "
           "search.rounds the same command resumes.",
           {"regretta search study.toml --best worst.toml", "Search, and write what was found as a study"},
           {"regretta search study.toml --set search.rounds=1e10 --dry-run", "What would 10^10 rounds buy?"});
  command->callback([command, &context] { call_python(*command, context); });
}

void add_attack_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("attack", "Search the corruption and the instance that hurt a learner most");
  command->add_option("LEARNER")->description("Its kind, such as conomd-fs (regretta list learners)")->required();
  expect_number(command->add_option("--budget")->description("The corruption C, summed over rounds")->required(), "C",
                1e-9, 1e9);
  expect_integer(command->add_option("-T,--horizon")->description("Rounds of a trial [20000]"), "T", 2, max_horizon);
  command->add_option("-m,--metric")
      ->description("What corruption is to raise, such as violation or regret [loss]")
      ->type_name("QUANTITY");
  command->add_flag("--fixed-instance")
      ->description("Keep the instance of README.md, so that only the corruption varies");
  add_search_options(*command, "[attack-LEARNER.db]", context);
  end_help(
      *command,
      "Three arms, one constraint, fixed means; losses, violations, schedule, direction, arm and value vary. The "
      "shipped schedules are tried first. For another space write a study for regretta search.",
      {"regretta attack expopt-conomd --budget 300 --best worst.toml", "What costs most regret, and a study of it"},
      {"regretta attack conomd-fs --budget 500 -T 10000 -m violation", "What costs most violation"});
  command->callback([command, &context] { call_python(*command, context); });
}

}  // namespace regretta
