#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/study/text/study.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/display.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/text/folded_table.hpp"
#include "regretta/tools/text/wrapped_text.hpp"

namespace regretta {
namespace {

constexpr std::size_t list_width = 80;

/// `text` wrapped, each line indented by `indent`.
std::string indented(const std::string& text, std::size_t indent) {
  const std::string blanks(indent, ' ');
  return wrapped(text, list_width, {.first = blanks, .others = blanks});
}

void print_parameters(const std::vector<ParameterInfo>& parameters) {
  if (parameters.empty()) fmt::print("  no parameters\n");
  for (const ParameterInfo& parameter : parameters) {
    std::string facts(type_name(parameter.type));
    if (!parameter.range.empty()) facts += " in " + parameter.range;
    if (parameter.role != Role::none) facts += fmt::format(", {}", role_name(parameter.role));
    if (parameter.default_value.has_value()) facts += ", default " + to_text(parameter.default_value);
    fmt::print("  {}  ({})\n{}", parameter.name, facts, indented(parameter.help, 6));
  }
}

void print_heading(const std::string& name, const std::string& what, const std::string& summary,
                   const std::string& source) {
  fmt::print("{}  ({})\n{}", name, what, indented(summary, 2));
  if (!source.empty()) fmt::print("{}", indented("Source: " + source, 2));
}

void print_learner(const LearnerEntry& entry) {
  print_heading(entry.name, "learner, feedback: " + entry.feedback, entry.summary, entry.source);
  const auto print_fact = [](const std::string& name, const std::string& fact) {
    fmt::print("{}", indented(name + ": " + fact, 2));
  };
  print_fact("Definition", entry.definition);
  print_fact("Oracle information", entry.prior_knowledge.empty() ? "nothing" : entry.prior_knowledge);
  print_fact("Violation that its guarantee bounds", entry.guarantee);
  print_parameters(entry.parameters);
}

void print_environment(const EnvironmentEntry& entry) {
  print_heading(entry.name, "environment", entry.summary, entry.source);
  print_parameters(entry.parameters);
}

void print_component(const ComponentEntry& entry) {
  print_heading(fmt::format("{}.kind = \"{}\"", entry.group, entry.name), entry.group, entry.summary, entry.source);
  print_parameters(entry.parameters);
}

std::vector<std::string> groups(const Catalogue& catalogue) {
  std::vector<std::string> names;
  for (const ComponentEntry& entry : catalogue.components)
    if (std::ranges::find(names, entry.group) == names.end()) names.push_back(entry.group);
  return names;
}

void print_overview(const Catalogue& catalogue) {
  const auto print_section = [](const std::string& title, const TextTable& table) {
    fmt::print("{}\n{}\n", title, folded_text(table, display_of("")));
  };
  const auto new_table = [] {
    TextTable table;
    table.add_column("kind", TextTable::Align::left, Use::key);
    table.add_column("", TextTable::Align::left);
    return table;
  };
  TextTable learners;
  learners.add_column("kind", TextTable::Align::left, Use::key);
  for (const char* heading : {"feedback", "oracle information", "violation", "what it is"})
    learners.add_column(heading, TextTable::Align::left);
  for (const LearnerEntry& entry : catalogue.learners)
    learners.add_row({entry.name, entry.feedback, entry.prior_knowledge, entry.guarantee, entry.summary});
  print_section("LEARNERS  ([[learner]])", learners);
  TextTable environments = new_table();
  for (const EnvironmentEntry& entry : catalogue.environments) environments.add_row({entry.name, entry.summary});
  print_section("ENVIRONMENTS  ([[environment]])", environments);
  for (const std::string& group : groups(catalogue)) {
    TextTable components = new_table();
    for (const ComponentEntry& entry : catalogue.components)
      if (entry.group == group) components.add_row({entry.name, entry.summary});
    std::string title = group;
    std::ranges::transform(title, title.begin(), [](char c) { return static_cast<char>(std::toupper(c)); });
    print_section(fmt::format("{}  (in an environment: {}.kind)", title, group), components);
  }
  TextTable measures = new_table();
  for (const MeasureEntry& entry : catalogue.measures) measures.add_row({entry.name, entry.summary});
  print_section("MEASURES  ([study] measures)", measures);
  fmt::print(
      "regretta list NAME prints parameters, regretta list learners those of every\n"
      "learner, regretta list quantities what is measured, regretta list study the keys\n"
      "of [study].\n");
}

void print_measure(const MeasureEntry& entry) {
  print_heading(entry.name,
                fmt::format("measure{}{}{}", entry.unit.empty() ? "" : ", unit: ", entry.unit,
                            entry.less_is_better ? "" : ", not a metric to compare by"),
                entry.summary, entry.source);
  print_parameters(entry.parameters);
}

void print_quantities() {
  TextTable table;
  table.add_column("quantity", TextTable::Align::left, Use::key);
  for (const char* heading : {"symbol", "unit", "what it is"}) table.add_column(heading, TextTable::Align::left);
  for (const QuantityInfo& quantity : quantity_infos)
    table.add_row({std::string(quantity.name), std::string(quantity.symbol), std::string(quantity.unit),
                   std::string(quantity.help)});
  fmt::print("{}", folded_text(table, display_of("")));
}

void print_study() {
  fmt::print("[study]  (the keys of a study)\n");
  print_parameters(study_parameters());
  fmt::print("  measures  (list)\n{}", indented("what trials measure besides: regretta list measures", 6));
  fmt::print("[[learner]], [[environment]], [[measure]]  (besides the parameters of their kind)\n");
  fmt::print("  kind  (string)\n{}", indented("what it is: regretta list", 6));
  fmt::print("  name  (string, default kind)\n{}", indented("what tables, figures and --set call it", 6));
}

/// Prints every entry called `word`, or in the group `word`; returns how many there were.
int print_matching(const Catalogue& catalogue, const std::string& word) {
  int found = 0;
  const auto separate = [&found] { fmt::print("{}", found++ > 0 ? "\n" : ""); };
  for (const LearnerEntry& entry : catalogue.learners) {
    if (entry.name != word && word != "learners") continue;
    separate();
    print_learner(entry);
  }
  for (const EnvironmentEntry& entry : catalogue.environments) {
    if (entry.name != word && word != "environments") continue;
    separate();
    print_environment(entry);
  }
  for (const ComponentEntry& entry : catalogue.components) {
    if (entry.name != word && entry.group != word) continue;
    separate();
    print_component(entry);
  }
  for (const MeasureEntry& entry : catalogue.measures) {
    if (entry.name != word && word != "measures") continue;
    separate();
    print_measure(entry);
  }
  return found;
}

void list(const Catalogue& catalogue, const std::string& word) {
  if (word.empty()) {
    print_overview(catalogue);
    return;
  }
  if (word == "quantities") {
    print_quantities();
    return;
  }
  if (word == "study") {
    print_study();
    return;
  }
  if (print_matching(catalogue, word) > 0) return;
  std::vector<std::string> known = groups(catalogue);
  known.insert(known.end(), {"learners", "environments", "measures", "quantities", "study"});
  for (const auto& entry : catalogue.learners) known.push_back(entry.name);
  for (const auto& entry : catalogue.environments) known.push_back(entry.name);
  for (const auto& entry : catalogue.components) known.push_back(entry.name);
  for (const auto& entry : catalogue.measures) known.push_back(entry.name);
  const std::string near = nearest_name(word, known);
  throw std::invalid_argument(fmt::format("list: nothing is called \"{}\"{}", word,
                                          near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
}

}  // namespace

void add_list_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command =
      app.add_subcommand("list", "Print learners, environments, noise models and measures with their parameters");
  auto word = std::make_shared<std::string>();
  command->add_option("NAME", *word,
                      "learners, environments, losses, violations, modulation, corruption, noise, measures, "
                      "quantities, study, or a kind");
  add_with_option(*command, context);
  end_help(*command, "", {"regretta list", "Every learner, environment, noise model and measure, one line each"},
           {"regretta list conomd-fs", "Its definition, the oracle information it needs, and its parameters"});
  command->callback([word, &context] { list(context.catalogue(), *word); });
}

}  // namespace regretta
