#include "regretta/tools/manual/man_page.hpp"

#include <cctype>
#include <regex>
#include <string_view>

#include <fmt/format.h>

#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/text/replaced.hpp"

namespace regretta {
namespace {

/// `text` with what roff would interpret escaped, and every hyphen one that can be copied into a shell.
std::string roff(std::string_view text) {
  static const std::regex request("(^|\n)([.'])");
  return std::regex_replace(replaced(text, "\\-~^", {"\\e", "\\-", "\\(ti", "\\(ha"}), request, "$1\\&$2");
}

std::string as_printed(const std::string& text) { return fmt::format(".nf\n{}\n.fi\n", roff(text)); }

std::string option_entry(const OptionFacts& option) {
  std::string heading;
  for (const std::string& name : {option.short_name, option.long_name})
    if (!name.empty()) heading += (heading.empty() ? "" : ", ") + fmt::format("\\fB{}\\fR", roff(name));
  if (!option.value.empty())
    heading +=
        fmt::format("{}\\fI{}\\fR{}", heading.empty() ? "" : " ", roff(option.value), option.repeats ? " ..." : "");
  return fmt::format(".TP\n{}\n{}{}\n", heading, roff(option.help), option.is_required ? " (required)" : "");
}

std::string command_section(const std::string& program, const CommandFacts& command) {
  std::string text = fmt::format(".SS {}\n{}.\n.PP\n\\fB{}\\fR {}\n", roff(command.name), roff(command.summary),
                                 roff(program), roff(command.usage()));
  for (const OptionFacts& option : command.options)
    if (option.long_name != "--help") text += option_entry(option);
  if (!command.notes.empty()) text += ".PP\n" + as_printed(command.notes);
  return text;
}

}  // namespace

std::string man_page(const ProgramFacts& program, const std::string& version_shown) {
  std::string title = program.name;
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const std::string name = roff(program.name);
  std::string text = fmt::format(
      ".TH {0} 1 \"\" \"{1} {2}\" \"User Commands\"\n.SH NAME\n{1} \\- Monte Carlo studies of constrained bandits\n"
      ".SH SYNOPSIS\n\\fB{1}\\fR \\fICOMMAND\\fR [OPTIONS]\n.br\n\\fB{1}\\fR \\fICOMMAND\\fR \\-\\-help\n"
      ".SH DESCRIPTION\n{3}\n.PP\n"
      "A study is a TOML file: learners, environments and a grid of settings. The command \\fBrun\\fR computes its "
      "trials into\n"
      "a results file, which the other commands read.\n.PP\n{4}.SH COMMANDS\n",
      roff(title), name, roff(version_shown), roff(program.summary), as_printed(program.notes));
  for (const CommandFacts& command : program.commands) text += command_section(program.name, command);
  text += ".SH EXIT STATUS\n";
  for (const ExitStatusInfo& status : exit_statuses)
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", status.number, roff(status.meaning));
  return text + ".SH SEE ALSO\nThe handbook, and \\fBFORMATS.md\\fR for results files and exports.\n";
}

}  // namespace regretta
