#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/study/file/version.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"

namespace regretta {

const Catalogue& ProgramContext::catalogue() {
  if (!has_loaded)
    for (const std::string& header : with) {
      CompiledPlugin plugin = compile(header, known);
      loaded.push_back(std::move(plugin.name));
      foreign.push_back(std::move(plugin.foreign));
    }
  has_loaded = true;
  return known;
}

void add_with_option(CLI::App& command, ProgramContext& context) {
  repeatable(command.add_option(
                 "--with", context.with,
                 "A C++ header with learners or environments of your own (regretta new writes one); may be repeated"))
      ->type_name("FILE");
}

void describe_program(CLI::App& app) {
  app.name("regretta");
  app.description("Regretta: Monte Carlo studies of constrained bandits under constraint corruption.");
  app.require_subcommand(1);
  app.set_help_flag("-h,--help", "Print this help; also: regretta help [COMMAND]");
  app.set_version_flag("--version", fmt::format("regretta {}", version));
  wrap_help(app);
  app.footer(
      "A first study:  regretta init study.toml && regretta run study.toml &&\n"
      "                regretta show study.db\n"
      "Exit status:    0 done, 1 a check failed, 2 usage or bad input, 3 finished but\n"
      "                some trials failed, 130 interrupted (finished blocks are saved;\n"
      "                run the same command again to resume)\n"
      "Environment:    REGRETTA_ISA=NAME: the instruction set to use, one of those that\n"
      "                regretta version calls available");
}

}  // namespace regretta
