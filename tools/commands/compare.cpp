#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
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
  std::string now;  ///< the newer file; "": the learners of `file` are compared with a baseline learner
  std::vector<std::string> metrics;
  std::string baseline;
  double alpha = 0.05;
  TableOptions table;
  bool exact = false;
  bool per_round = false;
};

/// A p-value as text. Values below 1e-6 are not computed exactly.
std::string p_text(double p) { return p < 1e-6 ? "<1e-6" : rounded(p, 2); }

ShownEntry verdict_of(const ComparisonLine& line) {
  const Standing standing = standing_of(line.difference);
  const Tone tone = standing == Standing::better ? Tone::good : standing == Standing::worse ? Tone::bad : Tone::plain;
  return {standing_text(standing), tone};
}

/// The table of a single quantity, with the results of its tests.
TextTable table_of_quantity(const Results& study, const std::vector<ComparisonLine>& lines) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(study, table);
  table.add_column("metric", Align::left, Use::key);
  table.add_column("difference", Align::right, Use::value);
  for (const char* name : {"P(better)", "adjusted p"}) table.add_column(name, Align::right);
  table.add_column("verdict", Align::left);
  table.add_column("trials needed", Align::right);
  table.add_notes_column();
  for (const ComparisonLine& line : lines)
    table.add_row(label_entries(*line.cell), study.quantities().name(line.quantity), mean_entry(line.difference),
                  rounded(line.difference.better, 3), p_text(line.difference.p), verdict_of(line), trials_needed(line),
                  line.difference.is_few ? few_trials : "");
  return table;
}

/// The table of several quantities, which stand side by side in the row of a cell.
TextTable table_of_quantities(const Results& study, const std::vector<ComparisonLine>& lines,
                              const std::vector<Quantity>& quantities) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(study, table);
  for (const Quantity quantity : quantities) {
    const std::string name(study.quantities().name(quantity));
    table.add_column(name, Align::right, Use::value);
    table.add_column(name + " verdict", Align::left, Use::detail);
  }
  table.add_notes_column();
  std::vector<const CellLabel*> cells;
  for (const ComparisonLine& line : lines)
    if (std::ranges::find(cells, line.cell) == cells.end()) cells.push_back(line.cell);
  for (const CellLabel* cell : cells) {
    std::vector<ShownEntry> row = label_entries(*cell);
    bool is_few = false;
    for (const Quantity quantity : quantities) {
      const auto line = std::ranges::find_if(
          lines, [&](const ComparisonLine& shown) { return shown.cell == cell && shown.quantity == quantity; });
      if (line == lines.end()) {
        row.insert(row.end(), {"-", ""});
        continue;
      }
      is_few = is_few || line->difference.is_few;
      row.insert(row.end(), {mean_entry(line->difference), verdict_of(*line)});
    }
    table.add_row(std::move(row), is_few ? few_trials : "");
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
          {.table =
               quantities.size() > 1 ? table_of_quantities(study, lines, quantities) : table_of_quantity(study, lines)},
          {.lines = std::move(notes)}};
}

void compare_with_learner(const CompareOptions& options) {
  ComparisonOptions request{.quantities = {}, .alpha = options.alpha};
  Results study = Results::open(options.file);
  if (options.per_round) study.show_per_round();
  for (const std::string& name : options.metrics) request.quantities.push_back(metric_named(study.quantities(), name));
  if (request.quantities.empty()) request.quantities = {Quantity::regret, Quantity::violation};
  const ChosenCells cells(study, options.table.selection.where);
  const std::vector<bool> is_baseline = baseline_cells(study, options.baseline);
  std::optional<WatchedLines> watched(std::in_place);
  request.progress = &watched->progress;
  auto lines = compare_learners(
      study, [&](const CellLabel& cell) { return is_baseline[static_cast<std::size_t>(cell.cell)]; }, request);
  watched.reset();
  const std::size_t num_lines = lines.size();
  std::erase_if(lines, [&](const ComparisonLine& line) { return !cells.has(*line.cell); });
  print_table(options.table, cells, shown_parts(study, lines, num_lines, request.quantities, options),
              [&] { return line_values(study, lines); });
}

/// Prints what has changed since an older study. Returns the exit status: check_failed for a significant change, or for
/// different bits where equal bits are promised.
int compare_with_older(const CompareOptions& options) {
  if (options.per_round)
    throw std::invalid_argument("--per-round: expected --baseline LEARNER; with NEW, changes are those of whole sums");
  if (options.table.selection != Selection{})
    throw std::invalid_argument("--where and --pivot: expected --baseline LEARNER instead of a second file NEW");
  const ChangesOptions request{.quantities = options.metrics, .alpha = options.alpha, .exact = options.exact};
  const Changes changes = compare_files(options.file, options.now, request);
  print_parts(options.table, changes_parts(changes, request), [&] { return changes_values(changes); });
  return changes.alarm() ? exit_status::check_failed : exit_status::done;
}

int compare(const CompareOptions& options) {
  if (options.now.empty() == options.baseline.empty())
    throw std::invalid_argument(
        "compare: expected either --baseline LEARNER, to compare the learners of FILE, or a second file NEW, to "
        "compare it with FILE");
  if (!options.now.empty()) return compare_with_older(options);
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
