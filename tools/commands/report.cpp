#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/report/report_page.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/progress_display.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

struct ReportCommand {
  std::string file;
  std::string output;
  ReportOptions report;
};

void write_report(ReportCommand command, const Catalogue& catalogue) {
  const std::string output =
      command.output.empty() ? std::filesystem::path(command.file).replace_extension(".html").string() : command.output;
  const Results study = Results::open(command.file);
  std::optional<WatchedLines> watched(std::in_place);
  command.report.progress = &watched->progress;
  const ReportPage page = report_page(study, catalogue, command.report);
  watched.reset();
  if (!page.without_theorems.empty())
    print_message("note: the page compares nothing with theorems: {} (plugins of your own: --with FILE)",
                  page.without_theorems);
  write_output(output, page.html);
  fmt::print("{}: {}, {}\n", output, counted(std::ssize(study.cells()), "cell"),
             size_text(static_cast<double>(page.html.size())));
}

}  // namespace

void add_report_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command =
      app.add_subcommand("report", "Write one HTML page: tables, curves, frontiers, paired differences");
  auto options = std::make_shared<ReportCommand>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  expect_ending_of(command->add_option("-o,--output", options->output, "Write to this file [FILE with extension .html]")
                       ->type_name("PATH"),
                   {"html"});
  command
      ->add_option("--baseline", options->report.baseline,
                   "Baseline learner for paired differences, as in regretta compare [the first]")
      ->type_name("LEARNER");
  repeatable(command->add_option("--highlight", options->report.highlight,
                                 "Learners, or groups of them, to draw in colour, as in regretta plot"))
      ->type_name("LEARNER,...");
  add_with_option(*command, context);
  end_help(*command, "The page needs no network and no server; the same results file gives the same bytes.",
           {"regretta report f.db", "Write f.html"},
           {"regretta report f.db --baseline hedge --output page.html", "Paired differences from hedge"});
  command->callback([options, &context] {
    options->report.headers = context.with;
    write_report(*options, context.catalogue());
  });
}

}  // namespace regretta
