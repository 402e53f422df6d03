#include "regretta/tools/program.hpp"

#include <utility>

#include "regretta/tools/command_line.hpp"

namespace regretta {

int regretta_main(int argc, char** argv, const Catalogue& catalogue, const PluginSources& sources,
                  std::unique_ptr<Transport> job) {
  return call_command(argc, argv, catalogue, sources, std::move(job), add_commands);
}

}  // namespace regretta
