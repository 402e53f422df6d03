#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/study/plan/grid.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/failure_counts.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

struct WorstOptions {
  std::string file;
  std::string metric = "violation";
  std::int64_t count = 10;
  bool least = false;
  TableOptions table;
};

struct RankedTrial {
  double value;
  std::int64_t cell;
  std::int64_t trial;
};

struct RankedTrials {
  std::vector<RankedTrial> trials;  ///< the first `shown` in order
  std::ptrdiff_t shown = 0;
  std::int64_t failed = 0;
  std::int64_t without = 0;  ///< whose value is NaN
};

RankedTrials ranking_of(const Results& study, const ChosenCells& cells, const WorstOptions& options,
                        Quantity quantity) {
  RankedTrials ranking;
  std::vector<RankedTrial>& trials = ranking.trials;
  for (const CellLabel& cell : study.cells()) {
    if (!cells.has(cell)) continue;
    study.for_each_block(cell, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials) {
        const double value = trial[quantity];
        if (trial.failure) {
          ++ranking.failed;
        } else if (std::isnan(value)) {
          ++ranking.without;
        } else {
          trials.push_back({value, cell.cell, trial.trial});
        }
      }
    });
  }
  ranking.shown = std::min(options.count, std::ssize(trials));
  std::partial_sort(trials.begin(), trials.begin() + ranking.shown, trials.end(),
                    [&](const RankedTrial& a, const RankedTrial& b) {
                      if (a.value != b.value) return options.least ? a.value < b.value : a.value > b.value;
                      return std::tie(a.cell, a.trial) < std::tie(b.cell, b.trial);
                    });
  return ranking;
}

std::string replay_command(const WorstOptions& options, const std::string& program, const RankedTrial& trial) {
  return fmt::format("{0} replay {1} --cell {2} --trial {3} -o cell-{2}-trial-{3}.csv", program,
                     shell_quoted(options.file), trial.cell, trial.trial);
}

std::vector<ShownPart> shown_parts(const Results& study, const RankedTrials& ranking, const WorstOptions& options,
                                   const std::string& program) {
  TextTable table;
  add_label_columns(study, table);
  table.add_column("trial", TextTable::Align::right, Use::number);
  table.add_column(options.metric, TextTable::Align::right, Use::value);
  for (std::ptrdiff_t k = 0; k < ranking.shown; ++k) {
    const RankedTrial& trial = ranking.trials[static_cast<std::size_t>(k)];
    table.add_row(label_entries(cell_of(study, trial.cell)), fmt::format("{}", trial.trial), rounded(trial.value, 6));
  }
  std::vector<std::string> notes;
  if (ranking.shown > 0)
    notes.push_back(
        fmt::format("The rounds of the first: {}", replay_command(options, program, ranking.trials.front())));
  if (ranking.failed > 0) notes.push_back(fmt::format("Not ranked: {} that failed", counted(ranking.failed, "trial")));
  if (ranking.without > 0)
    notes.push_back(fmt::format("Not ranked: {} whose {} is NaN", counted(ranking.without, "trial"), options.metric));
  return {{.lines = {fmt::format("{}: the {} of {} with the {} {}", study.study().name, counted(ranking.shown, "trial"),
                                 grouped(std::ssize(ranking.trials)), options.least ? "least" : "largest",
                                 options.metric)}},
          {.table = std::move(table)},
          {.lines = std::move(notes)}};
}

ValueTable values_of(const Results& study, const RankedTrials& ranking, const WorstOptions& options) {
  ValueTable table = labelled_table(study, {"trial", options.metric.c_str()}, {"trial"});
  for (std::ptrdiff_t k = 0; k < ranking.shown; ++k) {
    const RankedTrial& trial = ranking.trials[static_cast<std::size_t>(k)];
    table.add_row(label_fields(cell_of(study, trial.cell)), trial.trial, trial.value);
  }
  return table;
}

void print_worst(const WorstOptions& options, const std::string& program) {
  const Results study = Results::open(options.file);
  const Quantity quantity = quantity_named(study.quantities(), "--metric", options.metric);
  const ChosenCells cells(study, options.table.selection.where);
  note_what_is_missing(study);
  const RankedTrials ranking = ranking_of(study, cells, options, quantity);
  print_table(options.table, cells, shown_parts(study, ranking, options, program),
              [&] { return values_of(study, ranking, options); });
}

}  // namespace

void add_worst_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("worst", "List the most extreme trials, and how to replay them");
  auto options = std::make_shared<WorstOptions>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  command->add_option("-m,--metric", options->metric, "Quantity to rank by, such as regret or corruption [violation]")
      ->type_name("QUANTITY");
  expect_integer(command->add_option("--count", options->count, "How many [10]"), "N", 1, max_trials * max_cells);
  command->add_flag("--least", options->least, "List the smallest values instead of the largest, for example for rho");
  add_table_options(*command, options->table);
  end_help(*command, "", {"regretta worst f.db", "The ten largest violations, and the command that replays the first"},
           {"regretta worst f.db --metric rho --least --count 3 --where learner=hedge",
            "The three trials of a learner with the least Slater margin"});
  command->callback([options, &context] { print_worst(*options, context.program); });
}

}  // namespace regretta
