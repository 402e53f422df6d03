#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/tables/interval_rows.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/plan/grid.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/show_extremes.hpp"
#include "regretta/tools/commands/show_notes.hpp"
#include "regretta/tools/commands/show_tails.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output_options.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/overall_text.hpp"
#include "regretta/tools/text/remarks.hpp"
#include "regretta/tools/text/shell_text.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {
namespace {

struct ShowOptions {
  std::string file;
  std::vector<std::string> metrics;
  bool all = false;
  bool tails = false;
  bool per_round = false;
  bool sure = false;  ///< the main interval is that which holds whatever rare trials do
  std::vector<double> above;
  std::int64_t extremes = 0;  ///< trials at each end of every quantity; 0: not asked for
  TableOptions table;
};

ShownEntry interval(const MeanEstimate& estimate, bool sure) {
  if (estimate.is_exact) return exactly(estimate.mean);
  const IntervalText parts = interval_parts(estimate.mean, sure ? estimate.sure : estimate.interval);
  return {parts.mean, parts.half_width};
}

/// "-1800 to 120"; "" where there is no more to say than in the entry before it.
std::string at_worst(const MeanEstimate& estimate) {
  if (estimate.is_exact || std::isnan(estimate.sure.low)) return "";
  return fmt::format("{} to {}", rounded(estimate.sure.low, 3), rounded(estimate.sure.high, 3));
}

/// The bound and the ratio of mean to bound: "?" if the run has not finished, "-" if no theorem applies.
std::vector<ShownEntry> bound_entries(const Results& study, const CellLabel& cell, Quantity quantity, double mean) {
  if (!study.has_bounds()) return {"?", "?"};
  const Bound bound = study.bound(cell, quantity);
  if (!bound.applies) return {"-", "-"};
  return {bound.is_vacuous(study.range(cell, quantity).high) ? "vacuous" : rounded(bound.value, 3),
          rounded(mean / bound.value, 2)};
}

bool has_theorem(Quantity quantity) {
  return index_of(quantity) < num_quantities && quantity_info(quantity).has_theorem;
}

/// Regret, violation and what the study measures besides.
std::vector<Quantity> usual_metrics(const Results& study) {
  std::vector<Quantity> metrics = {Quantity::regret, Quantity::violation};
  for (std::size_t k = 0; k < study.quantities().measures().size(); ++k) metrics.push_back(measure_quantity(k));
  return metrics;
}

/// Who is best, and how many trials decide how many of the pairs of learners that are open, as `rank` says it; "" if
/// there are too many pairs to look at in passing.
std::string best_text(const Results& study) {
  constexpr std::size_t most_cells = 2000;
  if (study.cells().size() > most_cells) return "";
  const std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  const Ranking ranking = rank_learners(study, {.quantities = quantities, .trials = fewest_trials(study)});
  std::vector<std::string> words = recommendation(study, ranking.overall, quantities).all();
  if (std::string open = open_text(ranking); !open.empty()) words.push_back(std::move(open));
  return fmt::format("{}", fmt::join(words, " "));
}

/// `needed`: gets the trials_for_5_percent of every mean.
ShownPart main_table(const Results& study, const ChosenCells& cells, const std::vector<Quantity>& metrics, bool sure,
                     bool has_worst, std::vector<double>& needed) {
  using Align = TextTable::Align;
  const std::vector<ModeSeen> modes = modes_seen(study);
  TextTable table;
  add_label_columns(study, table);
  table.add_column("trials", Align::right);
  for (const Quantity metric : metrics) {
    const std::string name(study.quantities().name(metric));
    table.add_column(name, Align::right, Use::value);
    if (has_worst) table.add_column("at worst", Align::right, Use::detail, name + "_at_worst");
    if (!has_theorem(metric)) continue;
    for (const std::string detail : {"bound", "ratio"})
      table.add_column({detail, Align::right, Use::detail, name + "_" + detail, true});
  }
  table.add_column("notes", Align::left);
  for (const CellLabel& cell : study.cells()) {
    if (!cells.has(cell)) continue;
    const ModeSeen mode = modes[static_cast<std::size_t>(cell.cell)];
    const CellSummary& summary = study.summary(cell);
    std::vector<ShownEntry> row = label_entries(cell);
    row.emplace_back(grouped(summary.trials));
    const std::vector<MeanEstimate> estimates = study.means(cell, metrics);
    for (std::size_t q = 0; q < metrics.size(); ++q) {
      if (summary[estimated_by(metrics[q])].count > 0 && study.study().instances == 1)
        needed.push_back(trials_for_5_percent(estimates[q], summary.trials));
      row.push_back(interval(estimates[q], sure));
      if (has_worst) row.emplace_back(at_worst(estimates[q]));
      if (has_theorem(metrics[q]))
        std::ranges::copy(bound_entries(study, cell, metrics[q], estimates[q].mean), std::back_inserter(row));
    }
    table.add_row(std::move(row), remarks(summary, study.layout().trials(cell.cell), remarks_on(estimates, mode)));
  }
  return {.table = std::move(table)};
}

void add_cell_tables(const Results& study, const ChosenCells& cells, bool sure, std::vector<ShownPart>& parts) {
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
    for (const char* name : {"bound", "ratio"}) table.add_column({name, Align::right, Use::other, name, true});
    for (const Quantity index : study.quantities().all()) {
      const QuantityInfo quantity = study.quantities()[index];
      const Statistic& statistic = summary[index];
      if (statistic.count == 0) continue;
      std::vector<ShownEntry> bound = {"", ""};
      if (quantity.has_theorem) bound = bound_entries(study, cell, quantity.quantity, statistic.mean);
      table.add_row({quantity.name, interval(estimates[index_of(quantity.quantity)], sure), rounded(statistic.q05, 4),
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

/// Whether a table has bounds in a column that is printed.
bool shows_bounds(const std::vector<ShownPart>& parts, const Selection& chosen) {
  return std::ranges::any_of(parts, [&](const ShownPart& part) {
    return part.table && std::ranges::any_of(part.table->columns(), [&](const TextTable::Column& column) {
             return column.has_bounds && chosen.pivot.empty();
           });
  });
}

/// The tables means or tails of `export`, of these cells and quantities.
ValueTable values_of(const Results& study, const ChosenCells& cells, const std::vector<Quantity>& metrics, bool tails) {
  ValueTable table;
  for (const std::string& name : tails ? tails_columns(study) : means_columns(study))
    table.columns.push_back({name, name == "cell"       ? Use::number
                                   : name == "quantity" ? Use::key
                                   : name == "mean"     ? Use::value
                                                        : Use::other});
  const auto labels = std::ssize(label_columns(study));
  for (auto k = 1; k < labels; ++k) table.columns[static_cast<std::size_t>(k)].use = Use::key;
  const auto has = [&](const Value& name) {
    return std::ranges::any_of(metrics, [&](Quantity one) { return plain_text(name) == study.quantities().name(one); });
  };
  (tails ? for_each_tails_row : for_each_means_row)(study, [&](const Row& row) {
    const auto cell = static_cast<std::size_t>(*row[0].number());
    if (cells.has(study.cells()[cell]) && has(row[static_cast<std::size_t>(labels)])) table.rows.push_back(row);
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
  std::vector<double> needed;
  Extremes extremes;
  if (options.extremes > 0) {
    extremes = extremes_of(study, cells, metrics, options.extremes,
                           fmt::format("{} replay {}", program, shell_quoted(options.file)));
    std::ranges::move(extremes.parts, std::back_inserter(parts));
  } else if (options.tails) {
    for (ShownPart& part : tails_parts(study, cells, metrics, options.above)) parts.push_back(std::move(part));
  } else if (options.all) {
    add_cell_tables(study, cells, options.sure, parts);
  } else {
    const bool has_worst = !options.sure && format != ShownFormat::latex;
    parts.push_back(main_table(study, cells, metrics, options.sure, has_worst, needed));
  }
  if (!options.tails && options.extremes == 0) {
    const auto has = [&](Quantity quantity) { return std::ranges::find(metrics, quantity) != metrics.end(); };
    parts.push_back({.lines = notes_of(study, {.sure = options.sure,
                                               .has_bounds = shows_bounds(parts, options.table.selection),
                                               .has_regret = has(Quantity::regret),
                                               .needed = needed,
                                               .best = options.all ? "" : best_text(study),
                                               .file = options.file,
                                               .program = program})});
    if (std::string remark = remark_on_single_arms(study); (options.all || has(Quantity::violation)) && !remark.empty())
      parts.back().lines.push_back(std::move(remark));
  }
  if (format != ShownFormat::text) parts.push_back({.lines = {digest_text(study)}});
  print_table(options.table, cells, std::move(parts), [&] {
    if (options.extremes > 0) return extremes.values;
    return values_of(study, cells, options.all ? study.quantities().all() : metrics, options.tails);
  });
}

}  // namespace

void add_show_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("show", "Print results as a table: means with 95% intervals, theorem bounds");
  auto options = std::make_shared<ShowOptions>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  add_list_option(*command, "-m,--metric", options->metrics,
                  "Quantities to show, such as violation,opt [regret,violation]");
  CLI::Option* all = command->add_flag("-a,--all", options->all, "Every quantity of every cell, with quantiles");
  CLI::Option* tails = command->add_flag(
      "--tails", options->tails, "Quantiles and means of the worst 5% of trials, with intervals for any distribution");
  CLI::Option* above =
      command->add_option("--above", options->above, "With --tails: also the share of trials above B, such as 100,200");
  expect_number(repeatable(above->delimiter(',')->needs(tails)), "B", -1e15, 1e15);
  CLI::Option* extremes = command->add_option("--extremes", options->extremes,
                                              "The N trials with the largest values and the N with the smallest, and "
                                              "how to replay them");
  expect_integer(extremes->excludes(tails)->excludes(all), "N", 1, max_trials * max_cells);
  add_sure_option(*command, options->sure);
  add_per_round_option(*command, options->per_round);
  add_table_options(*command, options->table);
  end_help(*command, "",
           {"regretta show f.db --where 'learner=conomd-fs,budget>=100' --sort regret,desc",
            "Means and bounds of some cells, the largest regret first"},
           {"regretta show f.db --metric violation --pivot learner,budget --format latex",
            "A table for a paper: a row per learner, a column per C"});
  command->callback([options, &context] { show(*options, context.program); });
}

}  // namespace regretta
