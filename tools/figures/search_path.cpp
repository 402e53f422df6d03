// What a search has found: the path to it, or the front of two aims, and the parameters of its candidates.

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/search/found_record.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/figures/search_parameters.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

using Played = FoundRecord::Played;
using Judged = FoundRecord::Judged;

/// A role for each kind of series, the first in grey.
enum class SearchRole { candidates, first, second, third, fourth };
LineStyle style_of(SearchRole role) {
  LineStyle style(first_other_place + static_cast<std::size_t>(role));
  style.hue = static_cast<std::size_t>(role) - (role == SearchRole::candidates ? 0 : 1);
  style.is_grey = role == SearchRole::candidates;
  return style;
}

/// The cells of candidates by what follows the name of their plugin: "17", "17-fresh".
std::map<std::string, std::int64_t> cells_by_label(const Group& cells) {
  std::map<std::string, std::int64_t> all;
  for (const PlottedCell* cell : cells)
    for (const std::string& name : {cell->label->environment, cell->label->learner_name}) {
      const std::size_t end = name.ends_with("-fresh") ? name.size() - 6 : name.size();
      const std::size_t dash = end > 0 ? name.rfind('-', end - 1) : name.npos;
      if (dash != name.npos) all.emplace(name.substr(dash + 1), cell->label->cell);
    }
  return all;
}

CandidateCell cells_in(const Group& group) {
  return [cells = cells_by_label(group)](std::int64_t candidate, const char* suffix) {
    const auto own = cells.find(fmt::format("{}{}", candidate, suffix));
    return own == cells.end() ? -1 : own->second;
  };
}

class SearchPanel {
 public:
  SearchPanel(const FoundRecord& found, CandidateCell cell, Panel& panel)
      : found_(found), cell_(std::move(cell)), panel_(panel) {}

  void draw_path() {
    panel_.x.label = "Candidate";
    panel_.y = axis_of(0);
    add_candidates([](const Played& one) { return DrawnPoint{static_cast<double>(one.candidate), one.aims[0]}; });
    // Means of few trials are no match for those of many: the best of a hundred of them is a lucky one.
    const std::int64_t most = std::ranges::max_element(found_.played, {}, &Played::trials)->trials;
    Series best{
        fmt::format("best so far after {} trials", grouped(most)), Mark::steps, style_of(SearchRole::first), {}};
    for (const Played& one : found_.played) {
      if (one.trials < most) continue;
      const auto x = static_cast<double>(one.candidate);
      const bool is_better = one.meets_all && std::isfinite(one.aims[0]) &&
                             (best.points.empty() || (found_.aims[0].up ? one.aims[0] > best.points.back().y
                                                                        : one.aims[0] < best.points.back().y));
      if (is_better) best.points.push_back({.x = x, .y = one.aims[0], .cell = cell_(one.candidate, "")});
    }
    if (!best.points.empty()) {
      best.points.push_back(best.points.back());
      best.points.back().x = static_cast<double>(found_.played.back().candidate);
      panel_.series.push_back(std::move(best));
    }
    Series judged{"finalists on fresh trials", Mark::points, style_of(SearchRole::second), {}};
    judged.apart = true;
    for (const Judged& one : found_.judged)
      judged.points.push_back({.x = static_cast<double>(one.candidate),
                               .y = one.aims[0].mean,
                               .low = one.aims[0].interval.low,
                               .high = one.aims[0].interval.high,
                               .cell = cell_(one.candidate, "-fresh")});
    add(judged);
  }

  void draw_front() {
    panel_.x = axis_of(1);
    panel_.y = axis_of(0);
    add_candidates([](const Played& one) { return DrawnPoint{one.aims[1], one.aims[0]}; });
    std::map<SearchRole, Series> members;
    for (const Judged& one : found_.judged) {
      const auto [role, name] = role_of(one);
      Series& series = members.try_emplace(role, Series{name, Mark::points, style_of(role), {}}).first->second;
      series.apart = true;
      const std::int64_t own = cell_(one.candidate, "-fresh");
      series.points.push_back(
          {.x = one.aims[1].mean, .y = one.aims[0].mean, .label = fmt::format("{}", one.candidate), .cell = own});
      Series region{series.label, Mark::outline, series.style, {}};
      const auto& [x, y] = std::pair(one.aims[1].interval, one.aims[0].interval);
      for (const auto& [across, up] : {std::pair(x.low, y.low), {x.high, y.low}, {x.high, y.high}, {x.low, y.high}})
        region.points.push_back({.x = across, .y = up, .cell = own});
      panel_.series.push_back(std::move(region));
    }
    for (auto& [role, series] : members) add(series);
  }

 private:
  Axis2D axis_of(std::size_t aim) const {
    const auto& [text, up] = found_.aims[aim];
    return {.label = RichText(fmt::format("{} ({})", capitalised(text), up ? "maximised" : "minimised")),
            .bent = ScaleKind::asinh};
  }

  static std::pair<SearchRole, const char*> role_of(const Judged& one) {
    if (!one.standing) return {SearchRole::fourth, "constraints not shown to be met"};
    return *one.standing == FrontStanding::on_front ? std::pair(SearchRole::first, "on the front")
           : *one.standing == FrontStanding::open   ? std::pair(SearchRole::second, "open")
                                                    : std::pair(SearchRole::third, "dominated");
  }
  void add(const Series& series) {
    if (!series.points.empty()) panel_.series.push_back(series);
  }

  template <class PointOf>
  void add_candidates(const PointOf& point_of) {
    Series all{"candidates", Mark::dots, style_of(SearchRole::candidates), {}};
    for (const Played& one : found_.played) {
      DrawnPoint point = point_of(one);
      point.cell = cell_(one.candidate, "");
      if (one.meets_all && std::isfinite(point.x) && std::isfinite(point.y)) all.points.push_back(std::move(point));
    }
    add(all);
  }

  const FoundRecord& found_;
  CandidateCell cell_;
  Panel& panel_;
};

}  // namespace

std::vector<FigureFamily> search_figures(const FigureSource& source) {
  const std::optional<FoundRecord> found = stored_found(source.study.database());
  if (!found || found->played.empty()) return {};
  const bool is_front = found->aims.size() == 2;
  FigureFamily family{"", "search", is_front ? "the front that a search has found" : "the path of a search", "", ""};
  family.members.push_back({.description = {}, .cells = source.all});
  family.draw = [found = *found, is_front](FamilyMember& member) {
    SearchPanel panel(found, cells_in(member.cells), member.panel);
    member.panel.name = is_front ? "front" : "path";
    if (is_front)
      panel.draw_front();
    else
      panel.draw_path();
    const auto unmet = std::ranges::count_if(found.played, [](const Played& one) { return !one.meets_all; });
    member.notes.push_back(
        fmt::format("Dots: means of candidates after their last trials in the race{}.",
                    unmet > 0 ? fmt::format(", {} left out that miss a constraint there", grouped(unmet)) : ""));
    member.notes.push_back(fmt::format(
        "{} over {} fresh trials, with intervals that all hold together with {:g}% confidence{}.",
        is_front ? "Members" : "Finalists", grouped(found.fresh), 100 * found.confidence,
        is_front ? " (boxes); numbers: candidates. On the front: better than each other member in one of the aims"
                 : ""));
  };
  std::vector<FigureFamily> families;
  families.push_back(std::move(family));
  if (found->parameters.empty()) return families;
  FigureFamily parameters{"", "parameters", "", "the parameters of its candidates", ""};
  parameters.members = families.front().members;
  parameters.draw = [found = *found](FamilyMember& member) { draw_parameters(found, cells_in(member.cells), member); };
  families.push_back(std::move(parameters));
  return families;
}

}  // namespace regretta
