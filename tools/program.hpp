#pragma once
/// The regretta program, for any catalogue: a main of your own adds plugins and calls this.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/terminal/exit_status.hpp"

namespace regretta {

/// Runs the command that the arguments name; returns the exit status. Errors go to standard error, one line each.
int regretta_main(int argc, char** argv, const Catalogue& catalogue);

}  // namespace regretta
