#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/tables.hpp"
#include "regretta/tools/cell_text.hpp"
#include "regretta/tools/commands.hpp"
#include "regretta/tools/field_text.hpp"
#include "regretta/tools/human_text.hpp"
#include "regretta/tools/remarks.hpp"
#include "regretta/tools/shell_text.hpp"
#include "regretta/tools/text_table.hpp"

namespace regretta {
namespace {

struct ShowOptions {
  std::string file;
  std::vector<std::string> metrics;
  bool all = false;
};

std::string interval(const Statistic& statistic) { return interval_text(statistic.mean, half_width(statistic)); }

/// A theorem's right-hand side: "?" if the run has not ended, "-" if no theorem speaks.
struct ShownBound {
  std::string value = "?";
  std::string ratio = "?";
};

std::optional<CellBounds> bounds_of(const std::optional<StoredBounds>& all, const CellLabel& cell) {
  if (!all) return std::nullopt;
  const auto found = all->find(cell.cell);
  return found == all->end() ? CellBounds() : found->second;
}

ShownBound shown_bound(const std::optional<CellBounds>& bounds, bool is_regret, double mean, const CellLabel& cell) {
  if (!bounds) return {};
  const StoredBound& bound = is_regret ? bounds->regret : bounds->violation;
  if (!bound.value || std::isnan(*bound.value)) return {"-", "-"};
  const bool vacuous = *bound.value > static_cast<double>(cell.horizon);
  return {vacuous ? "vacuous" : rounded(*bound.value, 3), rounded(mean / *bound.value, 2)};
}

bool has_bound(std::size_t quantity) {
  return quantity == static_cast<std::size_t>(Quantity::regret) ||
         quantity == static_cast<std::size_t>(Quantity::violation);
}

void show_table(const StudyReader& study, const std::vector<std::size_t>& metrics) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(study, table);
  table.add_column("trials", Align::right);
  for (const std::size_t metric : metrics) {
    table.add_column(std::string(quantity_names[metric]), Align::right);
    if (!has_bound(metric)) continue;
    table.add_column("bound", Align::right);
    table.add_column("ratio", Align::right);
  }
  table.add_column("notes", Align::left);
  const auto all_bounds = stored_bounds(study);
  for (const CellLabel& cell : study.cells()) {
    const CellSummary summary = fold_cell(study, cell);
    const auto bounds = bounds_of(all_bounds, cell);
    std::vector<std::string> row = label_entries(cell);
    row.push_back(grouped(summary.trials));
    for (const std::size_t metric : metrics) {
      row.push_back(interval(summary.quantities[metric]));
      if (!has_bound(metric)) continue;
      const bool is_regret = metric == static_cast<std::size_t>(Quantity::regret);
      const ShownBound bound = shown_bound(bounds, is_regret, summary.quantities[metric].mean, cell);
      row.insert(row.end(), {bound.value, bound.ratio});
    }
    row.push_back(remarks(summary, study.layout().trials(cell.cell)));
    table.add_row(std::move(row));
  }
  fmt::print("{}", table.text());
}

void show_everything(const StudyReader& study) {
  using Align = TextTable::Align;
  const auto all_bounds = stored_bounds(study);
  for (const CellLabel& cell : study.cells()) {
    const CellSummary summary = fold_cell(study, cell);
    const auto bounds = bounds_of(all_bounds, cell);
    fmt::print("cell {}: {}\nT = {}, K = {}, m = {}, {}", cell.cell, cell_text(study, cell), grouped(cell.horizon),
               cell.arms, cell.constraints, counted(summary.trials, "trial"));
    const std::string remark = remarks(summary, study.layout().trials(cell.cell));
    fmt::print("{}{}\n", remark.empty() ? "" : "; ", remark);
    TextTable table;
    table.add_column("quantity", Align::left);
    for (const char* name : {"mean +- 95% CI", "5%", "median", "95%", "bound", "ratio"})
      table.add_column(name, Align::right);
    for (std::size_t q = 0; q < num_quantities; ++q) {
      const Statistic& statistic = summary.quantities[q];
      if (statistic.count == 0) continue;
      const bool is_regret = q == static_cast<std::size_t>(Quantity::regret);
      const ShownBound bound = has_bound(q) ? shown_bound(bounds, is_regret, statistic.mean, cell) : ShownBound{"", ""};
      table.add_row({std::string(quantity_names[q]), interval(statistic), rounded(statistic.q05, 4),
                     rounded(statistic.q50, 4), rounded(statistic.q95, 4), bound.value, bound.ratio});
    }
    fmt::print("{}\n", table.text());
  }
}

void show(const ShowOptions& options, const std::string& program) {
  std::vector<std::size_t> metrics;
  for (const std::string& name : options.metrics) metrics.push_back(quantity_index("--metric", name));
  if (metrics.empty())
    metrics = {static_cast<std::size_t>(Quantity::regret), static_cast<std::size_t>(Quantity::violation)};

  const StudyReader study = StudyReader::open(options.file);
  const bool may_stop = study.database().has_table("stopped");
  fmt::print("{}: {} of {} trials, seed {}, delta {}\n\n", study.value("name"),
             counted(std::ssize(study.cells()), "cell"), planned_text(study), study.value("seed"),
             study.value("delta"));
  options.all ? show_everything(study) : show_table(study, metrics);
  if (!options.all) fmt::print("\n");
  fmt::print(
      "Mean +- half of a 95% confidence interval (Student t over trials). Regret is often negative: read it with the "
      "violation.\n");
  if (may_stop)
    fmt::print("A stop rule chose the number of trials; intervals that allow for it: {} stops {}\n", program,
               shell_quoted(options.file));
  const bool shows_bounds = options.all || std::ranges::any_of(metrics, has_bound);
  if (shows_bounds) {
    fmt::print(
        "bound: the paper's theorem at the cell's mean C and rho; vacuous: above T; -: no theorem speaks. ratio: mean "
        "/ bound.\n");
    if (!study.database().has_table("bound"))
      fmt::print("?: not in this file yet; {} run, given its study, writes the bounds when it ends.\n", program);
  }
}

}  // namespace

void add_show_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("show", "Print results as a table: mean +- 95% CI, theorem bounds");
  auto options = std::make_shared<ShowOptions>();
  command->add_option("FILE", options->file, "A study file that regretta run has written")->required();
  command->add_option("-m,--metric", options->metrics, "Quantities to show, such as violation,opt [regret,violation]")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->expected(1)
      ->take_all();
  command->add_flag("-a,--all", options->all, "Every quantity of every cell, with quantiles");
  command->callback([options, &context] { show(*options, context.program); });
}

}  // namespace regretta
