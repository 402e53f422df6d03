#pragma once
/// The commands. Each function adds a command with its options to the program; when the command line names the command,
/// its callback runs it and sets the exit status.

#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/machine/plugin_build.hpp"
#include "regretta/tools/ranks/ranks.hpp"

namespace CLI {
class App;
}

namespace regretta {

/// The context of every command.
struct ProgramContext {
  Catalogue known;      ///< the plugins known so far; commands call catalogue(), which adds those of --with
  std::string program;  ///< argv[0], for messages that suggest the next command
  Ranks& ranks;
  int status = 0;                           ///< exit status
  std::vector<std::string> with{};          ///< the headers with plugins to compile (--with)
  std::vector<std::string> loaded{};        ///< loaded headers with checksums, such as "greedy-c7c9b260453142bb"
  std::vector<ForeignFunctions> foreign{};  ///< functions of the C library that each header of --with calls
  bool has_loaded = false;                  ///< whether the headers of --with have been loaded
  /// Compiles and loads a header. Set by add_commands; null in the first program (tools/first.cpp).
  CompiledPlugin (*compile)(const std::string& header, Catalogue&) = nullptr;

  /// All plugins. The first call compiles and loads those of --with; throws std::runtime_error if that fails.
  const Catalogue& catalogue();
};
/// Adds --with to a command that calls context.catalogue().
void add_with_option(CLI::App& command, ProgramContext& context);

/// Sets the name, description and flags of the program. Called before its commands are added.
void describe_program(CLI::App& app);

/// Adds every command, and sets context.compile.
void add_commands(CLI::App& app, ProgramContext& context);

void add_run_command(CLI::App& app, ProgramContext& context);
void add_search_command(CLI::App& app, ProgramContext& context);
void add_attack_command(CLI::App& app, ProgramContext& context);
void add_merge_command(CLI::App& app, ProgramContext& context);
void add_show_command(CLI::App& app, ProgramContext& context);
void add_export_command(CLI::App& app, ProgramContext& context);
void add_audit_command(CLI::App& app, ProgramContext& context);
void add_compare_command(CLI::App& app, ProgramContext& context);
void add_rank_command(CLI::App& app, ProgramContext& context);
void add_baseline_command(CLI::App& app, ProgramContext& context);
void add_rates_command(CLI::App& app, ProgramContext& context);
void add_diagnose_command(CLI::App& app, ProgramContext& context);
void add_report_command(CLI::App& app, ProgramContext& context);
void add_plot_command(CLI::App& app, ProgramContext& context);
void add_digest_command(CLI::App& app, ProgramContext& context);
void add_replay_command(CLI::App& app, ProgramContext& context);
void add_verify_command(CLI::App& app, ProgramContext& context);
void add_check_command(CLI::App& app, ProgramContext& context);
void add_bench_command(CLI::App& app, ProgramContext& context);
void add_list_command(CLI::App& app, ProgramContext& context);
void add_init_command(CLI::App& app, ProgramContext& context);
void add_new_command(CLI::App& app, ProgramContext& context);
void add_version_command(CLI::App& app, ProgramContext& context);

}  // namespace regretta
