#pragma once
/// The man page, section 1.

#include <string>

#include "regretta/tools/manual/command_facts.hpp"

namespace regretta {

/// In roff's macros "man". `version_shown` is printed at the foot.
std::string man_page(const ProgramFacts& program, const std::string& version_shown);

}  // namespace regretta
