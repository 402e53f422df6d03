#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/diagnosis/examined.hpp"

namespace regretta {
namespace {

std::string example_of(const CellScan& cell, const FarTrials& far) {
  const RareMode& mode = *far.mode;
  const auto count = far.mode_trials.size();
  constexpr std::size_t most_named = 5;
  const auto named = std::span(far.mode_trials).first(std::min(count, most_named));
  return fmt::format(
      "in cell {} it is {} of {} trials ({}{}), {:.2g}% to {:.2g}% of all there could be; their {} is {} or {}, that "
      "of the others {} or {}; without them the mean would be {} instead of {}",
      cell.label->cell, count, cell.seen - cell.failed, fmt::join(named, ", "), count > most_named ? ", ..." : "",
      100 * mode.share.low, 100 * mode.share.high, far.quantity, full_number(mode.nearest),
      mode.is_above() ? "more" : "less", full_number(mode.others), mode.is_above() ? "less" : "more",
      full_number(mode.mean_of_others), full_number(mode.mean));
}

/// Cells of the same learners in which no such trial was seen.
std::vector<std::int64_t> unseen_cells(const Examined& study, const std::vector<const CellScan*>& with) {
  std::set<std::string> learners;
  for (const CellScan* cell : with) learners.insert(cell->label->learner_name);
  std::vector<std::int64_t> cells;
  for (const CellScan& cell : study.cells)
    if (learners.contains(cell.label->learner_name) && std::ranges::find(with, &cell) == with.end())
      cells.push_back(cell.label->cell);
  return cells;
}

}  // namespace

void examine_modes(const Examined& study, std::vector<Finding>& findings) {
  std::vector<const CellScan*> cells;
  std::string example;
  for (std::size_t k = 0; k < study.cells.size(); ++k)
    for (const FarTrials& far : study.far[k]) {
      const CellScan& cell = study.cells[k];
      if (!far.mode || (!cells.empty() && cells.back() == &cell)) continue;
      cells.push_back(&cell);
      if (example.empty()) example = example_of(cell, far);
    }
  if (cells.empty()) return;
  const std::vector<std::int64_t> unseen = unseen_cells(study, cells);
  add_finding(findings, "rare mode", Severity::warning, cells,
              "a few trials are far from all others, as where a learner locks in: " + example +
                  (unseen.empty() ? "" : "; the same learners may have it unseen in " + some_cells(unseen)),
              "means, comparisons and ranks of these cells rest on those trials, and no exponent is claimed of them: "
              "look at them with `regretta show FILE --extremes 10`, take many more (the share is known to a tenth of "
              "itself after 400 such trials), and give quantiles and probabilities too (`show --tails`)");
}

void examine_decisions(const Examined& study, std::vector<Finding>& findings) {
  std::vector<Decision> decisions = rank_learners(study.reader).decisions;
  const auto surviving = std::ranges::count_if(
      decisions, [](const Decision& one) { return static_cast<double>(one.values) >= one.needed; });
  if (surviving == std::ssize(decisions)) return;
  std::ranges::sort(decisions, {}, &Decision::needed);
  const std::size_t most = (3 * decisions.size() + 3) / 4;  // three quarters of them
  const double needed = std::ceil(decisions[most - 1].needed);
  const std::int64_t fewest = std::ranges::min(decisions, {}, &Decision::values).values;
  const bool is_of_instances = study.reader.study().instances > 1;
  const char* units = is_of_instances ? "instances" : "trials";
  add_finding(findings, "unseen modes", Severity::remark, {},
              fmt::format("{0} {1} can miss what happens in fewer than 1 of {2}; if that happened, and were as bad as "
                          "can be, {3} of {4} decisions of `rank` would survive it",
                          fewest, units, std::max<std::int64_t>(1, fewest / 3), surviving, decisions.size()),
              std::ssize(decisions) == 0 || static_cast<std::size_t>(surviving) >= most || !std::isfinite(needed)
                  ? fmt::format("take more {} if a decision must survive that", units)
                  : fmt::format("{:.0f} {} per cell would make it {}", needed, units, most));
}

}  // namespace regretta
