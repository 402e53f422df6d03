#pragma once

#include <cstdint>

namespace regretta {

/// Number of heap calls so far by this thread, from any source (operator new, Eigen, the C library).
std::int64_t allocations();

/// False if a sanitizer replaces the heap; then `allocations` stays 0.
bool can_count_allocations();

}  // namespace regretta
