#pragma once
/// The commands and options of the program as plain values, read from their definitions: what the reference, the man
/// page and the completions are written from.

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace regretta {

/// An option or an argument of a command.
struct OptionFacts {
  std::string short_name;          ///< "-o"; "": none
  std::string long_name;           ///< "--output"; "": an argument
  std::string value;               ///< "PATH", "text|csv", or the argument's name; "": a flag
  std::vector<std::string> words;  ///< all that it accepts; empty: anything
  std::string help;
  bool is_required = false;
  bool repeats = false;    ///< takes several values
  bool is_a_list = false;  ///< of values separated by commas

  bool is_argument() const { return long_name.empty() && short_name.empty(); }
  bool is_flag() const { return value.empty(); }
  std::string names() const;  ///< "-o, --output", or the argument's name
};

struct CommandFacts {
  std::string name;
  std::string group;  ///< under which --help lists it, such as "Look"
  std::string summary;
  std::string notes;  ///< what its help ends with, if that is its own
  std::vector<OptionFacts> options;

  std::string usage() const;  ///< "compare [OPTIONS] FILE [NEW]"
};

struct ProgramFacts {
  std::string name;
  std::string summary;
  std::string notes;
  std::vector<CommandFacts> commands;
};

ProgramFacts program_facts(const CLI::App& app);

}  // namespace regretta
