#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <tuple>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/study/plan/grid.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/failure_counts.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/shell_text.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta {
namespace {

struct WorstOptions {
  std::string file;
  std::string metric = "violation";
  std::int64_t count = 10;
  std::optional<std::int64_t> cell;
  bool least = false;
};

struct RankedTrial {
  double value;
  std::int64_t cell;
  std::int64_t trial;
};

void print_worst(const WorstOptions& options, const std::string& program) {
  const StudyReader study = StudyReader::open(options.file);
  const Quantity quantity = quantity_named(study.quantities(), "--metric", options.metric);
  note_what_is_missing(study);
  if (options.cell) cell_of(study, *options.cell);
  std::vector<RankedTrial> trials;
  std::int64_t failed = 0;
  std::int64_t without = 0;
  for (const CellLabel& cell : study.cells()) {
    if (options.cell && cell.cell != *options.cell) continue;
    study.for_each_block(cell, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials) {
        const double value = trial[quantity];
        if (trial.failure) {
          ++failed;
        } else if (std::isnan(value)) {
          ++without;
        } else {
          trials.push_back({value, cell.cell, trial.trial});
        }
      }
    });
  }
  const auto shown = std::min(options.count, std::ssize(trials));
  std::partial_sort(trials.begin(), trials.begin() + shown, trials.end(),
                    [&](const RankedTrial& a, const RankedTrial& b) {
                      if (a.value != b.value) return options.least ? a.value < b.value : a.value > b.value;
                      return std::tie(a.cell, a.trial) < std::tie(b.cell, b.trial);
                    });

  fmt::print("{}: the {} of {} with the {} {}\n\n", study.study().name, counted(shown, "trial"),
             grouped(std::ssize(trials)), options.least ? "least" : "largest", options.metric);
  TextTable table;
  table.add_column(options.metric, TextTable::Align::right);
  table.add_column("cell", TextTable::Align::right);
  table.add_column("trial", TextTable::Align::right);
  table.add_column("learner in environment", TextTable::Align::left);
  table.add_column("to see its rounds", TextTable::Align::left);
  for (std::int64_t k = 0; k < shown; ++k) {
    const RankedTrial& trial = trials[static_cast<std::size_t>(k)];
    const CellLabel& cell = cell_of(study, trial.cell);
    table.add_row({rounded(trial.value, 6), fmt::format("{}", trial.cell), fmt::format("{}", trial.trial),
                   fmt::format("{}, T = {}", cell_text(study, cell), cell.horizon),
                   fmt::format("{} replay {} --cell {} --trial {} -o cell-{}-trial-{}.csv", program,
                               shell_quoted(options.file), trial.cell, trial.trial, trial.cell, trial.trial)});
  }
  fmt::print("{}", table.text());
  if (failed > 0) fmt::print("\nNot ranked: {} that failed\n", counted(failed, "trial"));
  if (without > 0) fmt::print("\nNot ranked: {} whose {} is NaN\n", counted(without, "trial"), options.metric);
}

}  // namespace

void add_worst_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("worst", "List the trials that stand out, and how to look at each");
  auto options = std::make_shared<WorstOptions>();
  command->add_option("FILE", options->file, "A study file written by regretta run")->required();
  command->add_option("-m,--metric", options->metric, "Quantity to rank by, such as regret or corruption [violation]")
      ->type_name("QUANTITY");
  expect_integer(*command->add_option("--count", options->count, "How many [10]")->type_name("N"), 1,
                 max_trials * max_cells);
  expect_integer(*command->add_option("--cell", options->cell, "Only this cell")->type_name("N"), 0, max_cells - 1);
  command->add_flag("--least", options->least, "List the smallest values instead of the largest, for example for rho");
  end_help(*command, "", {"regretta worst f.db", "The ten largest violations, and the command that replays each"},
           {"regretta worst f.db --metric rho --least --count 3", "The three trials with the least Slater margin"});
  command->callback([options, &context] { print_worst(*options, context.program); });
}

}  // namespace regretta
