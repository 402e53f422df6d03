#include "regretta/tools/instruction_set.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/tools/processor.hpp"

namespace regretta {

std::string processor_name() {
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);)
    if (const auto place = line.find(": "); line.starts_with("model name") && place != std::string::npos)
      return line.substr(place + 2);
  return "unknown processor";
}

std::string_view name_of(InstructionSet set) { return set == InstructionSet::avx512 ? "avx512" : "v3"; }

std::string names_of(const std::vector<InstructionSet>& sets) {
  std::string names;
  for (const InstructionSet set : sets) names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(set));
  return names;
}

std::vector<InstructionSet> available_instruction_sets() {
  std::vector<InstructionSet> sets = {InstructionSet::v3};
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
  throw std::invalid_argument(
      fmt::format("REGRETTA_ISA is \"{}\"; this program on this processor has: {}", asked, names_of(sets)));
}

InstructionSet instruction_set_to_use() {
  try {
    return chosen_instruction_set();
  } catch (const std::invalid_argument&) {
    return InstructionSet::v3;
  }
}

}  // namespace regretta
