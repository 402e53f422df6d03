/// libFuzzer's entry point; REGRETTA_FUZZED is a function of targets.hpp.

#include <cstddef>

#include "regretta/tests/fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  regretta::fuzz::REGRETTA_FUZZED({data, size});
  return 0;
}
