#include "regretta/tools/machine/memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

namespace regretta {

double resident_now() {
  double pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double most_resident() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace regretta
