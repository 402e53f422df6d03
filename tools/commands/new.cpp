#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {

// new_learner.hpp.in and new_adversary.hpp.in, embedded by tools/CMakeLists.txt.
extern const char* const new_learner_text;
extern const char* const new_adversary_text;

namespace {

struct NewOptions {
  std::string what;
  std::string name;
  std::string output;
};

/// "my-learner" becomes "MyLearner".
std::string class_name(const std::string& kind) {
  std::string name;
  bool begins = true;
  for (const char c : kind) {
    if (c == '-' || c == '_') {
      begins = true;
      continue;
    }
    name += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = false;
  }
  return name;
}

void replace_all(std::string& text, std::string_view mark, const std::string& value) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
    text.replace(at, mark.size(), value);
}

void check_name(const std::string& kind) {
  const bool fine = kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos &&
                    std::islower(static_cast<unsigned char>(kind.front())) != 0;
  if (!fine)
    throw std::invalid_argument(fmt::format(
        "\"{}\": expected a name of lower-case letters, digits and dashes that begins with a letter", kind));
}

void write_skeleton(const NewOptions& options) {
  check_name(options.name);
  const std::string file = options.output.empty() ? options.name + ".hpp" : options.output;
  if (std::filesystem::exists(file))
    throw std::invalid_argument(fmt::format("{}: exists, and is not overwritten; give another --output", file));
  std::string text = options.what == "learner" ? new_learner_text : new_adversary_text;
  const std::string kind = "my-" + options.what, mark = "\x01";  // the names of files may contain that of the kind
  replace_all(text, kind + ".hpp", mark);
  replace_all(text, kind, options.name);
  replace_all(text, class_name(kind), class_name(options.name));
  std::string function = options.name;
  std::ranges::replace(function, '-', '_');
  replace_all(text, "my_" + options.what, function);
  replace_all(text, mark, shell_quoted(file));
  std::ofstream out(file);
  if (!(out << text) || !out.flush()) throw std::invalid_argument(fmt::format("{}: cannot be written", file));
  fmt::print("Wrote {}: {} {} that works, to be changed into yours; then give --with {} to run\n", file,
             options.what == "learner" ? "a" : "an", options.what, shell_quoted(file));
}

}  // namespace

void add_new_command(CLI::App& app, ProgramContext&) {
  CLI::App* command = app.add_subcommand("new", "Write a learner or an adversary of your own to begin with");
  auto options = std::make_shared<NewOptions>();
  command->add_option("WHAT", options->what, "learner or adversary")
      ->required()
      ->check(CLI::IsMember({"learner", "adversary"}));
  command->add_option("NAME", options->name, "Its kind in a study, such as my-learner")->required();
  command->add_option("-o,--output", options->output, "The C++ header to write [NAME.hpp]")->type_name("FILE");
  command->callback([options] { write_skeleton(*options); });
}

}  // namespace regretta
