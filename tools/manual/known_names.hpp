#pragma once
/// The names that commands know, so that a shell can complete them and a message suggest one.

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

/// Learners and environments.
std::vector<std::string> names_to_check(const Catalogue& catalogue);
/// What `list` prints, each once: kinds, groups and sections.
std::vector<std::string> names_to_list(const Catalogue& catalogue);

/// Completes the values of `option` of the command.
ValueCompletion completion_of(const std::string& command, const OptionFacts& option, const Catalogue& catalogue);

}  // namespace regretta
