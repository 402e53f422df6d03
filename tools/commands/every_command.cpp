#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/study/file/version.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"

namespace regretta {

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
  add_run_command(app, context);
  add_merge_command(app, context);
  add_show_command(app, context);
  add_export_command(app, context);
  add_audit_command(app, context);
  add_compare_command(app, context);
  add_rank_command(app, context);
  add_tail_command(app, context);
  add_stops_command(app, context);
  add_baseline_command(app, context);
  add_rates_command(app, context);
  add_diagnose_command(app, context);
  add_report_command(app, context);
  add_plot_command(app, context);
  add_digest_command(app, context);
  add_replay_command(app, context);
  add_worst_command(app, context);
  add_verify_command(app, context);
  add_check_command(app, context);
  add_bench_command(app, context);
  add_list_command(app, context);
  add_init_command(app, context);
  add_new_command(app, context);
  add_manual_command(app, context);
  add_cite_command(app, context);
  add_version_command(app, context);
  for (CLI::App* command : app.get_subcommands({})) refuse_empty_values(*command);
}

}  // namespace regretta
