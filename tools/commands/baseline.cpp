#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/regression/baseline.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/changes_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

struct BaselineOptions {
  std::string file;
  std::string output;
  std::vector<std::string> metrics;
  std::int64_t trials = 0;  ///< 0: as in the existing baseline, else the usual number
};

/// The largest number of trials of a cell in the baseline, at least 1.
std::int64_t kept_trials(const RecordedStudy& baseline) {
  std::int64_t most = 1;
  for (const RecordedCell& cell : baseline.cells) most = std::max(most, std::ssize(cell.trial_hashes));
  return most;
}

void write_baseline(const BaselineOptions& options) {
  const bool is_there = std::filesystem::exists(options.output);
  RecordOptions wanted{.most_trials = options.trials > 0 ? options.trials : usual_baseline_trials};
  RecordedStudy before;
  if (is_there) {
    before = read_baseline(options.output);
    wanted.quantities = before.quantities;
    // a short study has all its trials because it is short, not by choice
    if (options.trials == 0 && kept_trials(before) < before.trials) wanted.most_trials = kept_trials(before);
  }
  if (!options.metrics.empty()) wanted.quantities = options.metrics;
  const Results results = Results::open(options.file);
  quantities_of(results.quantities(), "--metric", options.metrics);  // refuses unknown names
  RecordedStudy now = record_study(results, wanted);
  if (is_there && before.name != now.name)
    throw std::invalid_argument(
        fmt::format("--output: {} is a baseline of study \"{}\", not of \"{}\"; give another name, or remove it first",
                    options.output, before.name, now.name));
  const std::string text = baseline_text(now);

  if (is_there) {
    ChangesOptions shown;
    for (const std::string& quantity : before.quantities)
      if (std::ranges::find(now.quantities, quantity) != now.quantities.end()) shown.quantities.push_back(quantity);
    const std::vector<ShownPart> parts =
        changes_parts(compare_studies(std::move(before), std::move(now), shown), shown);
    fmt::print("{}\n", shown_text(parts, ShownFormat::text, display_of("")));
  }
  write_output(options.output, text);
  fmt::print("{}: {} ({})\n", options.output, is_there ? "refreshed" : "written",
             size_text(static_cast<double>(text.size())));
}

}  // namespace

void add_baseline_command(CLI::App& app, ProgramContext&) {
  CLI::App* command =
      app.add_subcommand("baseline", "Save results as a text to commit, and to compare later studies with");
  auto options = std::make_shared<BaselineOptions>();
  command->add_option("FILE", options->file, "A results file that regretta run has finished")->required();
  expect_ending_of(command
                       ->add_option("-o,--output", options->output,
                                    "The baseline file; if it exists, prints what changed and refreshes it")
                       ->type_name("PATH")
                       ->required(),
                   {"json"});
  add_list_option(*command, "-m,--metric", options->metrics,
                  "Quantities to store [as in the existing baseline, else regret,violation]");
  expect_integer(
      command->add_option(
          "--trials", options->trials,
          fmt::format("Number of trials per cell to store, from the first [as in the existing baseline, else {}]",
                      usual_baseline_trials)),
      "N", 2, max_baseline_values);
  end_help(*command, "A comparison covers every bit, including quantities and curves that are not stored.",
           {"regretta baseline f.db --output base.json", "Save the results, or see what has changed and update them"},
           {"regretta baseline f.db --output base.json --metric regret --trials 16",
            "Save the regrets of 16 trials per cell"});
  command->callback([options] { write_baseline(*options); });
}

}  // namespace regretta
