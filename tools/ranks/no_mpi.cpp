// The MPI functions of transport.hpp, in a build without MPI.

#include <cstdlib>
#include <stdexcept>

#include "regretta/tools/ranks/transport.hpp"

namespace regretta {

std::unique_ptr<Transport> mpi_transport() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* size = std::getenv(name); size && std::atoi(size) > 1)
      throw std::runtime_error(
          "started as one of several MPI ranks, but built without MPI (configure with -DREGRETTA_MPI=ON, or: "
          "tools/build mpi regretta)");
  return nullptr;
}

std::string mpi_text() { return "none (to add it, configure with -DREGRETTA_MPI=ON)"; }

}  // namespace regretta
