#pragma once
/// The help of the program and of its commands: lines of at most 80 characters, and two examples at the end.

#include <string>

namespace CLI {
class App;
}

namespace regretta {

/// A command line to copy, and its description.
struct Example {
  std::string line;  ///< "regretta show f.db --where environment=trace"; quoted for a shell
  std::string what;
};

/// Ends the help of `command` with `notes`, if there are any, and two examples.
void end_help(CLI::App& command, const std::string& notes, const Example& first, const Example& second);

/// Breaks the help of `app`, and of commands added later, into lines of at most 80 characters. Examples are not broken.
void wrap_help(CLI::App& app);

}  // namespace regretta
