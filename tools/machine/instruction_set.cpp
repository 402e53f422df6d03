#include "regretta/tools/machine/instruction_set.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <type_traits>

#include <fmt/format.h>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/tools/machine/processor.hpp"

namespace regretta {

std::string_view name_of(InstructionSet set) {
  static constexpr Choice names = choice_of<InstructionSet>({{InstructionSet::generic, "generic"},
                                                             {InstructionSet::v3, "v3"},
                                                             {InstructionSet::avx512, "avx512"},
                                                             {InstructionSet::neon, "neon"}});
  return names.word_of(set);
}

std::string names_of(const std::vector<InstructionSet>& sets) {
  std::string names;
  for (const InstructionSet set : sets) names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(set));
  return names;
}

InstructionSet baseline_instruction_set() {
  using native::Baseline;
  return std::is_same_v<Baseline, native::V3>     ? InstructionSet::v3
         : std::is_same_v<Baseline, native::Neon> ? InstructionSet::neon
                                                  : InstructionSet::generic;
}

std::vector<InstructionSet> available_instruction_sets() {
  std::vector<InstructionSet> sets;
#if defined(REGRETTA_WITH_GENERIC)
  sets.push_back(InstructionSet::generic);
#endif
  sets.push_back(baseline_instruction_set());
#if defined(REGRETTA_WITH_AVX512)
  if (processor_has_avx512()) sets.push_back(InstructionSet::avx512);
#endif
  return sets;
}

InstructionSet chosen_instruction_set() {
  const std::vector<InstructionSet> sets = available_instruction_sets();
  const char* asked = std::getenv("REGRETTA_ISA");
  if (asked == nullptr || *asked == '\0') return sets.back();
  const auto found = std::ranges::find(sets, asked, name_of);
  if (found != sets.end()) return *found;
  throw std::invalid_argument(fmt::format(
      "REGRETTA_ISA is \"{}\", expected one that this program and processor have: {}", asked, names_of(sets)));
}

InstructionSet instruction_set_to_use() {
  try {
    return chosen_instruction_set();
  } catch (const std::invalid_argument&) {
    return baseline_instruction_set();
  }
}

}  // namespace regretta
