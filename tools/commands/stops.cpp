#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/stopping/looks.hpp"
#include "regretta/tools/commands/commands.hpp"
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

/// "known", "A < B", "not known yet", ...
std::string verdict(const StopLine& line, const StopRule& rule) {
  const auto [a, b] = rule.learners();
  switch (line.look.reason) {
    case StopReason::narrow:
      return "known";
    case StopReason::below:
      return fmt::format("{} < {}", a, b);
    case StopReason::above:
      return fmt::format("{} > {}", a, b);
    case StopReason::no_values:
      return line.trials == 0 ? "no look yet" : fmt::format("no trial has a {}", rule.metric);
    case StopReason::not_yet:
      break;
  }
  if (line.look.mean == 0 && line.look.seen.low == 0 && line.look.seen.high == 0) return "the same in every trial";
  if (!rule.decide.empty() && (line.look.seen.high < 0 || line.look.seen.low > 0))
    return fmt::format("{} {} {}, {}", a, line.look.mean < 0 ? "<" : ">", b,
                       unless_rare_text(rarest_seen(line.look.values)));
  return line.at_most ? "not known: more study.trials needed" : "not known yet";
}

std::string rule_text(const StopRule& rule) {
  if (!rule.decide.empty())
    return fmt::format("until it is known whether the {} of {}, wrongly with probability {:g} at most per setting",
                       rule.metric, rule.decide, rule.alpha);
  return fmt::format("until the half-width of an interval for the mean {} is at most {:g}{}, {:g}% confidence per cell",
                     rule.metric, rule.half_width, rule.relative ? " of its size" : "", 100 * (1 - rule.alpha));
}

TextTable stops_table(const Results& study, const StopRule& rule, const std::vector<StopLine>& lines) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(study, table);
  table.add_column("trials", Align::right);
  table.add_column(rule.decide.empty() ? rule.metric : "difference", Align::right, Use::value);
  table.add_column("interval", Align::right, Use::detail);
  table.add_column("verdict", Align::left);
  for (const StopLine& line : lines) {
    const Interval& interval = line.look.interval;
    table.add_row(
        label_entries(study.cells()[static_cast<std::size_t>(line.unit.a)]), grouped(line.trials),
        line.look.values > 0 ? rounded(line.look.mean, 5) : "-",
        line.look.values > 1 ? fmt::format("{} to {}", rounded(interval.low, 5), rounded(interval.high, 5)) : "-",
        verdict(line, rule));
  }
  return table;
}

std::vector<ShownPart> shown_parts(const Results& study, const StopRule& rule, const std::vector<StopLine>& lines) {
  const auto looks = rule.looks(study.trials()).size();
  return {{.lines = {fmt::format("{}: {}, {} trials", study.study().name, rule_text(rule), trials_each(study))}},
          {.table = stops_table(study, rule, lines)},
          {.lines = {fmt::format(
               "The intervals hold wherever the rule stops: {} looks, each with error rate {:g} / {}.{}", looks,
               rule.alpha, looks, rule.rare_trials ? " They allow for trials too rare to be seen." : "")}}};
}

ValueTable values_of(const Results& study, const StopRule& rule, const std::vector<StopLine>& lines) {
  ValueTable table = labelled_table(
      study, {"metric", "baseline_cell", "trials", "values", "mean", "interval_low", "interval_high", "verdict"},
      {"metric"});
  for (const StopLine& line : lines)
    table.add_row(label_fields(study.cells()[static_cast<std::size_t>(line.unit.a)]), rule.metric,
                  line.unit.b >= 0 ? Value(line.unit.b) : Value(), line.trials, line.look.values, line.look.mean,
                  line.look.interval.low, line.look.interval.high, verdict(line, rule));
  return table;
}

void stops(const StopsOptions& options) {
  const Results study = Results::open(options.file);
  const auto& rule = study.study().stop;
  if (!rule)
    throw std::invalid_argument(fmt::format(
        "{}: its study has no stop rule, expected one with [study] stop = {{...}}, or run with --stop", options.file));
  const ChosenCells cells(study, options.table.selection.where);
  auto lines = stop_lines(study, *rule);
  std::erase_if(lines,
                [&](const StopLine& line) { return !cells.has(study.cells()[static_cast<std::size_t>(line.unit.a)]); });
  print_table(options.table, cells, shown_parts(study, *rule, lines), [&] { return values_of(study, *rule, lines); });
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
