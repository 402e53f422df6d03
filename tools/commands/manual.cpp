#include <memory>

#include <CLI/CLI.hpp>

#include "regretta/tools/commands/commands.hpp"
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
  std::string (*text)(const CLI::App&, const Catalogue&);
};

constexpr ManualPart manual_parts[] = {
    {"commands", [](const CLI::App& program, const Catalogue&) { return markdown_commands(program); }},
    {"learners", [](const CLI::App&, const Catalogue& catalogue) { return markdown_learners(catalogue); }},
    {"environments", [](const CLI::App&, const Catalogue& catalogue) { return markdown_environments(catalogue); }},
    {"measures", [](const CLI::App&, const Catalogue& catalogue) { return markdown_measures(catalogue); }},
    {"schema", [](const CLI::App&, const Catalogue& catalogue) { return study_schema(catalogue); }},
};

struct ManualOptions {
  std::string part;
  std::string output;
};

void write_manual(const ManualOptions& options, const CLI::App& app, const Catalogue& catalogue) {
  for (const ManualPart& part : manual_parts) {
    if (part.name != options.part) continue;
    write_output(options.output, part.text(app, catalogue));
  }
}

}  // namespace

void add_manual_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("manual", "Print a reference page, or the schema of studies");
  auto options = std::make_shared<ManualOptions>();
  std::vector<std::string> names;
  for (const ManualPart& part : manual_parts) names.emplace_back(part.name);
  expect_one_of(
      command
          ->add_option("PART", options->part,
                       "commands, learners, environments or measures (Markdown); schema (what a study may say, as a "
                       "JSON schema for editors)")
          ->required(),
      names);
  add_output_option(*command, options->output);
  add_with_option(*command, context);
  end_help(*command, "", {"regretta manual learners --output learners.md", "Every learner with its parameters"},
           {"regretta manual schema --with mine.hpp --output regretta.schema.json",
            "What editors complete and check studies by that begin with #:schema ./regretta.schema.json"});
  command->callback([options, &app, &context] { write_manual(*options, app, context.catalogue()); });
}

}  // namespace regretta
