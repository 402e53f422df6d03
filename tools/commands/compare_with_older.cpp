#include "regretta/tools/commands/compare_with_older.hpp"

#include <fstream>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/regression/baseline.hpp"
#include "regretta/engine/evidence/regression/speed.hpp"
#include "regretta/tools/terminal/display.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/text/changes_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta {
namespace {

/// The times in a file of benchmarks; nothing if it is a results file or a baseline. Throws StudyFileError for other
/// JSON.
std::optional<MeasuredSpeed> speed_in(const std::string& file) {
  char first = 0;
  std::ifstream(file) >> first;
  if (first != '{' || is_baseline(file)) return std::nullopt;
  return read_speed(file);
}

TextTable speed_table(const SpeedChanges& changes) {
  using Align = TextTable::Align;
  TextTable table;
  table.add_column("benchmark", Align::left, Use::key);
  for (const char* name : {"old median", "new median", "change %", "detectable %", "adjusted p"})
    table.add_column(name, Align::right);
  table.add_column("verdict", Align::left);
  for (const SpeedLine& line : changes.lines)
    table.add_row({line.name, rounded(line.old_median, 4), rounded(line.new_median, 4),
                   fmt::format("{:+.2f}", 100 * line.change), rounded(100 * line.least_detectable, 2),
                   rounded(line.change > 0 ? line.adjusted_slower : line.adjusted_faster, 2),
                   verdict_text(line.verdict)});
  return table;
}

std::vector<ShownPart> speed_parts(const SpeedChanges& changes, const SpeedOptions& options) {
  std::vector<std::string> notes;
  if (!changes.only_old.empty())
    notes.push_back(fmt::format("only in the old file: {}", fmt::join(changes.only_old, ", ")));
  if (!changes.only_new.empty())
    notes.push_back(fmt::format("only in the new file: {}", fmt::join(changes.only_new, ", ")));
  if (changes.other_host) notes.emplace_back("measured on two machines: the difference may be theirs.");
  notes.push_back(fmt::format(
      "Rank test (Mann-Whitney) of the repetitions; slower is said wrongly anywhere with probability {:g} at most "
      "(Holm){}. detectable: the slowdown that would be found with probability 80%. Two processes differ by more than "
      "their repetitions do: a margin (--equivalence 0.03) allows for it.",
      options.alpha,
      options.margin > 0 ? fmt::format(", and means slower by more than {:g}%", 100 * options.margin) : ""));
  return {{.table = speed_table(changes)}, {.lines = std::move(notes)}};
}

ValueTable speed_values(const SpeedChanges& changes) {
  ValueTable table;
  for (const char* name : {"benchmark", "old_median", "new_median", "change", "least_detectable", "adjusted_p_slower",
                           "adjusted_p_faster", "verdict"})
    table.columns.push_back({name});
  for (const SpeedLine& line : changes.lines)
    table.add_row({line.name, line.old_median, line.new_median, line.change, line.least_detectable,
                   line.adjusted_slower, line.adjusted_faster, verdict_text(line.verdict)});
  return table;
}

void expect_no_selection(const Selection& selection) {
  if (selection != Selection{})
    throw std::invalid_argument(
        "--where, --sort and --pivot: expected --baseline LEARNER instead of a second file NEW");
}

}  // namespace

int compare_with_older(const OlderOptions& options) {
  expect_no_selection(options.table.selection);
  const std::optional<MeasuredSpeed> before = speed_in(options.before), now = speed_in(options.now);
  if (before.has_value() != now.has_value())
    throw std::invalid_argument(fmt::format(
        "{} and {}: one holds a study, the other benchmarks, expected two of a kind", options.before, options.now));
  if (!before) {
    const Changes changes = compare_files(options.before, options.now, options.changes);
    print_parts(options.table, changes_parts(changes, options.changes), [&] { return changes_values(changes); });
    return changes.alarm() ? exit_status::check_failed : exit_status::done;
  }
  const SpeedOptions speed{.alpha = options.changes.alpha, .margin = options.changes.margin.value_or(0)};
  const SpeedChanges changes = compare_speed(*before, *now, speed);
  print_parts(options.table, speed_parts(changes, speed), [&] { return speed_values(changes); });
  return changes.alarm() ? exit_status::check_failed : exit_status::done;
}

}  // namespace regretta
