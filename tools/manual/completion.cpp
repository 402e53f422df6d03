#include "regretta/tools/manual/completion.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/manual/known_names.hpp"
#include "regretta/tools/text/replaced.hpp"

namespace regretta {
namespace {

/// `text` in single quotes, for bash and zsh; fish wants \' instead of '\''.
std::string quoted(const std::string& text, const char* apostrophe = "'\\''") {
  return "'" + replaced(text, "'", {apostrophe}) + "'";
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// What `option` does in a few words: its help up to the first comma, colon, ... that ends a clause.
std::string brief(const std::string& help) {
  return help.substr(0, std::min({help.find(". "), help.find(": "), help.find("; "), help.find(" [")}));
}

std::vector<std::string> option_names(const CommandFacts& command) {
  std::vector<std::string> names;
  for (const OptionFacts& option : command.options)
    if (!option.is_argument()) names.push_back(option.long_name.empty() ? option.short_name : option.long_name);
  return names;
}

/// What a script says of these values; `words` has {} in their place.
std::string said(const ValueCompletion& values, const char* words, const char* files, const char* folders,
                 const char* nothing) {
  switch (values.by) {
    case Completes::words:
      return fmt::format(fmt::runtime(words), joined(values.words));
    case Completes::files:
      return files;
    case Completes::folders:
      return folders;
    case Completes::nothing:
      break;
  }
  return nothing;
}

// --- bash ---

/// A branch of `case COMMAND:WORD-BEFORE`, for an option that takes a value.
std::string bash_value(const CommandFacts& command, const OptionFacts& option, const Catalogue& catalogue) {
  std::string pattern;
  for (const std::string& name : {option.short_name, option.long_name})
    if (!name.empty()) pattern += fmt::format("{}{}:{}", pattern.empty() ? "" : " | ", command.name, name);
  return fmt::format(
      "    {}) {} ;;\n", pattern,
      said(completion_of(command.name, option, catalogue), "words='{}'", "by=files", "by=folders", "by=nothing"));
}

std::string bash_arguments(const CommandFacts& command, const Catalogue& catalogue) {
  std::vector<std::string> words;
  bool files = false;
  for (const OptionFacts& option : command.options) {
    if (!option.is_argument()) continue;
    const ValueCompletion values = completion_of(command.name, option, catalogue);
    words.insert(words.end(), values.words.begin(), values.words.end());
    files = files || values.by == Completes::files;
  }
  return fmt::format("    {}) options='{}' arguments='{}' by={} ;;\n", command.name, joined(option_names(command)),
                     joined(words), files ? "files" : "nothing");
}

// --- zsh ---

/// Escaped for a description in brackets, and for a message.
std::string zsh_text(const std::string& text) { return replaced(text, "[]:\\", {"\\[", "\\]", "\\:", "\\\\"}); }

std::string zsh_option(const CommandFacts& command, const OptionFacts& option, const Catalogue& catalogue) {
  const std::string message =
      option.is_flag()
          ? ""
          : fmt::format(":{}:{}", zsh_text(option.value.substr(0, option.value.find('|'))),
                        said(completion_of(command.name, option, catalogue),
                             option.is_a_list ? "_sequence compadd - {}" : "({})", "_files", "_files -/", " "));
  if (option.is_argument()) return quoted((option.repeats ? "*" : option.is_required ? "" : ":") + message);
  const bool both = !option.short_name.empty() && !option.long_name.empty();
  const std::string long_name = option.long_name + (option.is_flag() || option.long_name.empty() ? "" : "=");
  std::string names = option.short_name + long_name;
  if (both) names = fmt::format("{{{},{}}}", option.short_name, long_name);
  std::string exclusive;
  if (option.repeats)
    exclusive = quoted("*");
  else if (both)
    exclusive = quoted(fmt::format("({} {})", option.short_name, option.long_name));
  return exclusive + names + quoted(fmt::format("[{}]{}", zsh_text(brief(option.help)), message));
}

// --- fish ---

std::string fish_option(const std::string& program, const CommandFacts& command, const OptionFacts& option,
                        const Catalogue& catalogue) {
  std::string line = fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}'", program, command.name);
  const ValueCompletion values = completion_of(command.name, option, catalogue);
  if (option.is_argument()) {
    const std::string value = said(values, " -a '{}'", " -F", "", "");
    return value.empty() ? "" : line + value + "\n";
  }
  if (!option.short_name.empty()) line += " -s " + option.short_name.substr(1);
  if (!option.long_name.empty()) line += " -l " + option.long_name.substr(2);
  if (!option.is_flag())
    line += said(values, option.is_a_list ? " -x -a '(__fish_append , {})'" : " -x -a '{}'", " -r -F",
                 " -x -a '(__fish_complete_directories)'", " -x");
  return line + " -d " + quoted(brief(option.help), "\\'") + "\n";
}

}  // namespace

std::string bash_completion(const ProgramFacts& program, const Catalogue& catalogue) {
  std::string values, commands;
  std::vector<std::string> names;
  for (const CommandFacts& command : program.commands) {
    names.push_back(command.name);
    commands += bash_arguments(command, catalogue);
    for (const OptionFacts& option : command.options)
      if (!option.is_argument() && !option.is_flag()) values += bash_value(command, option, catalogue);
  }
  constexpr const char* script = R"(# Completes {0} in bash. Written by "{0} manual bash".
_{1}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}}
  local options='' arguments='' words='' by=''
  COMPREPLY=()
  if [[ $word == = ]]; then  # --format=
    word=''
  elif [[ $before == = ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W '{2} --help --version' -- "$word")
    return
  fi
  case $command:$before in
{3}  esac
  if [[ -z $words && -z $by ]]; then
    case $command in
{4}    esac
    if [[ $word == -* ]]; then
      words=$options by=nothing
    else
      words=$arguments
    fi
  fi
  local earlier=${{word%"${{word##*,}}"}}  # of a list such as regret,viol
  mapfile -t COMPREPLY < <(compgen -P "$earlier" -W "$words" -- "${{word##*,}}")
  [[ $by != folders ]] || mapfile -t COMPREPLY < <(compgen -d -- "$word")
  [[ $by != files ]] || ((${{#COMPREPLY[@]}} > 0)) || compopt -o default 2>/dev/null
}}
complete -F _{1} {0}
)";
  return fmt::format(fmt::runtime(script), program.name, replaced(program.name, "-.", {"_", "_"}), joined(names),
                     values, commands);
}

std::string zsh_completion(const ProgramFacts& program, const Catalogue& catalogue) {
  std::string list, cases;
  for (const CommandFacts& command : program.commands) {
    list += "    " + quoted(zsh_text(command.name) + ":" + command.summary) + "\n";
    cases += fmt::format("    {})\n      _arguments -s", command.name);
    for (const OptionFacts& option : command.options) cases += " \\\n        " + zsh_option(command, option, catalogue);
    cases += " ;;\n";
  }
  constexpr const char* script = R"(#compdef {0}
# Completes {0} in zsh. Written by "{0} manual zsh".
local -a commands
local state line
_arguments -C '(- *)'{{-h,--help}}'[Print this help, or that of a command]' '(- *)--version[Print the version]' \
  '1:command:->command' '*::argument:->argument'
case $state in
command)
  commands=(
{1}  )
  _describe command commands ;;
argument)
  case $words[1] in
{2}  esac ;;
esac
)";
  return fmt::format(fmt::runtime(script), program.name, list, cases);
}

std::string fish_completion(const ProgramFacts& program, const Catalogue& catalogue) {
  std::string text =
      fmt::format("# Completes {0} in fish. Written by \"{0} manual fish\".\ncomplete -c {0} -f\n", program.name);
  for (const CommandFacts& command : program.commands)
    text += fmt::format("complete -c {} -n __fish_use_subcommand -a {} -d {}\n", program.name, command.name,
                        quoted(command.summary, "\\'"));
  for (const CommandFacts& command : program.commands)
    for (const OptionFacts& option : command.options) text += fish_option(program.name, command, option, catalogue);
  return text;
}

}  // namespace regretta
