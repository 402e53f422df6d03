#pragma once
/// What the value of an option or argument may be, so that a shell can complete it.

#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/manual/command_facts.hpp"

namespace regretta {

enum class Completes { nothing, words, files, folders };

struct ValueCompletion {
  Completes by = Completes::nothing;
  std::vector<std::string> words{};
};

/// Completes the values of `option` of the command.
ValueCompletion completion_of(const std::string& command, const OptionFacts& option, const Catalogue& catalogue);

}  // namespace regretta
