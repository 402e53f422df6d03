#include "regretta/engine/evidence/regression/regression.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace regretta {
namespace {

std::string bits_text(const Changes& changes) {
  if (!changes.bits_differ()) return "";
  if (changes.bits.trials == 0) return fmt::format("not the same: {}\n", changes.lacking);
  return fmt::format("{} of {} trials in {} of {} cells differ; the first: {}\n", changes.bits.trials, changes.bits.of,
                     changes.bits.cells, changes.cells.pairs.size(), changes.bits.first);
}

std::string summary_text(const Changes& changes) {
  return fmt::format(
      "{} cells, {} lines, bits {}{}\n", changes.cells.pairs.size(), changes.lines.size(),
      changes.unpromised ? "not promised: " + *changes.unpromised : (changes.bits_differ() ? "differ" : "the same"),
      changes.plugins.empty() ? "" : fmt::format(" but for {}, which changed", fmt::join(changes.plugins, ", ")));
}

/// Unless it passed, the message has what differs, and the lines for which `counts` is true.
template <class Counts>
RegressionCheck check_of(const Changes& changes, bool passed, const Counts& counts) {
  if (passed) return {true, summary_text(changes)};
  std::string text = bits_text(changes);
  for (const ChangeLine& line : changes.lines)
    if (counts(line)) text += line_text(changes, line) + "\n";
  return {false, text};
}

}  // namespace

std::string line_text(const Changes& changes, const ChangeLine& line) {
  const Change& change = line.change;
  return fmt::format("{}, {}: {:.6g} -> {:.6g} ({:+.3g}%), {}, adjusted p {:.2g}, {} {}",
                     cell_name(changes.now, *line.now), line.metric, change.old_mean, change.new_mean,
                     100 * change.difference.mean / std::abs(change.old_mean), verdict_text(line.verdict),
                     line.adjusted_p_value, change.new_trials, change.paired ? "pairs" : "new trials");
}

RegressionCheck same_as_baseline(const std::string& baseline, const std::string& now) {
  const Changes changes = compare_files(baseline, now, {.exact = true});
  return check_of(changes, !changes.bits_differ(), [](const ChangeLine& line) { return !line.change.same_values; });
}

RegressionCheck no_difference(const std::string& before, const std::string& now, const ChangesOptions& options) {
  const Changes changes = compare_files(before, now, options);
  return check_of(changes, !changes.alarm(), [](const ChangeLine& line) { return is_alarm(line.verdict); });
}

RegressionCheck equivalent(const std::string& before, const std::string& now, double margin, ChangesOptions options) {
  options.margin = margin;
  const Changes changes = compare_files(before, now, options);
  const auto fails = [](const ChangeLine& line) { return !is_within(line.verdict); };
  return check_of(changes, std::ranges::none_of(changes.lines, fails) && !changes.bits_differ(), fails);
}

RegressionCheck not_slower(const std::string& before, const std::string& now, const SpeedOptions& options) {
  const SpeedChanges changes = compare_speed(read_speed(before), read_speed(now), options);
  std::string text;
  for (const SpeedLine& line : changes.lines)
    if (!changes.alarm() || line.verdict == SpeedVerdict::slower)
      text += fmt::format("{}: {:.4g} -> {:.4g} ({:+.3g}%), {}, adjusted p {:.2g}\n", line.name, line.old_median,
                          line.new_median, 100 * line.change, verdict_text(line.verdict), line.adjusted_slower);
  return {!changes.alarm(), text};
}

}  // namespace regretta
