#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/diagnosis.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/remarks.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta {
namespace {

struct DiagnoseOptions {
  std::string file;
  std::string format = "text";
  std::string output;
};

/// Names cells: "cells 3, 7, 9 and 4 more", "all 12 cells", "cell 3"; "" if there are none. count: cells of the study.
std::string cells_text(const std::vector<std::int64_t>& cells, std::int64_t count) {
  if (cells.empty()) return "";
  if (std::ssize(cells) == count && count > 1) return fmt::format("all {} cells", count);
  return some_cells(cells, 8);
}

constexpr std::size_t most_columns = 120;  ///< line width, unless the terminal is narrower

std::string text_of(const Results& study, const std::vector<Finding>& findings, std::size_t width) {
  const std::string title = fmt::format("{}: {} of {} trials", study.study().name,
                                        counted(std::ssize(study.cells()), "cell"), trials_each(study));
  std::string text = findings.empty()
                         ? title +
                               "\n\nNo findings: all trials are there and finite, and there are no other reasons to "
                               "distrust the results.\n"
                         : fmt::format("{}, {}\n", title, counted(std::ssize(findings), "finding"));
  for (const Finding& finding : findings) {
    const std::string cells = cells_text(finding.cells, std::ssize(study.cells()));
    text += "\n" + wrapped(fmt::format("{}, {}{}: {}.", severity_text(finding.severity), finding.kind,
                                       cells.empty() ? "" : " (" + cells + ")", printable(finding.what)),
                           width, {.first = "", .others = "  "});
    text += wrapped(fmt::format("To do: {}.", finding.advice), width, {.first = "  ", .others = "  "});
  }
  for (const std::string& remark : remarks_on_study(study)) text += "\n" + wrapped(remark, width, {});
  return text;
}

std::string json_of(const Results& study, const std::vector<Finding>& findings) {
  nlohmann::ordered_json json;
  json["study"] = study.study().name;
  json["findings"] = nlohmann::ordered_json::array();
  for (const Finding& finding : findings)
    json["findings"].push_back({{"kind", finding.kind},
                                {"severity", severity_text(finding.severity)},
                                {"cells", finding.cells},
                                {"what", finding.what},
                                {"to_do", finding.advice}});
  json["worth_knowing"] = remarks_on_study(study);
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void diagnose_file(const DiagnoseOptions& options) {
  const Results study = Results::open(options.file);
  const std::vector<Finding> findings = diagnose(study);
  write_output(options.output,
               options.format == "json"
                   ? json_of(study, findings)
                   : text_of(study, findings, std::min(most_columns, display_of(options.output).width)));
}

}  // namespace

void add_diagnose_command(CLI::App& app, ProgramContext& /*context*/) {
  CLI::App* command = app.add_subcommand("diagnose", "List reasons to distrust a study, and what to do about them");
  auto options = std::make_shared<DiagnoseOptions>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  add_format_options(*command, options->format, options->output, {"text", "json"},
                     "text or json [by the ending of --output: .json; else text]");
  end_help(*command, "Always exits with status 0: findings are advice.",
           {"regretta diagnose f.db", "Reasons to distrust the results"},
           {"regretta diagnose f.db --format json", "The same for a script"});
  command->callback([options] { diagnose_file(*options); });
}

}  // namespace regretta
