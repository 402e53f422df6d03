#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/regression/baseline.hpp"
#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/progress_display.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/changes_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/remarks.hpp"
#include "regretta/tools/text/shown_text.hpp"
#include "regretta/tools/text/text_table.hpp"
#include "regretta/tools/text/value_table.hpp"

namespace regretta {
namespace {

struct OlderOptions {
  std::string before;
  std::string now;
  ChangesOptions changes;
  TableOptions table;  ///< without a selection
};

void expect_no_selection(const Selection& selection) {
  if (selection != Selection{})
    throw std::invalid_argument("--where and --pivot: expected --baseline LEARNER instead of a second file NEW");
}

/// Prints what has changed. Returns the exit status: check_failed for a significant change, or for different bits where
/// equal bits are promised. Throws as the readers of the files do.
int compare_with_older(const OlderOptions& options) {
  expect_no_selection(options.table.selection);
  const Changes changes = compare_files(options.before, options.now, options.changes);
  print_parts(options.table, changes_parts(changes, options.changes), [&] { return changes_values(changes); });
  return changes.alarm() ? exit_status::check_failed : exit_status::done;
}

ValueTable line_values(const Results& study, const std::vector<ComparisonLine>& lines) {
  ValueTable table = labelled_table(
      study,
      {"metric", "baseline_cell", "pairs", "wins", "ties", "difference", "interval_low", "interval_high", "better",
       "variance_factor", "p_value", "adjusted_p_value", "verdict", "rarest_seen", "trials_needed"},
      {"metric"});
  for (const ComparisonLine& line : lines) {
    const PairedDifference& difference = line.difference;
    table.add_row(label_fields(*line.cell), study.quantities().name(line.quantity), line.baseline->cell,
                  difference.values, difference.wins, difference.ties, difference.mean, difference.interval.low,
                  difference.interval.high, difference.better, difference.variance_factor, difference.unadjusted_p,
                  difference.p, standing_text(standing_of(difference)), rarest_seen(difference.values),
                  line.trials_to_show);
  }
  return table;
}

struct CompareOptions {
  std::string file;
  std::string now;  ///< "": compare the learners of `file` with a baseline learner
  std::vector<std::string> metrics;
  std::string baseline;
  double alpha = 0.05;
  TableOptions table;
  bool exact = false;
  bool per_round = false;
};

ShownEntry difference_of(const PairedDifference& difference) {
  if (difference.is_exact) return exactly(difference.mean);
  const IntervalText parts = interval_parts(difference.mean, difference.interval);
  return {parts.mean, parts.half_width};
}

/// Far tails are not known to more than this.
std::string p_text(double p) { return p < 1e-6 ? "<1e-6" : rounded(p, 2); }

ShownEntry verdict_of(const ComparisonLine& line) {
  const Standing standing = standing_of(line.difference);
  const Tone tone = standing == Standing::better ? Tone::good : standing == Standing::worse ? Tone::bad : Tone::plain;
  return {standing_text(standing), tone};
}

void add_few_column(TextTable& table) {
  table.add_column(
      {.heading = "notes", .align = TextTable::Align::left, .use = Use::other, .name = "notes", .has_sentences = true});
}

std::string few_text(const std::vector<const ComparisonLine*>& lines) {
  return std::ranges::any_of(lines, [](const ComparisonLine* line) { return line->difference.is_few; }) ? few_trials
                                                                                                        : "";
}

/// One quantity: a row has more of what is known of it.
TextTable table_of_one(const Results& study, const std::vector<ComparisonLine>& lines) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(study, table);
  table.add_column("metric", Align::left, Use::key);
  table.add_column("difference", Align::right, Use::value);
  for (const char* name : {"P(better)", "adjusted p"}) table.add_column(name, Align::right);
  table.add_column("verdict", Align::left);
  table.add_column("trials needed", Align::right);
  add_few_column(table);
  for (const ComparisonLine& line : lines)
    table.add_row(label_entries(*line.cell), study.quantities().name(line.quantity), difference_of(line.difference),
                  rounded(line.difference.better, 3), p_text(line.difference.p), verdict_of(line), trials_needed(line),
                  few_text({&line}));
  return table;
}

/// Several: side by side, in one row for each cell.
TextTable table_of_several(const Results& study, const std::vector<ComparisonLine>& lines,
                           const std::vector<Quantity>& quantities) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(study, table);
  for (const Quantity quantity : quantities) {
    const std::string name(study.quantities().name(quantity));
    table.add_column(name, Align::right, Use::value);
    table.add_column(name + " verdict", Align::left, Use::detail);
  }
  add_few_column(table);
  std::vector<const CellLabel*> cells;
  for (const ComparisonLine& line : lines)
    if (std::ranges::find(cells, line.cell) == cells.end()) cells.push_back(line.cell);
  for (const CellLabel* cell : cells) {
    std::vector<ShownEntry> row = label_entries(*cell);
    std::vector<const ComparisonLine*> own;
    for (const Quantity quantity : quantities) {
      const auto line = std::ranges::find_if(
          lines, [&](const ComparisonLine& one) { return one.cell == cell && one.quantity == quantity; });
      if (line == lines.end()) {
        row.insert(row.end(), {"-", ""});
        continue;
      }
      own.push_back(&*line);
      row.insert(row.end(), {difference_of(line->difference), verdict_of(*line)});
    }
    table.add_row(std::move(row), few_text(own));
  }
  return table;
}

std::vector<ShownPart> shown_parts(const Results& study, const std::vector<ComparisonLine>& lines,
                                   std::size_t num_lines, const std::vector<Quantity>& quantities,
                                   const CompareOptions& options) {
  std::vector<std::string> notes = {fmt::format(
      "The learner's mean minus the baseline's, paired by trial: below 0 is better. The {:g}% intervals and verdicts "
      "hold for all {} together. {}",
      100 * (1 - options.alpha), counted(static_cast<std::int64_t>(num_lines), "difference"),
      unseen_text(study, options.alpha))};
  if (quantities.size() == 1)
    notes.emplace_back(
        "P(better): share of trials below the baseline's, ties counting half. trials needed: about how many would "
        "decide an open line, were the difference as measured.");
  if (std::string looks = looks_text(study); !looks.empty()) notes.push_back(std::move(looks));
  return {{.lines = {fmt::format("{}: {} trials per cell, against {}{}", study.study().name, trials_each(study),
                                 options.baseline, per_round_text(study))}},
          {.table = quantities.size() > 1 ? table_of_several(study, lines, quantities) : table_of_one(study, lines)},
          {.lines = std::move(notes)}};
}

std::vector<ComparisonLine> compared(const Results& study, const CompareOptions& options, ComparisonOptions wanted) {
  WatchedLines watched;
  wanted.progress = &watched.progress;
  const std::vector<bool> is_baseline = baseline_cells(study, options.baseline);
  return compare_learners(
      study, [&](const CellLabel& cell) { return is_baseline[static_cast<std::size_t>(cell.cell)]; }, wanted);
}

void compare_with_learner(const CompareOptions& options) {
  ComparisonOptions wanted{.quantities = {}, .alpha = options.alpha};
  Results study = Results::open(options.file);
  if (options.per_round) study.show_per_round();
  for (const std::string& name : options.metrics) wanted.quantities.push_back(metric_named(study.quantities(), name));
  if (wanted.quantities.empty()) wanted.quantities = {Quantity::regret, Quantity::violation};
  const ChosenCells cells(study, options.table.selection.where);
  const auto all_lines = compared(study, options, wanted);
  auto lines = all_lines;
  std::erase_if(lines, [&](const ComparisonLine& line) { return !cells.has(*line.cell); });
  print_table(options.table, cells, shown_parts(study, lines, all_lines.size(), wanted.quantities, options),
              [&] { return line_values(study, lines); });
}

int compare(const CompareOptions& options) {
  if (options.now.empty() == options.baseline.empty())
    throw std::invalid_argument(
        "compare: expected either --baseline LEARNER, to compare the learners of FILE, or a second file NEW, to "
        "compare it with FILE");
  if (options.per_round && !options.now.empty())
    throw std::invalid_argument("--per-round: expected --baseline LEARNER; with NEW, changes are those of whole sums");
  if (!options.now.empty())
    return compare_with_older(
        {.before = options.file,
         .now = options.now,
         .changes = {.quantities = options.metrics, .alpha = options.alpha, .exact = options.exact},
         .table = options.table});
  if (options.exact) throw std::invalid_argument("--exact: expected a second file NEW to compare with FILE");
  compare_with_learner(options);
  return exit_status::done;
}

}  // namespace

void add_compare_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand(
      "compare", "Compare learners with a baseline under the same noise, or a study with an older one");
  auto options = std::make_shared<CompareOptions>();
  command
      ->add_option("FILE", options->file,
                   "A results file; with NEW, the older of two: results files, or baselines (regretta baseline)")
      ->required();
  command->add_option("NEW", options->now, "The newer file, to be tested for changes");
  command
      ->add_option(
          "--baseline", options->baseline,
          "Name of the learner to compare with, including its swept parameters: \"conomd-fs, confidence_scale=0.25\"")
      ->type_name("LEARNER");
  add_list_option(*command, "-m,--metric", options->metrics,
                  "Quantities; with --baseline only regrets or violations, several side by side [regret,violation; "
                  "with NEW: those of the baseline, if it has others]");
  expect_number(command->add_option(
                    "--alpha", options->alpha,
                    "Probability of any wrong \"better\", \"worse\" or \"changed\", or interval, in the table [0.05]"),
                "P", 1e-3, 0.5);
  command->add_flag("--exact", options->exact,
                    "With NEW: require identical bits, even if study and version do not promise them");
  add_per_round_option(*command, options->per_round);
  add_table_options(*command, options->table);
  end_help(
      *command,
      "With NEW, the exit status is 1 if there is a significant change, or if bits differ where the same study and "
      "version promise the same. Cells in which a header or class of yours takes part "
      "that has changed may differ: only what is significant counts. Studies with the same seed are paired by trial.",
      {"regretta compare f.db --baseline \"conomd-fs, confidence_scale=0.25\"",
       "Regret and violation of every learner against those of one of them, paired by trial"},
      {"regretta compare base.json new.db", "Has anything changed since the baseline was saved?"});
  command->callback([options, &context] { context.status = compare(*options); });
}

}  // namespace regretta
