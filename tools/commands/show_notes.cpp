#include "regretta/tools/commands/show_notes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "regretta/tools/commands/stop_text.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/remarks.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {

namespace {

/// "64 trials, worth 210": what the estimate by expected_regret saves; "" where there is nothing to say.
std::string worth_of(const Results& study) {
  if (study.study().instances > 1) return "";
  std::vector<double> factors;
  std::int64_t trials = 0;  // of the cell that has most
  for (const CellLabel& cell : study.cells()) {
    const CellSummary& summary = study.summary(cell);
    trials = std::max(trials, summary.trials);
    const double factor = summary[Quantity::regret].se / summary[Quantity::expected_regret].se;
    if (std::isfinite(factor)) factors.push_back(factor * factor);
  }
  if (factors.empty()) return "";
  std::ranges::sort(factors);
  return fmt::format(
      "Estimated by expected_regret, mean regrets from {} are as precise as those of {} by realised losses (median "
      "over cells).",
      counted(trials, "trial"), rounded(static_cast<double>(trials) * quantile(factors, 0.5), 2));
}

/// "0, 4 to 7": of numbers in order.
std::string ranges_text(const std::vector<std::int64_t>& numbers) {
  std::vector<std::string> ranges;
  for (std::size_t k = 0, end = 0; k < numbers.size(); k = end) {
    for (end = k + 1; end < numbers.size() && numbers[end] == numbers[end - 1] + 1;) ++end;
    ranges.push_back(end == k + 1 ? fmt::format("{}", numbers[k])
                                  : fmt::format("{} to {}", numbers[k], numbers[end - 1]));
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

/// Which cells are the same as others; "" if none.
std::string alike_cells_text(const Results& study) {
  std::vector<std::int64_t> cells, firsts;
  for (const CellLabel& cell : study.cells())
    if (const std::int64_t first = study.layout().first_like(cell.cell); first != cell.cell) {
      cells.push_back(cell.cell);
      firsts.push_back(first);
    }
  if (cells.empty()) return "";
  std::ranges::sort(firsts);
  firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
  return fmt::format(
      "Cells {} are the same as cells {}: the settings are (a corruption of budget 0 is none). They are played once, "
      "and count once where "
      "cells are compared.",
      ranges_text(cells), ranges_text(firsts));
}

/// Whose constraints count where a study corrupts them; "" if it does not, or measures the other answer, too.
std::string corruption_text(const Results& study) {
  const auto corrupts = [](const PluginSpec& environment) { return environment.settings.contains("corruption"); };
  const auto measured = [](const PluginSpec& measure) { return measure.kind.starts_with("uncorrupted-"); };
  if (std::ranges::none_of(study.study().environments, corrupts) ||
      std::ranges::any_of(study.study().measures, measured))
    return "";
  return "In corrupted rounds the corrupted values are what counts. If only a sensor errs there: measures = "
         "[\"uncorrupted-regret\", \"uncorrupted-violation\"].";
}

}  // namespace

std::vector<std::string> notes_of(const Results& study, const ShowNotes& shown) {
  const auto& [sure, has_bounds, has_regret, needed, best, file, program] = shown;
  std::vector<std::string> notes = {
      fmt::format("In any one line, {}{}.", unseen_text(study),
                  sure ? ": the intervals allow for them, as bad as the cell permits" : "; --sure allows for them"),
      fmt::format("mean ± half-width of its 95% interval, each line alone, or the two sides where they differ{}. The "
                  "mean regret is that of expected_regret, which has the same expectation and less noise. It is often "
                  "negative: read it together with the violation.",
                  sure ? "" : "; at worst: the same whatever unseen trials are, as bad as the cell permits")};
  if (std::string whose = corruption_text(study); !whose.empty()) notes.push_back(std::move(whose));
  if (std::string rule = remark_on_stop_rule(study); !rule.empty()) notes.push_back(std::move(rule));
  if (const std::string found = stops_text(study); !found.empty()) notes.push_back(fmt::format("Stopped: {}.", found));
  if (std::string alike = alike_cells_text(study); !alike.empty()) notes.push_back(std::move(alike));
  if (has_bounds) {
    notes.emplace_back(
        "bound: the paper's theorem at the cell's mean C and rho; vacuous: no trial can exceed it; -: no "
        "theorem covers the learner, or Slater's condition fails (rho <= 0). ratio: mean / bound.");
    if (!study.has_bounds())
      notes.push_back(
          fmt::format("?: not in this file yet; {} run, given its study, writes the bounds when it ends.", program));
  }
  if (std::string worth = worth_of(study); has_regret && !worth.empty()) notes.push_back(std::move(worth));
  if (std::string precision = precision_text(needed, fewest_trials(study)); !precision.empty())
    notes.push_back(std::move(precision));
  if (!best.empty()) notes.push_back(fmt::format("{} More of this: {} rank {}", best, program, shell_quoted(file)));
  return notes;
}

}  // namespace regretta
