#include <functional>
#include <locale>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/split.hpp>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/study/text/study.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/list_json.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta {
namespace {

constexpr std::size_t list_width = 80;

/// `text` wrapped, each line indented by `indent`.
std::string indented(const std::string& text, std::size_t indent) {
  const std::string blanks(indent, ' ');
  return wrapped(text, list_width, {.first = blanks, .others = blanks});
}

/// The parameters with types, ranges, defaults and help. path_of: maps the name of a parameter to its key in a study.
std::string parameters_text(
    const std::vector<ParameterInfo>& parameters,
    const std::function<std::string(const std::string&)>& path_of = [](const std::string& name) { return name; }) {
  if (parameters.empty()) return "  no parameters\n";
  std::string text;
  for (const ParameterInfo& parameter : parameters) {
    std::string facts(type_name(parameter.type));
    if (!parameter.range.empty()) facts += " in " + parameter.range;
    if (parameter.role != Role::none) facts += fmt::format(", {}", role_name(parameter.role));
    if (parameter.default_value.has_value()) facts += ", default " + to_text(parameter.default_value);
    text += fmt::format("  {}  ({})\n{}", path_of(parameter.name), facts, indented(full_help(parameter), 6));
  }
  return text;
}

std::string heading(const std::string& name, const std::string& kind, const std::string& summary,
                    const std::string& source) {
  return fmt::format("{}  ({})\n{}{}", name, kind, indented(summary, 2),
                     source.empty() ? "" : indented("Source: " + source, 2));
}

std::string learner_text(const LearnerEntry& entry) {
  const auto fact = [](const std::string& name, const std::string& value) { return indented(name + ": " + value, 2); };
  const std::string group = entry.group.empty() ? "" : ", group: " + entry.group;
  return heading(entry.name, fmt::format("learner{}, feedback: {}", group, entry.feedback), entry.summary,
                 entry.source) +
         fact("Definition", entry.definition) +
         fact("Prior knowledge", entry.prior_knowledge.empty() ? "none" : entry.prior_knowledge) +
         fact("Notion of violation in its guarantee", entry.guarantee) + parameters_text(entry.parameters);
}

std::string part_text(const EnvironmentEntry& entry) {
  const PartGroup& group = part_group(entry.group);
  return heading(fmt::format("{} = \"{}\"", group.path("kind"), entry.name), entry.group, entry.summary, entry.source) +
         parameters_text(entry.parameters, [&](const std::string& name) { return group.path(name); });
}

std::string measure_text(const MeasureEntry& entry) {
  return heading(entry.name,
                 fmt::format("measure{}{}{}", entry.unit.empty() ? "" : ", unit: ", entry.unit,
                             entry.less_is_better ? "" : ", not a metric to compare by"),
                 entry.summary, entry.source) +
         parameters_text(entry.parameters);
}

TextTable learner_table(const Catalogue& catalogue, const std::string& group) {
  TextTable table;
  table.add_column("kind", TextTable::Align::left, Use::key);
  for (const char* name : {"feedback", "prior knowledge", "violation", "what it is"})
    table.add_column(name, TextTable::Align::left);
  for (const LearnerEntry& entry : catalogue.learners)
    if (entry.group == group)
      table.add_row({entry.name, entry.feedback, entry.prior_knowledge, entry.guarantee, entry.summary});
  return table;
}

/// The numbers of learners and of reference lines, which depend on the settings: here the defaults.
std::string learner_counts(const Catalogue& catalogue) {
  const Problem typical{.horizon = 100'000, .num_arms = 3, .num_constraints = 1};
  int learners = 0, ignoring = 0, knowing = 0;
  for (const LearnerEntry& entry : catalogue.learners) {
    LearnerTraits traits;
    try {
      if (entry.bind) traits = entry.bind({}, typical, true).traits;
    } catch (const InputError&) {  // it has a setting without a default
    }
    ++(traits.ignores_constraints ? ignoring : traits.has_prior_knowledge ? knowing : learners);
  }
  return indented(fmt::format("{} learners, and {} reference lines: {} ignore the constraints, {} are given what "
                              "nobody knows beforehand unless a setting gives a number instead.",
                              learners, ignoring + knowing, ignoring, knowing),
                  0) +
         "\n";
}

std::string overview(const Catalogue& catalogue) {
  std::string text;
  const auto add_section = [&text](const std::string& title, const TextTable& table) {
    text += fmt::format("{}\n{}\n", title, folded_text(table, display_of("")));
  };
  std::vector<std::string> learner_groups = catalogue.learner_groups();
  learner_groups.emplace_back();  // "": learners without a group come last
  for (const std::string& group : learner_groups) {
    const std::string suffix = !group.empty() ? ", " + group : learner_groups.size() > 1 ? ", other" : "";
    if (const TextTable learners = learner_table(catalogue, group); !learners.rows().empty())
      add_section(fmt::format("LEARNERS{}  ([[learner]])", suffix), learners);
  }
  const auto add_kinds = [&](const std::string& title, const auto& entries, const auto& is_wanted) {
    TextTable kinds;
    kinds.add_column("kind", TextTable::Align::left, Use::key);
    kinds.add_column("", TextTable::Align::left);
    for (const auto& entry : entries)
      if (is_wanted(entry)) kinds.add_row({entry.name, entry.summary});
    if (!kinds.rows().empty()) add_section(title, kinds);
  };
  const auto any_entry = [](const auto&) { return true; };
  add_kinds("ENVIRONMENTS  ([[environment]])", catalogue.environments, any_entry);
  for (const PartGroup& group : part_groups)
    add_kinds(fmt::format("{}  (in an environment: {}.kind)",
                          boost::algorithm::to_upper_copy(std::string(group.name), std::locale::classic()), group.name),
              catalogue.parts, [&](const EnvironmentEntry& part) { return part.group == group.name; });
  add_kinds("MEASURES  ([study] measures)", catalogue.measures, any_entry);
  return text + learner_counts(catalogue) +
         "regretta list NAME prints the parameters of a kind or of a group of learners,\n"
         "regretta list learners those of every learner, regretta list quantities what is\n"
         "measured, regretta list study the keys of [study].\n";
}

std::string quantities_text() {
  TextTable table;
  table.add_column("quantity", TextTable::Align::left, Use::key);
  for (const char* name : {"symbol", "unit", "what it is"}) table.add_column(name, TextTable::Align::left);
  for (const QuantityInfo& quantity : quantity_infos)
    table.add_row({quantity.name, quantity.symbol, quantity.unit, quantity.help});
  return folded_text(table, display_of(""));
}

std::string study_text() {
  return "[study]  (the keys of a study)\n" + parameters_text(study_parameters()) + "  measures  (texts)\n" +
         indented("further quantities to measure: regretta list measures", 6) +
         "[[learner]], [[environment]], [[measure]]  (besides the parameters of their kind)\n  kind  (text)\n" +
         indented("which one: regretta list", 6) + "  name  (text, default: the kind)\n" +
         indented("its name in tables, in figures and for --set", 6);
}

/// The parameters of an environment, and the parts that it takes.
std::string environment_text(const EnvironmentEntry& entry, const Catalogue& catalogue) {
  std::string text =
      heading(entry.name, "environment", entry.summary, entry.source) + parameters_text(entry.parameters);
  for (const PartGroup& group : part_groups) {
    std::vector<std::string> kinds;
    for (const EnvironmentEntry& part : catalogue.parts)
      if (part.group == group.name && entry.takes(group.name)) kinds.push_back(part.name);
    if (!kinds.empty())
      text += fmt::format("  {}  (regretta list {} has their parameters)\n{}", group.path("kind"), group.name,
                          indented(fmt::format("{}", fmt::join(kinds, ", ")), 6));
  }
  return text;
}

std::string in_lower_case(const std::string& text) {
  return boost::algorithm::to_lower_copy(text, std::locale::classic());
}

/// The texts of the entries with the name `word`, in any case, or in the section or group `word`.
std::string entries_text(const Catalogue& catalogue, const std::string& word) {
  std::string text;
  const auto add = [&](const auto& entry, const std::string& section, const auto& text_of) {
    if (in_lower_case(entry.name) == word || in_lower_case(section) == word)
      text += (text.empty() ? "" : "\n") + text_of(entry);
  };
  for (const LearnerEntry& entry : catalogue.learners)
    add(entry, in_lower_case(entry.group) == word ? word : "learners", learner_text);
  for (const EnvironmentEntry& entry : catalogue.environments)
    add(entry, "environments",
        [&](const EnvironmentEntry& environment) { return environment_text(environment, catalogue); });
  for (const EnvironmentEntry& entry : catalogue.parts) add(entry, entry.group, part_text);
  for (const MeasureEntry& entry : catalogue.measures) add(entry, "measures", measure_text);
  return text;
}

/// A line for each entry whose name contains `word`, then for each whose summary does; "" if there are none.
std::string search_text(const Catalogue& catalogue, const std::string& word) {
  using Line = std::vector<ShownEntry>;
  std::vector<Line> by_name, by_summary;
  const auto add = [&](const auto& entries, const std::string& what) {
    for (const auto& entry : entries) {
      Line line{entry.name, what, entry.summary};
      if constexpr (requires { entry.group; })
        if (what.empty()) line[1] = entry.group;
      if (in_lower_case(entry.name).find(word) != std::string::npos)
        by_name.push_back(std::move(line));
      else if (in_lower_case(entry.summary).find(word) != std::string::npos)
        by_summary.push_back(std::move(line));
    }
  };
  add(catalogue.learners, "learner");
  add(catalogue.environments, "environment");
  add(catalogue.parts, "");
  add(catalogue.measures, "measure");
  TextTable table;
  table.add_column("kind", TextTable::Align::left, Use::key);
  for (const char* name : {"of", "what it is"}) table.add_column(name, TextTable::Align::left);
  for (std::vector<Line>* lines : {&by_name, &by_summary})
    for (Line& line : *lines) table.add_row(std::move(line));
  if (table.rows().empty()) return "";
  return folded_text(table, display_of("")) + "\nregretta list NAME prints the parameters of one of them.\n";
}

/// The names that `list` accepts, and the words of these names, such as "safe" of "safe-arm".
std::vector<std::string> names_and_words(const Catalogue& catalogue) {
  std::vector<std::string> names = catalogue.learner_groups();
  names.insert(names.end(), {"learners", "environments", "measures", "quantities", "study"});
  for (const PartGroup& group : part_groups) names.emplace_back(group.name);
  const auto add = [&names](const auto& entries) {
    for (const auto& entry : entries) names.push_back(entry.name);
  };
  add(catalogue.learners);
  add(catalogue.environments);
  add(catalogue.parts);
  add(catalogue.measures);
  std::vector<std::string> known = names;
  for (const std::string& name : names) {
    std::vector<std::string> words;
    boost::algorithm::split(words, name, [](char c) { return c == '-'; });
    std::erase_if(words, [](const std::string& word) { return word.size() < 4; });  // similar to too many
    known.insert(known.end(), words.begin(), words.end());
  }
  return known;
}

std::string list_text(const Catalogue& catalogue, const std::string& name) {
  const std::string word = in_lower_case(name);
  if (word.empty()) return overview(catalogue);
  if (word == "quantities") return quantities_text();
  if (word == "study") return study_text();
  if (const std::string text = entries_text(catalogue, word); !text.empty()) return text;
  if (const std::string text = search_text(catalogue, word); !text.empty()) return text;
  throw std::invalid_argument(fmt::format("list: nothing is called \"{}\"{}; see regretta list", name,
                                          did_you_mean_in_brackets(word, names_and_words(catalogue))));
}

}  // namespace

void add_list_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("list", "Print learners, environments and measures, with their parameters");
  auto word = std::make_shared<std::string>();
  command->add_option("NAME", *word,
                      "learners, environments, losses, violations, corruption, noise, measures, "
                      "quantities, study, a group of learners, a kind, or a part of its name or description");
  auto format = std::make_shared<std::string>("text");
  expect_one_of(command->add_option("--format", *format, "text, or json, which always has everything"),
                {"text", "json"});
  add_with_option(*command, context);
  end_help(*command, "", {"regretta list", "Every learner, environment, noise model and measure, one line each"},
           {"regretta list conomd-fs", "Its definition, the prior knowledge it needs, and its parameters"});
  command->callback([word, format, &context] {
    write_output("", *format == "json" ? list_json(context.catalogue()) : list_text(context.catalogue(), *word));
  });
}

}  // namespace regretta
