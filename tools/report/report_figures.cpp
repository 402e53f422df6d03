#include "regretta/tools/report/report_figures.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/figures/figure_json.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/figures/learner_styles.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

// For the size of the page:
constexpr std::size_t most_cells_with_details = 1000;
constexpr std::size_t most_points = 60'000;  ///< of the distributions of a quantity, over all cells
constexpr int page_digits = 7;

bool shows_all_cells(const FamilyMember& member) {
  std::set<std::int64_t> shown;
  for (const Series& series : member.panel.series)
    for (const DrawnPoint& point : series.points) shown.insert(point.cell);
  return std::ranges::all_of(member.cells, [&](const PlottedCell* cell) { return shown.contains(cell->label->cell); });
}

/// Leaves out of the series of a panel what data.js can put back: mark and y of the series before, cells that are one
/// more than its cells, label and style of the learner whose cell it shows. `cells`: all that are drawn.
void leave_out_known(const std::vector<Series>& all, const std::vector<PlottedCell>& cells, ordered_json& json) {
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::vector<DrawnPoint>& points = all[k].points;
    const std::int64_t first = points.front().cell;
    const auto learner = std::ranges::lower_bound(cells, first, {}, [](const PlottedCell& c) { return c.label->cell; });
    if (first < 0 || learner == cells.end()) {
      json[k]["cell"] = nullptr;
    } else if (learner->style.place == all[k].style.place) {
      json[k].erase("style");
      if (learner->learner == all[k].label.plain()) json[k].erase("label");
    }
    if (k == 0) continue;
    const std::vector<DrawnPoint>& before = all[k - 1].points;
    const auto is_like_before = [&](auto like) { return std::ranges::equal(points, before, like); };
    if (all[k].mark == all[k - 1].mark) json[k].erase("mark");
    if (is_like_before([](const DrawnPoint& a, const DrawnPoint& b) { return a.y == b.y; })) json[k].erase("y");
    if (is_like_before([](const DrawnPoint& a, const DrawnPoint& b) { return b.cell >= 0 && a.cell == b.cell + 1; }))
      json[k].erase("cell");
  }
}

/// Looks and names of what is no learner.
void note_others(const std::vector<Series>& all, ordered_json& others) {
  for (const Series& series : all)
    if (series.style.place >= first_other_place) {
      ordered_json& other = others[std::to_string(series.style.place)] = style_json(series.style);
      other["short"] = series.label.plain();
    }
}

/// Adds an object with the panels of a kind, unless there are none.
void add_kind(const FigureKind& kind, const std::vector<FigureFamily>& families, const std::vector<PlottedCell>& drawn,
              PageData& page, ordered_json& others) {
  bool has_any = false;
  for (const FigureFamily& family : families)
    for (const FamilyMember& described : family.members) {
      const FamilyMember member = family.drawn(described);
      if (member.panel.series.empty()) continue;
      if (!std::exchange(has_any, true)) {
        page.begin_object();
        page.add("kind", kind.name);
        page.add("heading", kind.heading);
        page.begin_list("panels");
      }
      // Families of no quantity are told apart by their stems.
      const bool is_beside = family.quantity.empty() && &family != &families.front();
      ordered_json panel = {{"quantity", is_beside ? family.stem : family.quantity},
                            {"setting", description_text(member.description)},
                            {"notes", member.notes}};
      if (!shows_all_cells(member)) {
        ordered_json& cells = panel["cells"] = ordered_json::array();
        for (const PlottedCell* cell : member.cells) cells.push_back(cell->label->cell);
      }
      panel.update(panel_json(member.panel, page_digits));
      leave_out_known(member.panel.series, drawn, panel["series"]);
      note_others(member.panel.series, others);
      page.add_item(panel);
    }
  if (!has_any) return;
  page.end();
  page.end();
}

}  // namespace

void add_figures(const Results& study, const Catalogue& catalogue, PairedLines paired, PageData& page) {
  const std::vector<PlottedCell> cells =
      plotted_cells(study, catalogue, {Quantity::regret, Quantity::violation}, {}, {});
  Group all;
  for (const PlottedCell& cell : cells) all.push_back(&cell);
  FigureSource source{
      .study = study,
      .all = all,
      .largest = all,
      .quantities = regret_and_violation(study.quantities()),
      .scale = AxisScale::linear,
      .bounds = true,
      .paired = std::move(paired),
      .interactive = true,
      .has_details = all.size() <= most_cells_with_details,
      .most_points = std::clamp<std::size_t>(most_points / std::max<std::size_t>(1, all.size()), 10, 1000)};
  FigureSource every = source;
  if (source.has_details)
    for (const Quantity quantity : study.quantities().all())
      if (quantity != Quantity::regret && quantity != Quantity::violation)
        every.quantities.push_back(drawn_quantity(study.quantities(), quantity));

  page.begin_list("figures");
  ordered_json others = ordered_json::object();
  for (const FigureKind& kind : figure_kinds)
    add_kind(kind, kind.draw(kind.on_page == PageQuantities::any ? every : source), cells, page, others);
  page.end();
  page.add("others", others);
}

ordered_json looks_data(const std::vector<StudyLearner>& learners, const std::vector<std::string>& chosen) {
  const auto look = [&](const std::string& name, const std::string& text, const std::vector<std::string>& highlight,
                        RankedBy by) {
    ordered_json styles = ordered_json::array();
    for (const LineStyle& style : learner_styles(learners, highlight, by)) styles.push_back(style_json(style));
    return ordered_json{{"name", name}, {"text", text}, {"styles", std::move(styles)}};
  };
  ordered_json looks = ordered_json::array();
  if (!chosen.empty())
    looks.push_back(look("chosen", fmt::format("{}", fmt::join(chosen, ", ")), chosen, RankedBy::both));
  looks.push_back(look("both", "least regret and violation (mean rank)", {}, RankedBy::both));
  const auto is_left_out = [](const LineStyle& style) { return style.is_grey && !style.is_reference; };
  if (std::ranges::none_of(learner_styles(learners, {}), is_left_out)) return looks;
  looks.push_back(look("violation", "least violation", {}, RankedBy::violation));
  looks.push_back(look("regret", "least regret", {}, RankedBy::regret));
  std::vector<std::string> groups;
  for (const StudyLearner& learner : learners)
    if (std::ranges::find(groups, learner.group) == groups.end()) groups.push_back(learner.group);
  std::ranges::stable_sort(groups, {}, [](const std::string& group) { return group.empty(); });
  if (groups.size() < 2) return looks;
  for (const std::string& group : groups)
    looks.push_back(look("group " + group, "group: " + (group.empty() ? "other" : group), {group}, RankedBy::both));
  return looks;
}

}  // namespace regretta
