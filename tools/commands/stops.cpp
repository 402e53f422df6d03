#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/stopping/looks.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/stop_text.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

struct StopsOptions {
  std::string file;
  TableOptions table;
};

bool has_baselines(const StopRule& rule) {
  return rule.question() == StopRule::Question::rank || rule.question() == StopRule::Question::compare;
}

const CellLabel& cell_of_line(const Results& study, const StopLine& line) {
  return study.cells()[static_cast<std::size_t>(line.question.a)];
}

TextTable stops_table(const Results& study, const StopRule& rule, const std::vector<StopLine>& lines) {
  using Align = TextTable::Align;
  const auto learners = learner_labels(study);
  TextTable table;
  add_label_columns(study, table);
  if (has_baselines(rule)) table.add_column("against", Align::left);
  table.add_column("quantity", Align::left);
  table.add_column("trials", Align::right);
  table.add_column(rule.is_of_settings() ? "difference" : "mean", Align::right, Use::value);
  table.add_column("interval", Align::right, Use::detail);
  table.add_column("verdict", Align::left);
  for (const StopLine& line : lines) {
    const Interval& interval = line.look.interval;
    std::vector<ShownEntry> row = label_entries(cell_of_line(study, line));
    if (has_baselines(rule)) row.emplace_back(learner_text(learners[static_cast<std::size_t>(line.question.b)]));
    row.emplace_back(rule.metrics()[line.question.metric]);
    row.emplace_back(grouped(line.trials));
    row.emplace_back(line.look.values > 0 ? rounded(line.look.mean, 5) : "-");
    row.emplace_back(line.look.values > 1 ? fmt::format("{} to {}", rounded(interval.low, 5), rounded(interval.high, 5))
                                          : "-");
    row.emplace_back(verdict_text(rule, line));
    table.add_row(std::move(row));
  }
  return table;
}

std::vector<ShownPart> shown_parts(const Results& study, const StopRule& rule, const std::vector<StopLine>& lines,
                                   const StopCounts& counts) {
  const std::vector<std::int64_t> looks = rule.looks(study.trials());
  std::vector<std::string> at;
  for (const std::int64_t trials : looks) at.push_back(grouped(trials));
  const Family family = stop_units(study).family;
  return {
      {.lines = {fmt::format("{}: {}, {} trials", study.study().name, rule_text(rule), trials_each(study))}},
      {.table = stops_table(study, rule, lines)},
      {.lines = {fmt::format("Together: {}.", counts_text(counts, rule)),
                 fmt::format("The intervals hold wherever the rule stops: {} looks{}, each with error rate {:g} / "
                             "{}.{}",
                             looks.size(), looks.size() > 40 ? "" : fmt::format(" (at {} trials)", fmt::join(at, "; ")),
                             rule.alpha, family.lines,
                             rule.rare_trials ? " They allow for trials too rare to be seen." : "")}}};
}

ValueTable values_of(const Results& study, const StopRule& rule, const std::vector<StopLine>& lines) {
  ValueTable table = labelled_table(
      study,
      {"metric", "baseline_cell", "trials", "values", "mean", "interval_low", "interval_high", "needed", "verdict"},
      {"metric"});
  for (const StopLine& line : lines)
    table.add_row(label_fields(cell_of_line(study, line)), rule.metrics()[line.question.metric],
                  line.question.b >= 0 ? Value(line.question.b) : Value(), line.trials, line.look.values,
                  line.look.mean, line.look.interval.low, line.look.interval.high, line.look.needed,
                  verdict_text(rule, line));
  return table;
}

void stops(const StopsOptions& options) {
  const Results study = Results::open(options.file);
  const auto& rule = study.study().stop;
  if (!rule)
    throw std::invalid_argument(fmt::format(
        "{}: its study has no stop rule, expected one with [study] stop = {{...}}, or run with --until", options.file));
  if (rule->question() == StopRule::Question::search)
    throw std::invalid_argument(
        fmt::format("{}: a search gave its cells their trials, and asked nothing of each; expected a file of "
                    "`regretta run`",
                    options.file));
  const ChosenCells cells(study, options.table.selection.where);
  std::vector<StopLine> shown;
  StopCounts counts;
  visit_stop_lines(study, [&](const StopUnit&, const std::vector<StopLine>& lines) {
    counts.add(lines);
    std::ranges::copy_if(lines, std::back_inserter(shown),
                         [&](const StopLine& line) { return cells.has(cell_of_line(study, line)); });
  });
  print_table(options.table, cells, shown_parts(study, *rule, shown, counts),
              [&] { return values_of(study, *rule, shown); });
}

}  // namespace

void add_stops_command(CLI::App& app, ProgramContext&) {
  CLI::App* command = app.add_subcommand("stops", "Print a stop rule's results: intervals valid at any stopping time");
  auto options = std::make_shared<StopsOptions>();
  command->add_option("FILE", options->file, "A results file whose study has a stop rule")->required();
  add_table_options(*command, options->table);
  end_help(*command, "", {"regretta stops f.db", "How many trials each cell took, and an interval that is valid there"},
           {"regretta stops f.db --format csv --output stops.csv", "The same as CSV"});
  command->callback([options] { stops(*options); });
}

}  // namespace regretta
