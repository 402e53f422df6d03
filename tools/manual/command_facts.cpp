#include "regretta/tools/manual/command_facts.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace regretta {
namespace {

/// The words of "text|csv|json"; none if the text is not such a list.
std::vector<std::string> choices_of(const std::string& value) {
  std::vector<std::string> words;
  if (value.find('|') == std::string::npos) return words;
  for (std::size_t from = 0; from <= value.size();) {
    const std::size_t to = std::min(value.find('|', from), value.size());
    words.push_back(value.substr(from, to - from));
    from = to + 1;
  }
  return words;
}

OptionFacts option_facts(const CLI::Option& option) {
  OptionFacts facts;
  if (!option.get_snames().empty()) facts.short_name = "-" + option.get_snames().front();
  if (!option.get_lnames().empty()) facts.long_name = "--" + option.get_lnames().front();
  if (option.get_items_expected_max() > 0) {
    const std::string type = option.get_type_name();
    facts.words = choices_of(type);
    facts.value = option.get_positional() ? option.get_name(true) : type;
  }
  facts.help = option.get_description();
  facts.is_required = option.get_required();
  facts.is_a_list = option.get_delimiter() != '\0';
  facts.repeats =
      option.get_items_expected_max() > 1 || option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  return facts;
}

CommandFacts command_facts(const CLI::App& command, const std::string& shared_notes) {
  CommandFacts facts{command.get_name(), command.get_group(), command.get_description(), command.get_footer(), {}};
  if (facts.notes == shared_notes) facts.notes.clear();
  for (const CLI::Option* option : command.get_options()) facts.options.push_back(option_facts(*option));
  std::stable_partition(facts.options.begin(), facts.options.end(), std::mem_fn(&OptionFacts::is_argument));
  return facts;
}

}  // namespace

std::string OptionFacts::names() const {
  if (is_argument()) return value;
  return short_name + (short_name.empty() || long_name.empty() ? "" : ", ") + long_name;
}

std::string CommandFacts::usage() const {
  std::string text = name + " [OPTIONS]";
  for (const OptionFacts& option : options)
    if (option.is_argument()) {
      const std::string argument = option.value + (option.repeats ? "..." : "");
      text += option.is_required ? " " + argument : fmt::format(" [{}]", argument);
    }
  return text;
}

ProgramFacts program_facts(const CLI::App& app) {
  ProgramFacts facts{app.get_name(), app.get_description(), app.get_footer(), {}};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    facts.commands.push_back(command_facts(*command, facts.notes));
  return facts;
}

}  // namespace regretta
