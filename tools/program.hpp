#pragma once
/// The regretta program for any catalogue: a main of your own adds plugins to a catalogue and calls regretta_main.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/ranks/transport.hpp"
#include "regretta/tools/terminal/exit_status.hpp"

namespace regretta {

/// Runs the command in the arguments and returns the exit status (terminal/exit_status.hpp). Errors go to standard
/// error, one line each; no exception escapes.
/// job: the processes that share the run; null for the MPI job of this process, if any.
int regretta_main(int argc, char** argv, const Catalogue& catalogue, std::unique_ptr<Transport> job = nullptr);

}  // namespace regretta
