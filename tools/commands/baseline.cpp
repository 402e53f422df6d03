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
  std::int64_t trials = 0;  ///< largest number per cell; 0: as in the existing baseline, else usual_baseline_trials
};

/// The largest number of trials of a cell in the baseline, at least 1.
std::int64_t stored_trials(const RecordedStudy& baseline) {
  std::int64_t largest = 1;
  for (const RecordedCell& cell : baseline.cells) largest = std::max(largest, std::ssize(cell.trial_hashes));
  return largest;
}

void write_baseline(const BaselineOptions& options) {
  const bool exists = std::filesystem::exists(options.output);
  RecordOptions choices{.most_trials = options.trials > 0 ? options.trials : usual_baseline_trials};
  RecordedStudy before;
  if (exists) {
    before = read_baseline(options.output);
    choices.quantities = before.quantities;
    // the stored number was chosen if it is below that of the study; a short study stores all of its trials
    if (options.trials == 0 && stored_trials(before) < before.trials) choices.most_trials = stored_trials(before);
  }
  if (!options.metrics.empty()) choices.quantities = options.metrics;
  const Results results = Results::open(options.file);
  quantities_of(results.quantities(), "--metric", options.metrics);  // throws if a name is unknown
  RecordedStudy now = record_study(results, choices);
  if (exists && before.name != now.name)
    throw std::invalid_argument(
        fmt::format("--output: {} is a baseline of study \"{}\", not of \"{}\"; give another name, or remove it first",
                    options.output, before.name, now.name));
  const std::string text = baseline_text(now);

  if (exists) {
    ChangesOptions changes;
    for (const std::string& quantity : before.quantities)
      if (std::ranges::find(now.quantities, quantity) != now.quantities.end()) changes.quantities.push_back(quantity);
    const std::vector<ShownPart> parts =
        changes_parts(compare_studies(std::move(before), std::move(now), changes), changes);
    fmt::print("{}\n", shown_text(parts, ShownFormat::text, display_of("")));
  }
  write_output(options.output, text);
  fmt::print("{}: {} ({})\n", options.output, exists ? "refreshed" : "written",
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
