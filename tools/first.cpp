/// The first program: it has only the command `run`, and compiles in half the time of the whole program. It has the
/// learners that README's studies play, and knows the names of the others. For anything else, tools/regretta builds and
/// calls the whole program.

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
  add_plugins(catalogue, {.ships = true}, [](Catalogue& shipped) {
    with_instruction_set([&](auto isa) { add_first_learners<decltype(isa)>(shipped); });
    for (const char* name : names_of_learners)
      if (shipped.learner(name) == nullptr) shipped.learners.push_back({.name = name});
    add_environments(shipped);
    add_measures(shipped);
  });
  return catalogue;
}

/// Whether this program has the command and its options: only the whole program can load plugins (--with).
bool can_run(std::span<char*> arguments) {
  return arguments.size() > 1 && std::string_view(arguments[1]) == "run" &&
         std::ranges::none_of(arguments, [](std::string_view word) { return word.starts_with("--with"); });
}

/// Calls the script tools/regretta again (argv[0]), which then builds and calls the whole program.
int call_whole_program(char** argv) {
  if (std::getenv("REGRETTA_WHOLE") == nullptr && ::setenv("REGRETTA_WHOLE", "1", 1) == 0) ::execv(argv[0], argv);
  std::fputs("regretta: this program only runs studies of the first learners; tools/regretta builds the whole one\n",
             stderr);
  return exit_status::bad_input;
}

int first_main(int argc, char** argv) {
  if (!can_run({argv, static_cast<std::size_t>(argc)})) return call_whole_program(argv);
  try {
    return call_command(argc, argv, first_catalogue(), nullptr, add_run_command);
  } catch (const NotInThisProgram&) {
    return call_whole_program(argv);
  }
}

}  // namespace
}  // namespace regretta

int main(int argc, char** argv) { return regretta::first_main(argc, argv); }
