#include "regretta/tools/text/changes_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

std::string number(double x) { return std::isnan(x) ? "-" : rounded(x, 4); }

TextTable changes_table(const Changes& changes) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(changes.now.swept, table);
  table.add_column("metric", Align::left, Use::key);
  for (const char* name : {"old", "new", "change"}) table.add_column(name, Align::right);
  table.add_column("verdict", Align::left);
  table.add_notes_column();
  for (const ChangeLine& line : changes.lines) {
    const Change& change = line.change;
    if (change.same_values) continue;
    table.add_row(label_entries(line.now->label), line.metric, number(change.old_mean), number(change.new_mean),
                  mean_entry(change.difference.mean, change.difference.interval, false), verdict_text(line.verdict),
                  change.difference.is_few ? few_trials : "");
  }
  return table;
}

std::string legend(const Changes& changes, const ChangesOptions& options) {
  std::vector<double> detectable;
  for (const ChangeLine& line : changes.lines)
    if (const double share = line.change.least_detectable / std::abs(line.change.old_mean); std::isfinite(share))
      detectable.push_back(100 * share);
  return fmt::format("change: new minus old, trials {}; the {:g}% intervals and verdicts hold for all {} together.{}",
                     changes.paired ? "paired (same seed)" : "independent (another seed)", 100 * (1 - options.alpha),
                     counted(std::ssize(changes.lines), "mean"),
                     detectable.empty()
                         ? ""
                         : fmt::format(" A change of {}% of the mean would be found with probability 80% (median).",
                                       rounded(quantile_of(std::move(detectable), 0.5), 2)));
}

/// Both versions of the engine as text, if they are known and differ; otherwise "".
std::string engines_text(const Changes& changes) {
  const std::string &before = changes.before.engine, &now = changes.now.engine;
  if (before.empty() || now.empty() || before == now) return "";
  return fmt::format(" (the engine was {}, and is now {})", before, now);
}

/// Adds a line with the number of trials that differ, after `heading`, and a line about the first of them.
void add_bits(const std::string& heading, const DifferentBits& bits, std::vector<std::string>& lines) {
  lines.push_back(fmt::format("{}: {} of {} trials differ, in {} of {}", heading, grouped(bits.trials),
                              grouped(bits.compared_trials), bits.cells, counted(bits.compared_cells, "cell")));
  if (bits.trials > 0) lines.push_back(fmt::format("the first: {}", bits.first));
}

}  // namespace

std::vector<ShownPart> changes_parts(const Changes& changes, const ChangesOptions& options) {
  const DifferentBits& bits = changes.bits;
  std::vector<std::string> lines = {
      fmt::format("{}: {} beside {}", changes.now.name, changes.now.file, changes.before.file)};
  for (const RecordedStudy* study : {&changes.before, &changes.now})
    if (!study->whole())
      lines.push_back(fmt::format("{}: not finished, {} of {} trials", study->file, grouped(study->saved),
                                  grouped(study->trials * std::ssize(study->cells))));
  for (const RecordedCell* cell : changes.cells.only_old)
    lines.push_back(fmt::format("only in the old study: {}", cell_name(changes.before, *cell)));
  for (const RecordedCell* cell : changes.cells.only_new)
    lines.push_back(fmt::format("only in the new study: {}", cell_name(changes.now, *cell)));
  if (!changes.unmatched.empty()) lines.push_back(fmt::format("not the same: {}", changes.unmatched));
  if (!changes.plugins.empty())
    add_bits(fmt::format("{} changed, so its trials may", fmt::join(changes.plugins, " and ")), changes.bits_of_changed,
             lines);
  if (bits.trials > 0)
    add_bits(changes.why_bits_differ
                 ? fmt::format("bits are not promised to be the same ({})", *changes.why_bits_differ)
                 : fmt::format("DIFFERENT BITS where they must be the same{}", engines_text(changes)),
             bits, lines);
  else if (bits.compared_cells > 0)
    lines.push_back(fmt::format(
        "the same bits: {} in {}{}", counted(bits.compared_trials, "trial"), counted(bits.compared_cells, "cell"),
        changes.why_bits_differ ? fmt::format(", though not promised ({})", *changes.why_bits_differ) : ""));
  if (changes.repeated > 0)
    lines.push_back(fmt::format("{} have the same trials as others in both studies and are counted once.",
                                counted(changes.repeated, "cell")));
  if (!changes.note.empty()) lines.push_back(fmt::format("note: {}", changes.note));
  const auto same = std::ranges::count_if(changes.lines, [](const ChangeLine& l) { return l.change.same_values; });
  if (same > 0)
    lines.push_back(
        fmt::format("the same values: {} of {}, not shown", grouped(same), counted(std::ssize(changes.lines), "mean")));
  std::vector<ShownPart> parts = {{.lines = std::move(lines)}};
  if (same == std::ssize(changes.lines)) return parts;
  parts.push_back({.table = changes_table(changes)});
  parts.push_back({.lines = {legend(changes, options)}});
  return parts;
}

ValueTable changes_values(const Changes& changes) {
  ValueTable table;
  for (const std::string& name : label_columns(changes.now.swept)) table.columns.push_back({name});
  for (const char* name :
       {"metric", "old_cell", "paired", "old_trials", "new_trials", "old_mean", "new_mean", "difference",
        "interval_low", "interval_high", "least_detectable", "p_value", "adjusted_p_value", "verdict", "rarest_seen"})
    table.columns.push_back({name});
  for (const ChangeLine& line : changes.lines) {
    const Change& change = line.change;
    const Evidence& difference = change.difference;
    table.add_row(label_fields(line.now->label), line.metric, line.before->label.cell, change.paired, change.old_trials,
                  change.new_trials, change.old_mean, change.new_mean, difference.mean, difference.interval.low,
                  difference.interval.high, change.least_detectable, difference.unadjusted_p, difference.p,
                  verdict_text(line.verdict), rarest_seen(difference.values));
  }
  return table;
}

}  // namespace regretta
