#include <memory>

#include <CLI/CLI.hpp>

#include "regretta/engine/study/file/version.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/manual/command_facts.hpp"
#include "regretta/tools/manual/completion.hpp"
#include "regretta/tools/manual/man_page.hpp"
#include "regretta/tools/manual/markdown_reference.hpp"
#include "regretta/tools/manual/study_schema.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/output_options.hpp"

namespace regretta {
namespace {

struct ManualPart {
  const char* name;
  std::string (*text)(const ProgramFacts&, const Catalogue&);
};

constexpr ManualPart manual_parts[] = {
    {"man", [](const ProgramFacts& program, const Catalogue&) { return man_page(program, std::string(version)); }},
    {"bash", bash_completion},
    {"zsh", zsh_completion},
    {"fish", fish_completion},
    {"commands", [](const ProgramFacts& program, const Catalogue&) { return markdown_commands(program); }},
    {"learners", [](const ProgramFacts&, const Catalogue& catalogue) { return markdown_learners(catalogue); }},
    {"environments", [](const ProgramFacts&, const Catalogue& catalogue) { return markdown_environments(catalogue); }},
    {"measures", [](const ProgramFacts&, const Catalogue& catalogue) { return markdown_measures(catalogue); }},
    {"schema", [](const ProgramFacts&, const Catalogue& catalogue) { return study_schema(catalogue); }},
};

struct ManualOptions {
  std::string part;
  std::string output;
};

void write_manual(const ManualOptions& options, const CLI::App& app, const Catalogue& catalogue) {
  for (const ManualPart& part : manual_parts) {
    if (part.name != options.part) continue;
    write_output(options.output, part.text(program_facts(app), catalogue));
  }
}

}  // namespace

void add_manual_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command =
      app.add_subcommand("manual", "Print the man page, shell completion, a reference page, or the schema of studies");
  auto options = std::make_shared<ManualOptions>();
  std::vector<std::string> names;
  for (const ManualPart& part : manual_parts) names.emplace_back(part.name);
  expect_one_of(
      command
          ->add_option("PART", options->part,
                       "man (the man page); bash, zsh or fish (completion); commands, learners, environments or "
                       "measures (Markdown); schema (what a study may say, as a JSON schema for editors)")
          ->required(),
      names);
  add_output_option(*command, options->output);
  add_with_option(*command, context);
  end_help(*command, "",
           {"regretta manual bash --output regretta.bash",
            "Completion of commands, options and names: source regretta.bash in ~/.bashrc"},
           {"regretta manual schema --with mine.hpp --output regretta.schema.json",
            "What editors complete and check studies by that begin with #:schema ./regretta.schema.json"});
  command->callback([options, &app, &context] { write_manual(*options, app, context.catalogue()); });
}

}  // namespace regretta
