// A library of its own, for allocations.cpp and isolated.cpp: stands before the C library's heap functions, counts the
// calls, fills what they hand out if asked to, and ends the process where a block that is given back was written past
// its end. operator new and Eigen's allocation functions end here, too.

#include <cerrno>
#include <cstddef>
#include <cstdint>

#if defined(__GLIBC__)

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace {

/// Before the bytes of a block; after them stands the guard, which is fresh memory to whoever reads past the end.
struct alignas(16) Header {
  std::uint64_t mark;
  void* start;  ///< of what the C library handed out
  std::size_t size;
  unsigned char guard;
};

constexpr std::uint64_t of_ours = 0x9e3779b97f4a7c15;
constexpr std::size_t guard_size = 32;

[[gnu::tls_model("initial-exec")]] thread_local std::int64_t heap_calls = 0;  // other models allocate
int filling = -1;                                                             // a byte, or none

Header* header_of(void* block) {  // none: handed out before this library was there
  auto* header = static_cast<Header*>(block) - 1;
  return header->mark == of_ours ? header : nullptr;
}

[[noreturn]] void say_and_abort(std::string_view text) {
  if (::write(STDERR_FILENO, text.data(), text.size()) < 0) std::abort();
  std::abort();
}

void* handed_out(std::size_t alignment, std::size_t size, int fill) {
  ++heap_calls;
  const std::size_t before = std::max(alignment, sizeof(Header)), all = before + size + guard_size;
  void* start = all < size                     ? nullptr
                : alignment <= alignof(Header) ? __libc_malloc(all)
                                               : __libc_memalign(alignment, all);
  if (start == nullptr) {
    errno = ENOMEM;
    return nullptr;
  }
  unsigned char* block = static_cast<unsigned char*>(start) + before;
  const auto guard = static_cast<unsigned char>(filling >= 0 ? filling : 0xa5);
  *(reinterpret_cast<Header*>(block) - 1) = {of_ours, start, size, guard};
  if (fill >= 0) std::memset(block, fill, size);
  std::memset(block + size, guard, guard_size);
  return block;
}

}  // namespace

extern "C" {
std::int64_t regretta_heap_calls() { return heap_calls; }
void regretta_fill_heap(int byte) { filling = byte; }

void free(void* block) noexcept {
  if (block == nullptr) return;
  Header* header = header_of(block);
  if (header == nullptr) return __libc_free(block);
  const unsigned char* end = static_cast<unsigned char*>(block) + header->size;
  if (std::any_of(end, end + guard_size, [&](unsigned char byte) { return byte != header->guard; }))
    say_and_abort("a block of the heap was written past its end\n");
  header->mark = 0;
  __libc_free(header->start);
}

std::size_t malloc_usable_size(void* block) noexcept {
  const Header* header = block == nullptr ? nullptr : header_of(block);
  return header == nullptr ? 0 : header->size;
}

void* malloc(std::size_t size) noexcept { return handed_out(0, size, filling); }
void* calloc(std::size_t number, std::size_t size) noexcept {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(number, size, &bytes)) bytes = SIZE_MAX;
  return handed_out(0, bytes, 0);
}
void* realloc(void* old, std::size_t size) noexcept {
  if (old != nullptr && header_of(old) == nullptr) return __libc_realloc(old, size);
  void* block = handed_out(0, size, filling);
  if (old == nullptr || block == nullptr) return block;
  std::memcpy(block, old, std::min(size, malloc_usable_size(old)));
  free(old);
  return block;
}
void* memalign(std::size_t alignment, std::size_t size) noexcept { return handed_out(alignment, size, filling); }
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept { return memalign(alignment, size); }
int posix_memalign(void** result, std::size_t alignment, std::size_t size) noexcept {
  *result = memalign(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}
}

#endif
