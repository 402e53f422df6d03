#pragma once
/// What the processor can run. Used by instruction_set.hpp; processor.cpp also ends the program on processors too old
/// for it, before main.

namespace regretta {

/// Whether the processor and the operating system support x86-64-v4 code.
bool processor_has_avx512();

}  // namespace regretta
