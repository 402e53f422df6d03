#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <memory>
#include <regex>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <boost/algorithm/string/replace.hpp>

#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/skeletons.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

/// The class of a plugin: "MyLearner" for the kind "my-learner".
std::string class_name(const std::string& kind) {
  std::string name;
  bool begins_word = true;
  for (const char c : kind) {
    const bool is_separator = c == '-' || c == '_';
    if (!is_separator) name += begins_word ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins_word = is_separator;
  }
  return name;
}

/// Whether the text contains `word` as a whole word.
bool has_word(const std::string& text, const std::string& word) {
  return std::regex_search(text, std::regex("\\b" + word + "\\b"));
}

/// Names of the engine that plugins may use in addition to those in the skeletons.
constexpr std::array<std::string_view, 12> public_names{"Mask",   "Matrix",       "Index",   "Word",
                                                        "Draws",  "Oracle",       "Bound",   "Choice",
                                                        "Result", "FullFeedback", "Twofold", "BanditLossFeedback"};

void check_name(const std::string& kind) {
  const bool is_valid = kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos &&
                        std::islower(static_cast<unsigned char>(kind.front())) != 0;
  if (!is_valid)
    throw std::invalid_argument(fmt::format(
        "\"{}\": expected a name of lower-case letters, digits and dashes that begins with a letter", kind));
  const std::string name = class_name(kind);
  const bool hides_name =
      std::ranges::find(public_names, name) != public_names.end() ||
      std::ranges::any_of(skeletons(), [&](const Skeleton& skeleton) { return has_word(skeleton.text, name); });
  if (hides_name && !name.starts_with("My"))
    throw std::invalid_argument(
        fmt::format("\"{0}\": its class would be called {1} and hide regretta's {1}; expected another name, such as "
                    "my-{0}",
                    kind, name));
}

/// The skeleton of a plugin called `name` in a file called `file`. what: "learner", "adversary" or "measure". Throws
/// std::invalid_argument if in_lanes is set for anything but a learner, if the name has characters besides lower-case
/// letters, digits and dashes, or if its class would hide a name that plugins use.
std::string skeleton_text(const std::string& what, const std::string& name, const std::string& file, bool in_lanes) {
  check_name(name);
  const auto found = std::ranges::find_if(
      skeletons(), [&](const Skeleton& skeleton) { return skeleton.what == what && skeleton.in_lanes == in_lanes; });
  if (found == skeletons().end())
    throw std::invalid_argument(fmt::format("--lanes: only for learners; {} has one form", what));
  std::string text = found->text;
  const std::string kind = "my-" + what, placeholder = "\x01";  // protects the file name, which may contain the kind
  boost::algorithm::replace_all(text, kind + ".hpp", placeholder);
  boost::algorithm::replace_all(text, kind, name);
  boost::algorithm::replace_all(text, class_name(kind), class_name(name));
  std::string identifier = name;
  std::ranges::replace(identifier, '-', '_');
  boost::algorithm::replace_all(text, "my_" + what, identifier + "_plugin");  // no keyword, no engine name
  boost::algorithm::replace_all(text, placeholder, shell_quoted(file));
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
  write_output(file, text);
  fmt::print("Wrote {}: this {} works; change it into yours, then give --with {} to run\n", file, options.what,
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
