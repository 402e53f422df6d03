// Unlike everything else, this file is compiled for any x86-64 processor: it must run where the rest cannot.

#include "regretta/tools/machine/processor.hpp"

#if defined(__x86_64__)

#include <string_view>

#include <unistd.h>

namespace regretta {
namespace {

/// Runs before main and before all other initialisers, which may already use x86-64-v3.
[[gnu::constructor(101)]] void refuse_older_processors() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2"))
    return;
  constexpr std::string_view message =
      "regretta: this processor cannot run Regretta, which needs x86-64-v3 (AVX2, FMA, BMI2): "
      "Intel Haswell (2013), AMD Excavator (2015) or later\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, message.data(), message.size());
  _exit(2);  // exit_status::bad_input
}

}  // namespace

bool processor_has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
}

}  // namespace regretta

#else

namespace regretta {

bool processor_has_avx512() { return false; }

}  // namespace regretta

#endif
