#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/study/file/version.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"

namespace regretta {
namespace {

struct Group {
  const char* name;
  std::vector<void (*)(CLI::App&, ProgramContext&)> commands;
};

/// Every command, as `--help` lists them.
const std::vector<Group> groups{
    {"Run",
     {add_init_command, add_list_command, add_run_command, add_search_command, add_attack_command, add_merge_command}},
    {"Look",
     {add_show_command, add_plot_command, add_report_command, add_worst_command, add_replay_command,
      add_export_command}},
    {"Compare",
     {add_compare_command, add_rank_command, add_rates_command, add_tail_command, add_stops_command,
      add_baseline_command}},
    {"Trust",
     {add_audit_command, add_diagnose_command, add_verify_command, add_digest_command, add_version_command,
      add_cite_command}},
    {"Extend", {add_new_command, add_check_command, add_bench_command, add_manual_command}}};

}  // namespace

void add_commands(CLI::App& app, ProgramContext& context) {
  app.name("regretta");
  app.description("Regretta: Monte Carlo studies of constrained bandits under constraint corruption.");
  app.require_subcommand(1);
  app.set_help_flag("-h,--help", "Print this help, or that of a command");
  app.set_version_flag("--version", fmt::format("regretta {}", version));
  wrap_help(app);
  app.footer(
      "A first study:  regretta init study.toml && regretta run study.toml &&\n"
      "                regretta show study.db\n"
      "Exit status:    0 done, 1 a check failed, 2 usage or bad input, 3 finished but\n"
      "                some trials failed, 130 interrupted (finished blocks are saved;\n"
      "                run the same command again to resume)\n"
      "Environment:    REGRETTA_ISA=v3, avx512, neon or generic: the instruction set to\n"
      "                use (regretta version prints it)");
  for (const auto& [group, commands] : groups)
    for (const auto add : commands) {
      add(app, context);
      app.get_subcommands({}).back()->group(group);
    }
  for (CLI::App* command : app.get_subcommands({})) refuse_empty_values(*command);
}

}  // namespace regretta
