#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/skeletons.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

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

/// Whether `word` stands in the text as a word of its own.
bool has_word(const std::string& text, const std::string& word) {
  return std::regex_search(text, std::regex("\\b" + word + "\\b"));
}

/// Names of the engine that plugins may want beside those in the skeletons.
constexpr std::array<std::string_view, 12> public_names{"Mask",   "Matrix",       "Index",   "Word",
                                                        "Draws",  "Oracle",       "Bound",   "Choice",
                                                        "Result", "FullFeedback", "Twofold", "BanditLossFeedback"};

void check_name(const std::string& kind) {
  const bool fine = kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos &&
                    std::islower(static_cast<unsigned char>(kind.front())) != 0;
  if (!fine)
    throw std::invalid_argument(fmt::format(
        "\"{}\": expected a name of lower-case letters, digits and dashes that begins with a letter", kind));
  const std::string own = class_name(kind);
  const bool hides = std::ranges::find(public_names, own) != public_names.end() ||
                     std::ranges::any_of(skeletons(), [&](const Skeleton& one) { return has_word(one.text, own); });
  if (hides && !own.starts_with("My"))
    throw std::invalid_argument(
        fmt::format("\"{0}\": its class would be called {1} and hide regretta's {1}; expected another name, such as "
                    "my-{0}",
                    kind, own));
}

/// The text of the skeleton for a plugin called `name` in a file called `file`. Throws std::invalid_argument if it has
/// no form in lanes but that is wanted, for a name that is no word of lower-case letters, digits and dashes, and for
/// one whose class would hide a name that plugins use.
std::string skeleton_text(const std::string& what, const std::string& name, const std::string& file, bool in_lanes) {
  check_name(name);
  const auto found = std::ranges::find_if(
      skeletons(), [&](const Skeleton& one) { return one.what == what && one.in_lanes == in_lanes; });
  if (found == skeletons().end())
    throw std::invalid_argument(fmt::format("--lanes: only for learners; {} has one form", what));
  std::string text = found->text;
  const std::string kind = "my-" + what, mark = "\x01";  // the names of files may contain that of the kind
  replace_all(text, kind + ".hpp", mark);
  replace_all(text, kind, name);
  replace_all(text, class_name(kind), class_name(name));
  std::string space = name;
  std::ranges::replace(space, '-', '_');
  replace_all(text, "my_" + what, space + "_plugin");  // so that it is no keyword and no function of ours
  replace_all(text, mark, shell_quoted(file));
  return text;
}

struct NewOptions {
  std::string what;
  std::string name;
  std::string output;
  bool in_lanes = false;
};

void write_skeleton(const NewOptions& options) {
  const std::string file = options.output.empty() ? options.name + ".hpp" : options.output;
  const std::string text = skeleton_text(options.what, options.name, file, options.in_lanes);
  if (std::filesystem::exists(file))
    throw std::invalid_argument(fmt::format("{}: exists, and is not overwritten", file));
  std::ofstream out(file);
  if (!(out << text) || !out.flush()) throw std::invalid_argument(fmt::format("{}: cannot be written", file));
  fmt::print("Wrote {}: {} that works, to be changed into yours; then give --with {} to run\n", file, options.what,
             shell_quoted(file));
}

}  // namespace

void add_new_command(CLI::App& app, ProgramContext&) {
  CLI::App* command = app.add_subcommand("new", "Write the skeleton of a learner, an adversary or a measure");
  auto options = std::make_shared<NewOptions>();
  std::vector<std::string> words;
  for (const Skeleton& skeleton : skeletons())
    if (!skeleton.in_lanes) words.push_back(skeleton.what);
  expect_one_of(command->add_option("WHAT", options->what, fmt::format("{}", fmt::join(words, ", ")))->required(),
                words)
      ->type_name("");
  command->add_option("NAME", options->name, "Its kind in a study, such as my-learner")->required();
  command->add_option("-o,--output", options->output, "The C++ header to write [NAME.hpp]")->type_name("FILE");
  command->add_flag("--lanes", options->in_lanes,
                    "A learner that plays eight trials side by side: several times as fast, and no if");
  end_help(
      *command, "",
      {"regretta new learner my-learner", "Write my-learner.hpp, to try with regretta check --with my-learner.hpp"},
      {"regretta new learner my-learner --lanes -o fast.hpp", "The same learner, eight trials at a time"});
  command->callback([options] { write_skeleton(*options); });
}

}  // namespace regretta
