#pragma once
/// A program with some of the commands: `regretta` has all (program.hpp), the first program only `run` (first.cpp).

#include <memory>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/ranks/transport.hpp"

namespace regretta {

using AddCommands = void(CLI::App& app, ProgramContext& context);

/// The same as regretta_main (program.hpp), for the commands that add_commands adds. Throws NotInThisProgram.
int call_command(int argc, char** argv, const Catalogue& catalogue, std::unique_ptr<Transport> job,
                 AddCommands& add_commands);

}  // namespace regretta
