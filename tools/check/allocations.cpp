// Replaces the C library's heap functions in this program: counts the calls and forwards them. operator new and Eigen's
// allocation functions end here, too.

#include "regretta/tools/check/allocations.hpp"

#include <cerrno>
#include <cstddef>

namespace {
thread_local std::int64_t heap_calls = 0;
}

namespace regretta {
std::int64_t allocations() { return heap_calls; }
}  // namespace regretta

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define REGRETTA_HEAP_IS_TAKEN
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define REGRETTA_HEAP_IS_TAKEN
#endif

#if defined(REGRETTA_HEAP_IS_TAKEN)

bool regretta::can_count_allocations() { return false; }

#else

bool regretta::can_count_allocations() { return true; }

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) noexcept {
  ++heap_calls;
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) noexcept {
  ++heap_calls;
  return __libc_calloc(number, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  ++heap_calls;
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  ++heap_calls;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++heap_calls;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** result, std::size_t alignment, std::size_t size) noexcept {
  ++heap_calls;
  *result = __libc_memalign(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}
}

#endif
