// Ranks for a program built without MPI.

#include <cstdlib>
#include <stdexcept>

#include <tbb/info.h>

#include "regretta/tools/mpi/ranks.hpp"

namespace regretta {

class Ranks::Job {};

Ranks::Ranks() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* size = std::getenv(name); size && std::atoi(size) > 1)
      throw std::runtime_error(
          "started as one of several MPI ranks, but built without MPI (configure with -DREGRETTA_MPI=ON, or: "
          "tools/build mpi regretta)");
}
Ranks::~Ranks() = default;

bool Ranks::leads() const { return true; }
int Ranks::size() const { return 1; }
int Ranks::threads_each() const { return tbb::info::default_concurrency(); }
Crew* Ranks::call(const Plan&) { return nullptr; }
bool Ranks::wait_for_call() const { return false; }
void Ranks::work(const Plan&, int) const {}
void Ranks::abort(std::string_view) const { std::abort(); }

std::string mpi_text() { return "none (-DREGRETTA_MPI=ON)"; }

}  // namespace regretta
