#pragma once
/// A program may hold its round loops several times: for the baseline of its processor's architecture, for AVX-512, and
/// in plain C++. Which one runs is decided at start and changes no bit of any result.

#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/real/native.hpp"

namespace regretta {

enum class InstructionSet { generic, v3, avx512, neon };

/// As its maker calls it, "AMD EPYC 7B13"; "unknown processor" where the system does not say.
std::string processor_name();

/// As REGRETTA_ISA spells it.
std::string_view name_of(InstructionSet set);
std::string names_of(const std::vector<InstructionSet>& sets);

/// What all of the program is compiled for.
InstructionSet baseline_instruction_set();

/// Those that this program holds and this processor can run; the best comes last.
std::vector<InstructionSet> available_instruction_sets();

/// The one that the environment variable REGRETTA_ISA names, else the best available. Throws std::invalid_argument.
InstructionSet chosen_instruction_set();

/// The same, but the baseline where REGRETTA_ISA cannot be obeyed, which regretta_main will report.
InstructionSet instruction_set_to_use();

/// Calls f(native::V3()), f(native::Avx512()), ..., whichever is to be used.
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
