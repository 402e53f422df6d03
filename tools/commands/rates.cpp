#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/rates.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

struct RatesCommand {
  std::string file;
  std::vector<std::string> metrics;
  RatesOptions rates;
  double alpha = 0.05;
  TableOptions table;
};

/// The values of the swept parameters that the cells of a line share. A value is empty if the cells differ in it.
std::vector<Value> shared_values(const std::vector<const CellLabel*>& cells) {
  std::vector<Value> values = cells.front()->swept;
  for (const CellLabel* cell : cells)
    for (std::size_t k = 0; k < values.size(); ++k)
      if (cell->swept[k] != values[k]) values[k] = Value();
  return values;
}

/// The numbers of the cells as text: "0 4 8".
std::string numbers_of(const std::vector<const CellLabel*>& cells) {
  std::vector<std::int64_t> numbers;
  for (const CellLabel* cell : cells) numbers.push_back(cell->cell);
  return fmt::format("{}", fmt::join(numbers, " "));
}

ShownEntry exponent_entry(const Estimate& estimate) {
  if (std::isnan(estimate.value)) return "-";
  const std::string mean = fmt::format("{:.3f}", estimate.value);
  const std::string less = fmt::format("{:.3f}", estimate.value - estimate.interval.low);
  const std::string more = fmt::format("{:.3f}", estimate.interval.high - estimate.value);
  return {mean, less == more ? less : fmt::format("+{} -{}", more, less)};
}

std::string paper_text(const RateLine& line) {
  if (line.points < 2 || line.trials < 2) return "-";
  const std::string low = fmt::format("{:.2f}", line.paper.low), high = fmt::format("{:.2f}", line.paper.high);
  return low == high ? low : low + " to " + high;
}

/// The horizon or corruption that is fixed along a line: "T = 100,000" or "C = 0".
std::string fixed_text(const RateLine& line) {
  if (line.growth == Growth::in_corruption) return "T = " + grouped(line.cells.front()->horizon);
  return "C = " + (std::isnan(line.corruption) ? "?" : rounded(line.corruption, 4));
}

std::string notes(const RateLine& line) {
  std::vector<std::string> sentences;
  if (!line.reason.empty()) sentences.push_back(line.reason);
  if (line.left_out > 0) sentences.push_back(fmt::format("{} left out", counted(line.left_out, "trial")));
  return fmt::format("{}", fmt::join(sentences, "; "));
}

TextTable lines_table(const Results& study, const std::vector<RateLine>& lines) {
  using Align = TextTable::Align;
  TextTable table;
  for (const char* name : {"learner", "environment"}) table.add_column(name, Align::left, Use::key);
  add_swept_columns(study.swept(), table);
  for (const char* name : {"quantity", "growth", "at"}) table.add_column(name, Align::left, Use::key);
  table.add_column("exponent", Align::right, Use::value);
  table.add_column("paper", Align::right);
  table.add_column("verdict", Align::left);
  table.add_notes_column();
  for (const RateLine& line : lines) {
    std::vector<ShownEntry> row = {line.cells.front()->learner_name, line.cells.front()->environment};
    for (const Value& value : shared_values(line.cells)) row.emplace_back(plain_text(value));
    table.add_row(std::move(row), study.quantities().name(line.quantity), growth_text(line.growth), fixed_text(line),
                  exponent_entry(line.exponent), paper_text(line),
                  ShownEntry(verdict_text(line.verdict), line.verdict == RateVerdict::faster ? Tone::bad : Tone::plain),
                  notes(line));
  }
  return table;
}

std::vector<ShownPart> shown_parts(const Results& study, const std::vector<RateLine>& lines, double alpha) {
  if (lines.empty())
    return {{.lines = {fmt::format("{}: no two cells differ only in the horizon or only in the corruption, so there is "
                                   "no growth to measure; sweep study.horizon or an environment's corruption.budget.",
                                   study.study().name)}}};
  return {{.lines = {fmt::format("{}: {} of {} trials", study.study().name, counted(std::ssize(study.cells()), "cell"),
                                 trials_each(study))}},
          {.table = lines_table(study, lines)},
          {.lines = {
               fmt::format("Exponents of power laws with {:g}% intervals: in T of the mean where C = 0; in C of what "
                           "corruption adds, at the largest T.",
                           100 * (1 - alpha)),
               fmt::format("faster, slower: than the paper's exponent, on this range of T or C; any is wrong with "
                           "probability {:g} (Holm). curved: no power law. consistent: the interval meets the paper's "
                           "exponents.",
                           alpha),
               unseen_text(study, alpha)}}};
}

ValueTable values_of(const Results& study, const std::vector<RateLine>& lines) {
  ValueTable table;
  for (const char* name : {"learner", "kind", "environment"}) table.columns.push_back({name, Use::key});
  for (const std::string& name : study.swept()) table.columns.push_back({name, Use::key});
  for (const char* name : {"quantity", "growth"}) table.columns.push_back({name, Use::key});
  for (const char* name : {"cells", "largest_horizon", "largest_corruption", "trials", "left_out", "points",
                           "range_low", "range_high", "sign"})
    table.columns.push_back({name});
  for (const std::string name : {"exponent", "last", "bend"})
    for (const char* part : {"", "_low", "_high"}) table.columns.push_back({name + part});
  for (const char* name :
       {"bend_p_value", "paper_low", "paper_high", "theorem", "p_value", "adjusted_p_value", "verdict", "reason"})
    table.columns.push_back({name});
  for (const RateLine& line : lines) {
    const CellLabel& cell = *line.cells.front();
    Row row = {cell.learner_name, cell.learner, cell.environment};
    std::ranges::copy(shared_values(line.cells), std::back_inserter(row));
    row.insert(row.end(), {study.quantities().name(line.quantity), growth_text(line.growth), numbers_of(line.cells),
                           line.cells.back()->horizon, line.corruption, line.trials, line.left_out, line.points,
                           line.range.low, line.range.high, line.sign});
    for (const Estimate* estimate : {&line.exponent, &line.last, &line.bend})
      for (const double x : {estimate->value, estimate->interval.low, estimate->interval.high}) row.emplace_back(x);
    table.add_row(std::move(row), line.bend_p_value, line.paper.low, line.paper.high, line.theorem, line.p_value,
                  line.adjusted_p_value, verdict_text(line.verdict), line.reason);
  }
  return table;
}

void rates(RatesCommand options, const Catalogue& catalogue) {
  const Results study = Results::open(options.file);
  if (!options.metrics.empty()) options.rates.quantities.clear();
  for (const std::string& name : options.metrics)
    options.rates.quantities.push_back(metric_named(study.quantities(), name));
  options.rates.level = 1 - options.alpha;
  const ChosenCells cells(study, options.table.selection.where);
  std::vector<RateLine> lines = growth_rates(study, catalogue, options.rates);
  std::erase_if(lines, [&](const RateLine& line) {
    return std::ranges::none_of(line.cells, [&](const CellLabel* cell) { return cells.has(*cell); });
  });
  print_table(options.table, cells, shown_parts(study, lines, options.alpha), [&] { return values_of(study, lines); });
}

}  // namespace

void add_rates_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("rates", "Estimate how regret and violation grow with T and C");
  auto options = std::make_shared<RatesCommand>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  add_list_option(*command, "-m,--metric", options->metrics,
                  "Regrets or violations [expected_regret,violation]; expected_regret has the same mean as regret, "
                  "with less noise");
  expect_number(command->add_option("--alpha", options->alpha,
                                    "Probability that an interval misses, and of any wrong \"faster\" or \"slower\" in "
                                    "the table [0.05]"),
                "P", 1e-4, 0.5);
  command->add_flag("-a,--all", options->rates.all, "Also growth in T at every C, and in C at every horizon");
  add_table_options(*command, options->table);
  add_folder_option(*command, options->rates.folder);
  add_with_option(*command, context);
  end_help(*command, "", {"regretta rates f.db", "Exponents in T and C of regret and violation"},
           {"regretta rates f.db --metric violation --alpha 0.01 --all",
            "Violation only, with 99% intervals, at every C and every horizon"});
  command->callback([options, &context] { rates(*options, context.catalogue()); });
}

}  // namespace regretta
