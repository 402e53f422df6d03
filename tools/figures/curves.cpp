// Curves over t.

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// The smallest share of the axis for curves. A bound that would leave them less is `Series::beyond`.
constexpr double least_share = 0.4;

/// Adds the theorems' bounds at T as horizontal lines.
void add_bounds(const DrawnQuantity& quantity, FamilyMember& member) {
  double least = 0, most = 0;
  for (const Series& series : member.panel.series)
    for (const DrawnPoint& point : series.points)
      for (const double y : {point.y, point.low, point.high})
        if (std::isfinite(y)) least = std::min(least, y), most = std::max(most, y);
  for (const PlottedCell* cell : member.cells) {
    const Bound bound = cell->bounds[index_of(quantity.quantity)];
    if (!bound.applies || !std::isfinite(bound.value)) continue;
    Series series{cell->learner, Mark::bound, cell->style, {}};
    // A factor of 1.03 leaves room at the end of the axis.
    series.beyond = 1.03 * (most - least) < least_share * (bound.value - least) && most > least;
    for (const std::int64_t t : {cell->label->checkpoints.front(), cell->label->horizon})
      series.points.push_back({.x = static_cast<double>(t), .y = bound.value, .cell = cell->label->cell});
    member.panel.series.push_back(std::move(series));
  }
}

/// The means of a column, without intervals: those take long to compute.
std::vector<MeanEstimate> means_of(const CellSummary& summary, std::size_t column) {
  std::vector<MeanEstimate> means;
  for (const auto& point : summary.curve) means.push_back({.mean = point[column].mean});
  return means;
}

/// Adds a note on gaps in curves of the regret: checkpoints at which some cell has no regret.
void note_gaps(FamilyMember& member) {
  std::set<double> gaps, checkpoints;
  for (const Series& series : member.panel.series)
    for (const DrawnPoint& point : series.points) {
      checkpoints.insert(point.x);
      if (std::isnan(point.y)) gaps.insert(point.x);
    }
  if (gaps.empty() || gaps.size() == checkpoints.size()) return;
  constexpr std::size_t most_listed = 6;
  std::vector<std::string> listed;
  for (const double t : gaps)
    if (listed.size() < most_listed) listed.push_back(grouped(std::llround(t)));
  member.notes.push_back(fmt::format(
      "Gaps, and single points between them, at {} of {} checkpoints (t = {}{}): there no strategy satisfies every "
      "constraint over the rounds so far, so there is no feasible OPT to measure the regret against.",
      gaps.size(), checkpoints.size(), fmt::join(listed, ", "), gaps.size() > most_listed ? ", ..." : ""));
}

void draw_curves(const FigureSource& source, const DrawnQuantity& quantity, FamilyMember& member) {
  const Group& group = member.cells;
  Panel& panel = member.panel;
  const std::vector<std::int64_t>& checkpoints = group.front()->label->checkpoints;
  panel.x = {.label = RichText::with_formulas("Round $t$"), .from_zero = true};
  panel.y = {.label = axis_text(quantity, 't'), .from_zero = true};
  const bool banded = has_bands(source, group.size());
  for (const PlottedCell* cell : group) {
    Series& series = panel.series.emplace_back(Series{cell->learner, Mark::curve, cell->style, {}});
    const CellSummary& summary = source.study.summary(*cell->label);
    const std::vector<MeanEstimate> curve =
        banded ? source.study.curve(*cell->label, quantity.quantity) : means_of(summary, *quantity.mean_column);
    for (std::size_t c = 0; c < curve.size(); ++c)
      series.points.push_back(point_of(static_cast<double>(cell->label->checkpoints[c]), curve[c], *cell));
  }
  member.notes = {mean_text(group, banded),
                  fmt::format("Straight lines join the {} checkpoints of the file.", checkpoints.size())};
  if (const QuantityInfo info = source.study.quantities()[quantity.quantity]; info.source == Source::losses)
    member.notes.emplace_back("The regret at t is against the best fixed strategy of the first t rounds.");
  else if (info.unit == "loss" && info.range.least < 0)
    member.notes.emplace_back("The value at t is against the comparator of the first t rounds.");
  note_gaps(member);
  if (source.interactive) add_bounds(quantity, member);
}

}  // namespace

FigureFamily curve_figures(const FigureSource& source, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "over-t", "", quantity.words, " over t"};
  if (!quantity.mean_column) return family;
  family.members = members_of(source.largest, whole_setting);
  family.draw = [&source, &quantity](FamilyMember& member) { draw_curves(source, quantity, member); };
  return family;
}

}  // namespace regretta
