// A library of its own, for allocations.cpp and isolated.cpp: stands before the C library's heap functions, counts the
// calls, forwards them, and fills what they hand out if asked to. operator new and Eigen's allocation functions end
// here, too.

#include <cerrno>
#include <cstddef>
#include <cstdint>

#if defined(__GLIBC__)

#include <malloc.h>

#include <cstring>

namespace {
[[gnu::tls_model("initial-exec")]] thread_local std::int64_t heap_calls = 0;  // other models allocate
int filling = -1;                                                             // a byte, or none

void* filled(void* block) {
  if (filling >= 0 && block != nullptr) std::memset(block, filling, ::malloc_usable_size(block));
  return block;
}
}  // namespace

extern "C" {
std::int64_t regretta_heap_calls() { return heap_calls; }
void regretta_fill_heap(int byte) { filling = byte; }

void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) noexcept {
  ++heap_calls;
  return filled(__libc_malloc(size));
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
  return filled(__libc_memalign(alignment, size));
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept { return memalign(alignment, size); }
int posix_memalign(void** result, std::size_t alignment, std::size_t size) noexcept {
  *result = memalign(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}
}

#endif
