#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/plan/grid.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/conditions.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/overall_text.hpp"
#include "regretta/tools/text/remarks.hpp"
#include "regretta/tools/text/shell_text.hpp"
#include "regretta/tools/text/shown_text.hpp"
#include "regretta/tools/text/value_table.hpp"

namespace regretta {
namespace {

/// The table of --tails, with intervals: quantiles, mean of the worst trials, share of trials above each threshold.
std::vector<ShownPart> tails_parts(const Results& study, const ChosenCells& cells, const std::vector<Quantity>& metrics,
                                   const std::vector<double>& thresholds) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(study, table);
  table.add_column("metric", Align::left, Use::key);
  table.add_column("trials", Align::right);
  for (const char* name : {"median", "90%", "95%", "99%", "mean of worst 5%"})
    table.add_column(name, Align::right, Use::value);
  for (const double threshold : thresholds)
    table.add_column(fmt::format("% above {}", rounded(threshold, 4)), Align::right, Use::value);
  const bool shared_instances = study.study().instances > 1;
  const auto entry_of = [&](TailEstimate tail, double unit = 1) {
    if (shared_instances) tail.interval = {not_a_number, not_a_number};
    return mean_entry(unit * tail.estimate, Interval{unit * tail.interval.low, unit * tail.interval.high}, false);
  };
  for (const CellLabel& cell : study.cells()) {
    if (!cells.has(cell)) continue;
    TrialValues values = study.values(cell, metrics);
    for (std::size_t q = 0; q < metrics.size(); ++q) {
      std::erase_if(values[q], [](double x) { return std::isnan(x); });
      if (values[q].empty()) continue;
      std::ranges::sort(values[q]);
      std::vector<ShownEntry> row = label_entries(cell);
      row.insert(row.end(), {study.quantities().name(metrics[q]), grouped(std::ssize(values[q]))});
      for (const NamedTail& line : tails_of(values[q], study.reach(cell, metrics[q]), shared_instances))
        row.push_back(entry_of(line.tail));
      for (const double threshold : thresholds)
        row.push_back(entry_of(chance_above(values[q], threshold, Results::level), 100));  // in percent
      table.add_row(std::move(row));
    }
  }
  return {
      {.table = std::move(table)},
      {.lines = {
           shared_instances
               ? "No intervals: trials that share an instance are not independent."
               : "The numbers after an estimate say how far its 95% interval reaches below and above it, for any "
                 "distribution: between order statistics (binomial), and for the mean of the worst 5% by bands for the "
                 "distribution function. If too few trials are that extreme, an interval ends at what the cell "
                 "permits."}}};
}

struct Extremes {
  std::vector<ShownPart> parts{};
  ValueTable values{};
};

struct RankedTrial {
  double value;
  std::int64_t cell, trial;
};

/// For each quantity, the trials that have a value, the largest value first.
std::vector<std::vector<RankedTrial>> ranked_trials(const Results& study, const ChosenCells& cells,
                                                    const std::vector<Quantity>& metrics) {
  std::vector<std::vector<RankedTrial>> ranked(metrics.size());
  for (const CellLabel& cell : study.cells()) {
    if (!cells.has(cell)) continue;
    const TrialValues values = study.values(cell, metrics);
    for (const auto& [first, end, position] : study.saved_trial_ranges())
      for (std::int64_t trial = first; trial < end; ++trial)
        for (std::size_t q = 0; q < metrics.size(); ++q)
          if (const double value = values[q][static_cast<std::size_t>(position + trial - first)]; !std::isnan(value))
            ranked[q].push_back({value, cell.cell, trial});
  }
  for (std::vector<RankedTrial>& trials : ranked)
    std::ranges::sort(trials, [](const RankedTrial& a, const RankedTrial& b) {
      return a.value != b.value ? a.value > b.value : std::tie(a.cell, a.trial) < std::tie(b.cell, b.trial);
    });
  return ranked;
}

/// The table of --extremes: for each quantity the `count` trials with the largest values and the `count` with the
/// smallest. replay: the command that replays a trial, without --cell and --trial.
Extremes extremes_of(const Results& study, const ChosenCells& cells, const std::vector<Quantity>& metrics,
                     std::int64_t count, const std::string& replay) {
  using Align = TextTable::Align;
  Extremes extremes{.values = labelled_table(study, {"trial", "quantity", "value"}, {"trial", "quantity"})};
  TextTable table;
  add_label_columns(study, table);
  table.add_column("trial", Align::right, Use::number);
  table.add_column("metric", Align::left, Use::key);
  table.add_column("value", Align::right, Use::value);
  std::vector<std::string> sizes, replays;
  auto ranked = ranked_trials(study, cells, metrics);
  for (std::size_t q = 0; q < metrics.size(); ++q) {
    std::vector<RankedTrial>& trials = ranked[q];
    const std::string name(study.quantities().name(metrics[q]));
    sizes.push_back(fmt::format("{} of {}", name, counted(std::ssize(trials), "trial")));
    if (trials.empty()) continue;
    if (std::ssize(trials) > 2 * count) trials.erase(trials.begin() + count, trials.end() - count);
    const auto& [value, cell, trial] = trials.front();
    replays.push_back(fmt::format("The rounds of the largest {0}: {1} --cell {2} --trial {3} -o cell-{2}-trial-{3}.csv",
                                  name, replay, cell, trial));
    for (const RankedTrial& ranked_trial : trials) {
      const CellLabel& label = *std::ranges::find(study.cells(), ranked_trial.cell, &CellLabel::cell);
      table.add_row(label_entries(label), fmt::format("{}", ranked_trial.trial), name, rounded(ranked_trial.value, 6));
      extremes.values.add_row(label_fields(label), ranked_trial.trial, name, ranked_trial.value);
    }
  }
  extremes.parts = {{.lines = {fmt::format("The {} largest and smallest: {}", grouped(count), fmt::join(sizes, ", "))}},
                    {.table = std::move(table)},
                    {.lines = std::move(replays)}};
  return extremes;
}

struct ShowOptions {
  std::string file;
  std::vector<std::string> metrics;
  bool shows_all = false;  ///< whether to show every quantity of every cell (--all)
  bool tails = false;
  bool per_round = false;
  std::vector<double> above;
  std::int64_t extremes = 0;  ///< number of trials with the largest, and with the smallest values; 0: not requested
  TableOptions table;
};

/// The bound, and the ratio of mean and bound: "?" before the run has finished, "-" if no theorem applies.
std::vector<ShownEntry> bound_entries(const Results& study, const CellLabel& cell, Quantity quantity, double mean) {
  if (!study.has_bounds()) return {"?", "?"};
  const Bound bound = study.bound(cell, quantity);
  if (!bound.applies) return {"-", "-"};
  return {bound.is_vacuous(study.reach(cell, quantity).high) ? "vacuous" : rounded(bound.value, 3),
          rounded(mean / bound.value, 2)};
}

/// The quantities shown by default: regret, violation and the measures of the study.
std::vector<Quantity> usual_metrics(const Results& study) {
  std::vector<Quantity> metrics = {Quantity::regret, Quantity::violation};
  for (std::size_t k = 0; k < study.quantities().measures().size(); ++k) metrics.push_back(measure_quantity(k));
  return metrics;
}

/// The recommendation of `rank`; "" for large studies, because the comparison of all pairs of learners takes long.
std::string recommendation_text(const Results& study) {
  constexpr std::size_t most_cells = 2000;
  if (study.cells().size() > most_cells) return "";
  const std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  return recommendation(study, rank_learners(study, {.quantities = quantities}).overall, quantities).paragraph();
}

ShownPart main_table(const Results& study, const ChosenCells& cells, const std::vector<Quantity>& metrics) {
  using Align = TextTable::Align;
  const std::vector<ModeSeen> modes = modes_seen(study);
  TextTable table;
  add_label_columns(study, table);
  if (study.has_stop_rule()) table.add_column("trials", Align::right);
  for (const Quantity metric : metrics)
    table.add_column(std::string(study.quantities().name(metric)), Align::right, Use::value);
  table.add_column("notes", Align::left);
  for (const CellLabel& cell : study.cells()) {
    if (!cells.has(cell)) continue;
    const ModeSeen mode = modes[static_cast<std::size_t>(cell.cell)];
    const CellSummary& summary = study.summary(cell);
    std::vector<ShownEntry> row = label_entries(cell);
    if (study.has_stop_rule()) row.emplace_back(grouped(summary.trials));
    const std::vector<MeanEstimate> estimates = study.means(cell, metrics);
    for (const MeanEstimate& estimate : estimates) row.push_back(mean_entry(estimate));
    table.add_row(std::move(row), remarks(summary, study.layout().trials(cell.cell), remarks_on(estimates, mode)));
  }
  return {.table = std::move(table)};
}

void add_cell_tables(const Results& study, const ChosenCells& cells, std::vector<ShownPart>& parts) {
  using Align = TextTable::Align;
  const std::vector<Quantity> quantities = study.quantities().all();
  for (const CellLabel& cell : study.cells()) {
    if (!cells.has(cell)) continue;
    const CellSummary& summary = study.summary(cell);
    const std::vector<MeanEstimate> estimates = study.means(cell, quantities);
    const std::string remark = remarks(summary, study.layout().trials(cell.cell));
    TextTable table;
    table.add_column("quantity", Align::left, Use::key);
    table.add_column("mean, 95% interval", Align::right, Use::value, "mean");
    for (const char* name : {"5%", "median", "95%"}) table.add_column(name, Align::right);
    for (const char* name : {"bound", "ratio"}) table.add_column(name, Align::right);
    for (const Quantity listed : study.quantities().all()) {
      const QuantityInfo quantity = study.quantities()[listed];
      const Statistic& statistic = summary[listed];
      if (statistic.count == 0) continue;
      std::vector<ShownEntry> bound = {"", ""};
      if (quantity.has_theorem) bound = bound_entries(study, cell, quantity.quantity, statistic.mean);
      table.add_row({quantity.name, mean_entry(estimates[index_of(quantity.quantity)]), rounded(statistic.q05, 4),
                     rounded(statistic.q50, 4), rounded(statistic.q95, 4), bound[0], bound[1]});
    }
    parts.push_back(
        {.lines = {fmt::format("cell {}: {}", cell.cell, cell_text(study, cell)),
                   fmt::format("T = {}, K = {}, m = {}, {}{}", grouped(cell.horizon), cell.arms, cell.constraints,
                               counted(summary.trials, "trial"), remark.empty() ? "" : "; " + remark)},
         .table = std::move(table)});
  }
}

std::string title_of(const Results& study) {
  return fmt::format("{}: {} of {} trials, seed {}, delta {}{}", study.study().name,
                     counted(std::ssize(study.cells()), "cell"), trials_each(study), study.study().seed,
                     study.study().delta, per_round_text(study));
}

std::string digest_text(const Results& study) {
  const StudyDigest digest = digest_of(study);
  return fmt::format("digest {}{}", digest.digest,
                     digest.partial() ? fmt::format(", of the {} of {} trials that are there", grouped(digest.trials),
                                                    grouped(digest.planned))
                                      : "");
}

/// At most three lines: the meaning of the numbers, the most important remark on the study, and the recommendation.
/// has_bounds: whether the tables have bounds (--all). is_whole: whether all cells are shown.
std::vector<std::string> notes_of(const Results& study, bool has_bounds, bool is_whole, bool has_regret) {
  std::vector<std::string> notes = {
      fmt::format("± or + and -: 95% interval of the mean, each alone. {}{}", unseen_text(study),
                  has_regret ? " A regret below 0 is bought with violations: read both." : "")};
  std::vector<std::string> remarks = remarks_on_study(study);
  if (std::string found = stops_text(study); !found.empty())
    remarks.insert(remarks.begin(), fmt::format("Stopped: {}.", found));
  if (has_bounds)
    notes.emplace_back(
        "bound: the theorem at the cell's mean C and rho; vacuous: no trial can exceed it; -: no theorem covers the "
        "learner; ?: known when the run has ended. ratio: mean / bound.");
  else if (!remarks.empty())
    notes.push_back(remarks.front());
  if (std::string best = is_whole ? recommendation_text(study) : ""; !best.empty()) notes.push_back(std::move(best));
  return notes;
}

/// The table `means` or `tails` of `export`, with these cells and quantities.
ValueTable values_of(const Results& study, const ChosenCells& cells, const std::vector<Quantity>& metrics, bool tails) {
  ValueTable table;
  for (const std::string& name : tails ? tails_columns(study) : means_columns(study))
    table.columns.push_back({name, name == "cell"       ? Use::number
                                   : name == "quantity" ? Use::key
                                   : name == "mean"     ? Use::value
                                                        : Use::other});
  const auto num_labels = std::ssize(label_columns(study));
  for (auto k = 1; k < num_labels; ++k) table.columns[static_cast<std::size_t>(k)].use = Use::key;
  const auto has = [&](const Value& name) {
    return std::ranges::any_of(metrics,
                               [&](Quantity metric) { return plain_text(name) == study.quantities().name(metric); });
  };
  (tails ? for_each_tails_row : for_each_means_row)(study, [&](const Row& row) {
    const auto cell = static_cast<std::size_t>(*row[0].number());
    if (cells.has(study.cells()[cell]) && has(row[static_cast<std::size_t>(num_labels)])) table.rows.push_back(row);
  });
  return table;
}

void show(const ShowOptions& options, const std::string& program) {
  const ShownFormat format = shown_format(options.table.format);
  Results study = Results::open(options.file);
  if (options.per_round) study.show_per_round();
  const ChosenCells cells(study, options.table.selection.where);
  std::vector<Quantity> metrics = quantities_of(study.quantities(), "--metric", options.metrics);
  if (metrics.empty()) metrics = usual_metrics(study);
  std::vector<ShownPart> parts = {{.lines = {title_of(study)}}};
  Extremes extremes;
  if (options.extremes > 0) {
    extremes = extremes_of(study, cells, metrics, options.extremes,
                           fmt::format("{} replay {}", program, shell_quoted(options.file)));
    std::ranges::move(extremes.parts, std::back_inserter(parts));
  } else if (options.tails) {
    for (ShownPart& part : tails_parts(study, cells, metrics, options.above)) parts.push_back(std::move(part));
  } else if (options.shows_all) {
    add_cell_tables(study, cells, parts);
  } else {
    parts.push_back(main_table(study, cells, metrics));
  }
  if (!options.tails && options.extremes == 0)
    parts.push_back(
        {.lines = notes_of(study, options.shows_all, !options.shows_all && options.table.selection.where.empty(),
                           std::ranges::find(metrics, Quantity::regret) != metrics.end())});
  if (format != ShownFormat::text) parts.push_back({.lines = {digest_text(study)}});
  print_table(options.table, cells, std::move(parts), [&] {
    if (options.extremes > 0) return extremes.values;
    return values_of(study, cells, options.shows_all ? study.quantities().all() : metrics, options.tails);
  });
}

}  // namespace

void add_show_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("show", "Print results as a table: means with 95% intervals");
  auto options = std::make_shared<ShowOptions>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  add_list_option(*command, "-m,--metric", options->metrics,
                  "Quantities to show, such as violation,opt [regret,violation]");
  CLI::Option* every_quantity = command->add_flag("-a,--all", options->shows_all,
                                                  "Every quantity of every cell, with quantiles and theorem bounds");
  CLI::Option* tails = command->add_flag(
      "--tails", options->tails, "Quantiles and means of the worst 5% of trials, with intervals for any distribution");
  CLI::Option* above =
      command->add_option("--above", options->above, "With --tails: also the share of trials above B, such as 100,200");
  expect_number(repeatable(above->delimiter(',')->needs(tails)), "B", -1e15, 1e15);
  CLI::Option* extremes = command->add_option("--extremes", options->extremes,
                                              "The N trials with the largest values and the N with the smallest, and "
                                              "how to replay them");
  expect_integer(extremes->excludes(tails)->excludes(every_quantity), "N", 1, max_trials * max_cells);
  add_per_round_option(*command, options->per_round);
  add_table_options(*command, options->table);
  end_help(*command, "", {"regretta show f.db --where 'learner=conomd-fs,budget>=100'", "Means of some cells"},
           {"regretta show f.db --metric violation --pivot learner,budget --format latex",
            "A table for a paper: a row per learner, a column per C"});
  command->callback([options, &context] { show(*options, context.program); });
}

}  // namespace regretta
