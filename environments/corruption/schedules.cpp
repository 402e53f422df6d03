#include "regretta/environments/corruption/schedules.hpp"

#include <fmt/format.h>

namespace regretta {

std::int64_t Burst::first(std::int64_t T) const {
  if (burst_start_fraction) return std::min(1 + whole_rounds(*burst_start_fraction, T), T);
  if (!burst_start)
    throw InputError("burst_start",
                     "is missing; schedule = \"burst\" expects its first round (or burst_start_fraction, of T)");
  if (*burst_start > T)
    throw InputError("burst_start", fmt::format("{} is past the last round; expected 1 to {}", *burst_start, T));
  return *burst_start;
}

}  // namespace regretta
