#include "regretta/tools/program.hpp"

#include <utility>

#include "regretta/tools/command_line.hpp"

namespace regretta {

int regretta_main(int argc, char** argv, const Catalogue& catalogue, std::unique_ptr<Transport> job) {
  return call_command(argc, argv, catalogue, std::move(job), add_commands);
}

}  // namespace regretta
