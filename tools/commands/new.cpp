#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/skeletons.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

struct NewOptions {
  std::string what;
  std::string name;
  std::string output;
  bool in_lanes = false;
};

void write_skeleton(const NewOptions& options) {
  if (options.what == "repository") {
    write_repository(options.name);
    fmt::print("Wrote {0}: CMakeLists.txt, a learner, a study and tests; {0}/README.md says how to build it\n",
               options.name);
    return;
  }
  const std::string file = options.output.empty() ? options.name + ".hpp" : options.output;
  write_new_file(file, skeleton_text(options.what, options.name, file, options.in_lanes));
  fmt::print("Wrote {}: {} that works, to be changed into yours; then give --with {} to run\n", file, options.what,
             shell_quoted(file));
}

}  // namespace

void add_new_command(CLI::App& app, ProgramContext&) {
  CLI::App* command = app.add_subcommand("new", "Write the skeleton of a plugin, or of a repository for several");
  auto options = std::make_shared<NewOptions>();
  std::vector<std::string> words;
  std::string list;
  for (const Skeleton& skeleton : skeletons()) {
    if (skeleton.in_lanes) continue;
    words.push_back(skeleton.what);
    list += skeleton.what + ", ";
  }
  words.push_back("repository");
  expect_one_of(command->add_option("WHAT", options->what, list + "or repository")->required(), words)->type_name("");
  command->add_option("NAME", options->name, "Its kind in a study, such as my-learner; of a repository, its folder")
      ->required();
  command->add_option("-o,--output", options->output, "The C++ header to write [NAME.hpp]")->type_name("FILE");
  command->add_flag("--lanes", options->in_lanes,
                    "A learner that plays eight trials side by side: several times as fast, and no if");
  end_help(
      *command, "",
      {"regretta new learner my-learner", "Write my-learner.hpp, to try with regretta check --with my-learner.hpp"},
      {"regretta new repository my-bandits", "A CMake project with a learner, a study and tests"});
  command->callback([options] { write_skeleton(*options); });
}

}  // namespace regretta
