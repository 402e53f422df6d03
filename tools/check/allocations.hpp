#pragma once
/// Counts what a learner allocates, with the library libregretta_counted_heap.so (counted_heap.cpp), which the loader
/// has to put before the C library.

#include <cstdint>

namespace regretta {

/// Number of heap calls so far by this thread, from any source (operator new, Eigen, the C library).
std::int64_t allocations();

/// Whether the library was loaded; otherwise `allocations` stays 0.
bool can_count_allocations();

/// Starts this program again with the library, which lies beside the program or in ../lib/regretta, and does not
/// return. Returns if it has been loaded already, or is not there, as in builds with sanitizers, which have a heap of
/// their own.
void start_again_with_counted_heap();

}  // namespace regretta
