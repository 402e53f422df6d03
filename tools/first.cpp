/// The first program: what `tools/regretta run` needs, compiled in half the time of the whole. It has the learners that
/// README's studies play and knows the names of the others; where it does not suffice, tools/regretta goes on with the
/// whole program.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "regretta/environments/catalogue.hpp"
#include "regretta/learners/first_learners.hpp"
#include "regretta/tools/command_line.hpp"
#include "regretta/tools/machine/instruction_set.hpp"
#include "regretta/tools/terminal/exit_status.hpp"

namespace regretta {

extern const std::vector<const char*> names_of_learners;  // CMake writes the list (tools/CMakeLists.txt)

namespace {

Catalogue first_catalogue() {
  Catalogue catalogue;
  add_plugins(catalogue, {.ships = true}, [](Catalogue& ours) {
    with_instruction_set([&](auto isa) { add_first_learners<decltype(isa)>(ours); });
    for (const char* name : names_of_learners)
      if (ours.learner(name) == nullptr) ours.learners.push_back({.name = name});
    add_environments(ours);
    add_measures(ours);
  });
  return catalogue;
}

/// Plugins are compiled to be loaded by the whole program.
bool suffices(std::span<char*> arguments) {
  return arguments.size() > 1 && std::string_view(arguments[1]) == "run" &&
         std::ranges::none_of(arguments, [](std::string_view word) { return word.starts_with("--with"); });
}

/// The script that called this program, and whose name it has, calls the whole one instead.
int call_whole_program(char** argv) {
  if (std::getenv("REGRETTA_WHOLE") == nullptr && ::setenv("REGRETTA_WHOLE", "1", 1) == 0) ::execv(argv[0], argv);
  std::fputs("regretta: this program only runs studies of the first learners; tools/regretta builds the whole one\n",
             stderr);
  return exit_status::bad_input;
}

int main_of_first(int argc, char** argv) {
  if (!suffices({argv, static_cast<std::size_t>(argc)})) return call_whole_program(argv);
  try {
    return call_command(argc, argv, first_catalogue(), nullptr, add_run_command);
  } catch (const NotInThisProgram&) {
    return call_whole_program(argv);
  }
}

}  // namespace
}  // namespace regretta

int main(int argc, char** argv) { return regretta::main_of_first(argc, argv); }
