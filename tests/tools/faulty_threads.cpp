#include "faulty_threads.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <limits>

namespace regretta::fakes {
namespace {

std::atomic<int> most_alive = std::numeric_limits<int>::max();
std::atomic<int> alive = 0;

struct Start {
  void* (*run)(void*);
  void* argument;
};

void* run_counted(void* pointer) {
  const Start start = *static_cast<Start*>(pointer);
  delete static_cast<Start*>(pointer);
  // A destructor also runs if the thread ends by pthread_exit().
  struct CountDown {
    ~CountDown() { --alive; }
  } const count_down;
  return start.run(start.argument);
}

}  // namespace

void limit_threads(int most) { most_alive = most; }

}  // namespace regretta::fakes

/// Replaces the C library's function of this name, also in the C++ library and TBB.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                              void* argument) noexcept {
  using namespace regretta::fakes;
  static const auto real = reinterpret_cast<decltype(&pthread_create)>(::dlsym(RTLD_NEXT, "pthread_create"));
  if (++alive > most_alive) {
    --alive;
    return EAGAIN;
  }
  const int result = real(thread, attributes, run_counted, new Start{run, argument});
  if (result != 0) --alive;
  return result;
}
