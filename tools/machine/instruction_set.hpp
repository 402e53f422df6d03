#pragma once
/// A program may contain its round loops in several versions: for the baseline of its processor's architecture, for
/// AVX-512, and in plain C++. It chooses one at start; the choice changes no bit of any result.

#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/real/native.hpp"

namespace regretta {

enum class InstructionSet { generic, v3, avx512, neon };

/// The name used in REGRETTA_ISA.
std::string_view name_of(InstructionSet set);
std::string names_of(const std::vector<InstructionSet>& sets);

/// The instruction set that the whole program is compiled for.
InstructionSet baseline_instruction_set();

/// The sets that this program contains and this processor can run, best last.
std::vector<InstructionSet> available_instruction_sets();

/// The set that the environment variable REGRETTA_ISA names, else the best available. Throws std::invalid_argument if
/// REGRETTA_ISA names no available set.
InstructionSet chosen_instruction_set();

/// The chosen set, or the baseline if REGRETTA_ISA is invalid, which regretta_main reports later.
InstructionSet instruction_set_to_use();

/// Calls f(native::V3()), f(native::Avx512()), ..., for the set to use.
template <class F>
void with_instruction_set(F f) {
  [[maybe_unused]] const InstructionSet set = instruction_set_to_use();
#if defined(REGRETTA_WITH_AVX512)
  if (set == InstructionSet::avx512) return f(native::Avx512());
#endif
#if defined(REGRETTA_WITH_GENERIC)
  if (set == InstructionSet::generic) return f(native::Generic());
#endif
  f(native::Baseline());
}

}  // namespace regretta
