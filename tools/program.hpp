#pragma once
/// The regretta program for any catalogue: your own main adds plugins and calls this.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/ranks/transport.hpp"
#include "regretta/tools/terminal/exit_status.hpp"

namespace regretta {

/// Runs the command in the arguments and returns the exit status (terminal/exit_status.hpp). Errors go to standard
/// error, one line each; no exception escapes.
/// job: processes that share the run; null: the MPI job that started this process, if any.
int regretta_main(int argc, char** argv, const Catalogue& catalogue, std::unique_ptr<Transport> job = nullptr);

}  // namespace regretta
