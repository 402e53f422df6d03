// The MPI functions of transport.hpp, in a build without MPI.

#include <cstdlib>
#include <stdexcept>

#include "regretta/tools/ranks/transport.hpp"

namespace regretta {

std::unique_ptr<Transport> mpi_transport() {
  // PMIx tells a process its rank, but not the number of ranks: so ranks above 0 throw, and mpirun then ends the job.
  for (const auto& [name, largest_alone] : {std::pair("OMPI_COMM_WORLD_SIZE", 1), {"PMI_SIZE", 1}, {"PMIX_RANK", 0}})
    if (const char* value = std::getenv(name); value && std::atoi(value) > largest_alone)
      throw std::runtime_error(
          "started as one of several MPI ranks, but built without MPI (configure with -DREGRETTA_MPI=ON, or: "
          "tools/build mpi regretta)");
  return nullptr;
}

std::string mpi_text() { return "none (to add it, configure with -DREGRETTA_MPI=ON)"; }

}  // namespace regretta
