#pragma once
/// The reference pages of the handbook, in Markdown.

#include <string>

#include "regretta/engine/plugin/catalogue.hpp"

namespace CLI {
class App;
}

namespace regretta {

std::string markdown_commands(const CLI::App& program);
std::string markdown_learners(const Catalogue& catalogue);
std::string markdown_environments(const Catalogue& catalogue);  ///< and the parts that they are made of
std::string markdown_measures(const Catalogue& catalogue);      ///< and the quantities of every trial

}  // namespace regretta
