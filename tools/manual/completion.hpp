#pragma once
/// Shell scripts that complete commands, options and their values.

#include <string>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/manual/command_facts.hpp"

namespace regretta {

std::string bash_completion(const ProgramFacts& program, const Catalogue& catalogue);
std::string zsh_completion(const ProgramFacts& program, const Catalogue& catalogue);
std::string fish_completion(const ProgramFacts& program, const Catalogue& catalogue);

}  // namespace regretta
