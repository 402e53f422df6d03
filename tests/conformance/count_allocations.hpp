#pragma once

#include <cstdint>

namespace regretta::tests {

/// Calls of the heap so far, by this thread, whoever makes them (operator new, Eigen, the C library).
std::int64_t allocations();

/// False where a sanitizer owns the heap: then `allocations` stays 0.
bool can_count_allocations();

}  // namespace regretta::tests
