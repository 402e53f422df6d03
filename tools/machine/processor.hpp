#pragma once

namespace regretta {

/// The processor and the operating system run x86-64-v4 code.
bool processor_has_avx512();

}  // namespace regretta
