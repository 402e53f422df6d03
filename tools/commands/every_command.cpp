#include <CLI/CLI.hpp>

#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/machine/compiled_plugin.hpp"

namespace regretta {
namespace {

struct CommandGroup {
  const char* name;
  std::vector<void (*)(CLI::App&, ProgramContext&)> commands;
};

/// Every command, as `--help` lists them.
const std::vector<CommandGroup> command_groups{
    {"Run",
     {add_init_command, add_list_command, add_run_command, add_search_command, add_attack_command, add_merge_command}},
    {"Look", {add_show_command, add_plot_command, add_report_command, add_replay_command, add_export_command}},
    {"Compare", {add_compare_command, add_rank_command, add_rates_command, add_baseline_command}},
    {"Trust", {add_audit_command, add_diagnose_command, add_verify_command, add_digest_command, add_version_command}},
    {"Extend", {add_new_command, add_check_command, add_bench_command}}};

}  // namespace

void add_commands(CLI::App& app, ProgramContext& context) {
  context.compile = add_compiled_plugins;
  for (const auto& [group, commands] : command_groups)
    for (const auto add : commands) {
      add(app, context);
      app.get_subcommands({}).back()->group(group);
    }
}

}  // namespace regretta
