#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/trial/contract/quantity.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

/// Text with all Markdown escaped except for `code`.
std::string plain(std::string_view text) {
  std::string result;
  bool in_code = false;
  for (const char c : text) {
    if (c == '`') in_code = !in_code;
    if (c == '|')
      result += "\\|";  // even in code, where it would end a table's cell
    else if (in_code)
      result += c;
    else if (c == '<' || c == '>' || c == '$')
      result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&#36;";
    else
      result += std::string_view("*_\\[]").find(c) == std::string_view::npos ? std::string(1, c) : std::string{'\\', c};
  }
  return result;
}

/// Text as `code` in a table, where a bar would end the cell.
std::string code(std::string_view text) {
  return text.empty() ? "" : fmt::format("`{}`", replaced(text, "|", {"\\|"}));
}

/// A link to the section of that name on the same page.
std::string link(std::string_view name) { return fmt::format("[{0}](#{0})", name); }

std::string heading(const std::string& name, const std::string& summary, const std::string& source) {
  return fmt::format("### {}\n\n{}.{}\n\n", plain(name), plain(summary),
                     source.empty() ? "" : " Source: " + plain(source) + ".");
}

/// A table with a row for each item: entries_of(item) are its entries, in Markdown.
template <class Items, class EntriesOf>
std::string table(const std::vector<std::string>& columns, const Items& items, EntriesOf entries_of) {
  const auto line = [](const std::vector<std::string>& entries) {
    return fmt::format("| {} |\n", fmt::join(entries, " | "));
  };
  std::string text = line(columns) + line(std::vector<std::string>(columns.size(), "---"));
  for (const auto& item : items) text += line(entries_of(item));
  return text + "\n";
}

std::string type_of(const ParameterInfo& parameter) {
  std::string text(type_name(parameter.type));
  return parameter.range.empty() ? text : text + " in " + parameter.range;
}

/// A table of parameters. group: the group of the part that has them, if they are of a part.
std::string parameter_table(const std::vector<ParameterInfo>& parameters, std::string_view group = "") {
  if (parameters.empty()) return "No parameters.\n\n";
  return table({"parameter", "value", "default", "meaning"}, parameters, [&](const ParameterInfo& parameter) {
    return std::vector{
        code(group.empty() ? parameter.name : part_group(group).path(parameter.name)), plain(type_of(parameter)),
        parameter.default_value.has_value() ? code(to_text(parameter.default_value)) : "", plain(full_help(parameter))};
  });
}

std::string learner_section(const LearnerEntry& entry) {
  return heading(entry.name, entry.summary, entry.source) +
         fmt::format("Feedback: {}. Prior knowledge: {}. Notion of violation in its guarantee: {}. Definition: {}.\n\n",
                     entry.feedback, entry.prior_knowledge.empty() ? "nothing" : plain(entry.prior_knowledge),
                     plain(entry.guarantee), plain(entry.definition)) +
         parameter_table(entry.parameters);
}

/// The sub-tables that the environment takes.
std::string parts_of(const EnvironmentEntry& entry) {
  if (entry.takes_parts == TakesParts::none) return "";
  std::vector<std::string> links;
  for (const PartGroup& group : part_groups)
    if (entry.takes(group.name)) links.push_back(link(group.name));
  return fmt::format("Parts, each described below: {}.\n\n", fmt::join(links, ", "));
}

bool is_argument(const CLI::Option* option) { return option->get_snames().empty() && option->get_lnames().empty(); }

/// "-o, --output", or the argument's name.
std::string names_of(const CLI::Option* option) {
  if (is_argument(option)) return option->get_name(true);
  std::vector<std::string> names;
  if (!option->get_snames().empty()) names.push_back("-" + option->get_snames().front());
  if (!option->get_lnames().empty()) names.push_back("--" + option->get_lnames().front());
  return fmt::format("{}", fmt::join(names, ", "));
}

/// "compare [OPTIONS] FILE [NEW]".
std::string usage_of(const CLI::App* command) {
  std::string text = command->get_name() + " [OPTIONS]";
  for (const CLI::Option* option : command->get_options(is_argument)) {
    const bool repeats =
        option->get_items_expected_max() > 1 || option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
    const std::string argument = option->get_name(true) + (repeats ? "..." : "");
    text += option->get_required() ? " " + argument : fmt::format(" [{}]", argument);
  }
  return text;
}

/// Arguments first.
std::string option_table(const CLI::App* command) {
  std::vector<const CLI::Option*> options =
      command->get_options([](const CLI::Option* option) { return names_of(option) != "-h, --help"; });
  std::stable_partition(options.begin(), options.end(), is_argument);
  return table({"option", "value", "meaning"}, options, [](const CLI::Option* option) {
    const bool has_value = !is_argument(option) && option->get_items_expected_max() > 0;
    return std::vector{code(names_of(option)), has_value ? code(option->get_type_name()) : "",
                       plain(option->get_description()) + (option->get_required() ? ". **Required.**" : "")};
  });
}

std::string markdown_commands(const CLI::App& program) {
  const std::vector<const CLI::App*> commands = program.get_subcommands([](const CLI::App*) { return true; });
  std::string text = fmt::format("# Commands\n\n{}\n\n", plain(program.get_description()));
  text += table({"", "command", ""}, commands, [](const CLI::App* command) {
    return std::vector{plain(command->get_group()), link(command->get_name()), plain(command->get_description())};
  });
  text += "## Exit status\n\n" + table({"status", "meaning"}, exit_statuses, [](const ExitStatusInfo& status) {
            return std::vector{fmt::format("{}", status.number), plain(status.meaning)};
          });
  const std::string notes = program.get_footer();
  text += fmt::format("```text\n{}\n```\n", notes);
  for (const CLI::App* command : commands) {
    text += fmt::format("\n## {}\n\n{}.\n\n    {} {}\n\n{}", command->get_name(), plain(command->get_description()),
                        program.get_name(), usage_of(command), option_table(command));
    if (const std::string footer = command->get_footer(); !footer.empty() && footer != notes)
      text += fmt::format("```text\n{}\n```\n", footer);
  }
  return text;
}

std::string markdown_learners(const Catalogue& catalogue) {
  std::string text =
      "# Learners\n\nEach is a `kind` of `[[learner]]` in a study. [Algorithms](../../../learners/ALGORITHMS.md) "
      "defines the paper's.\n\n" +
      table({"kind", "group", "feedback", "prior knowledge", "guarantee on violation", "what it is"},
            catalogue.learners, [](const LearnerEntry& entry) {
              return std::vector{link(entry.name),       plain(entry.group),
                                 plain(entry.feedback),  plain(entry.prior_knowledge),
                                 plain(entry.guarantee), plain(entry.summary)};
            });
  for (const LearnerEntry& entry : catalogue.learners) text += learner_section(entry);
  return text;
}

std::string markdown_environments(const Catalogue& catalogue) {
  std::string text =
      "# Environments\n\nEach is a `kind` of `[[environment]]` in a study. The parts, such as `corruption`, are "
      "sub-tables of any "
      "of them: `corruption = { budget = 500 }`.\n\n## Environments\n\n";
  for (const EnvironmentEntry& entry : catalogue.environments)
    text += heading(entry.name, entry.summary, entry.source) + parameter_table(entry.parameters) + parts_of(entry);
  std::string group;
  for (const EnvironmentEntry& entry : catalogue.parts) {
    if (entry.group != group) text += fmt::format("## {}\n\n", entry.group);
    group = entry.group;
    text += heading(fmt::format("{}: {}", entry.group, entry.name), entry.summary, entry.source) +
            parameter_table(entry.parameters, entry.group);
  }
  return text;
}

std::string markdown_measures(const Catalogue& catalogue) {
  std::string text =
      "# Quantities and measures\n\n## Quantities\n\nWhat every trial reports. "
      "[Protocol](../../../engine/trial/PROTOCOL.md) has the "
      "formulas.\n\n" +
      table({"quantity", "symbol", "unit", "what it is"}, quantity_infos, [](const QuantityInfo& quantity) {
        return std::vector{code(quantity.name), code(quantity.symbol), std::string(quantity.unit),
                           plain(quantity.help)};
      });
  text +=
      "## Measures\n\nWhat a study may ask for in addition, by `measures` under `[study]` or a table "
      "`[[measure]]`.\n\n";
  for (const MeasureEntry& entry : catalogue.measures)
    text += heading(entry.name, entry.summary, entry.source) +
            fmt::format("Unit: {}. {}\n\n", entry.unit.empty() ? "none" : entry.unit,
                        entry.less_is_better ? "Less is better." : "Learners are not compared by it.") +
            parameter_table(entry.parameters);
  return text;
}

struct ManualPart {
  std::string_view name;
  std::string (*text)(const CLI::App&, const Catalogue&);
};

constexpr ManualPart manual_parts[] = {
    {"commands", [](const CLI::App& program, const Catalogue&) { return markdown_commands(program); }},
    {"learners", [](const CLI::App&, const Catalogue& catalogue) { return markdown_learners(catalogue); }},
    {"environments", [](const CLI::App&, const Catalogue& catalogue) { return markdown_environments(catalogue); }},
    {"measures", [](const CLI::App&, const Catalogue& catalogue) { return markdown_measures(catalogue); }},
};

struct ManualOptions {
  std::string part;
  std::string output;
};

}  // namespace

void add_manual_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("manual", "Print a reference page, in Markdown");
  auto options = std::make_shared<ManualOptions>();
  std::vector<std::string> names;
  for (const ManualPart& part : manual_parts) names.emplace_back(part.name);
  expect_one_of(command->add_option("PART", options->part, "commands, learners, environments or measures")->required(),
                names);
  add_output_option(*command, options->output);
  add_with_option(*command, context);
  end_help(*command, "", {"regretta manual learners --output learners.md", "Every learner with its parameters"},
           {"regretta manual learners --with mine.hpp", "The same with the learners of your own"});
  command->callback([options, &app, &context] {
    const auto* part = std::ranges::find(manual_parts, options->part, &ManualPart::name);
    write_output(options->output, part->text(app, context.catalogue()));
  });
}

}  // namespace regretta
