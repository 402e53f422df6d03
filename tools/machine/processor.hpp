#pragma once
/// The abilities of the processor. processor.cpp also ends the program, before main, on processors that are too old.

namespace regretta {

/// Whether the processor and the operating system support x86-64-v4 code.
bool processor_has_avx512();

}  // namespace regretta
