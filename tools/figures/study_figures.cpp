#include "regretta/tools/figures/study_figures.hpp"

#include <algorithm>
#include <locale>
#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/algorithm/string/case_conv.hpp>

#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"

namespace regretta {
namespace {

std::string name_of(const FacetPanel& panel) {
  if (panel.quantity.empty() && panel.setting.empty()) return panel.panel.name;
  return panel.quantity + (panel.quantity.empty() || panel.setting.empty() ? "" : ", ") + panel.setting;
}

/// Takes the series.
Panel named_panel(FacetPanel& from) {
  Panel panel{name_of(from), from.panel.title, from.panel.x, from.panel.y, std::move(from.panel.series)};
  if (!from.setting.empty()) panel.title.add((panel.title.empty() ? "" : ", ") + from.setting, Script::plain);
  return panel;
}

/// Row by row; panels that do not exist are empty.
std::vector<Panel> grid_of(std::vector<FacetPanel>& panels, const std::vector<std::string>& quantities,
                           const std::vector<std::string>& settings) {
  std::vector<Panel> grid;
  for (const std::string& quantity : quantities)
    for (const std::string& setting : settings) {
      const auto own = std::ranges::find_if(
          panels, [&](const FacetPanel& panel) { return panel.quantity == quantity && panel.setting == setting; });
      if (own != panels.end()) {
        grid.push_back(named_panel(*own));
        continue;
      }
      const FacetPanel& like = *std::ranges::find(panels, quantity, &FacetPanel::quantity);
      grid.push_back({name_of(like), setting + ": no values", like.panel.x, like.panel.y, {}});
    }
  return grid;
}

/// asinh for all if one needs it, else logarithmic if one is.
void unify_scales(std::vector<Panel>& panels, Axis2D Panel::*axis) {
  for (Panel& panel : panels)
    for (const Panel& other : panels) {
      if ((other.*axis).label.plain() != (panel.*axis).label.plain()) continue;
      ScaleKind& kind = (panel.*axis).scale;
      kind = std::max(kind, (other.*axis).scale);
    }
}

std::string caption_of(const std::vector<FacetPanel>& panels) {
  std::string caption;
  std::vector<std::string> said;
  for (const FacetPanel& panel : panels)
    for (const std::string& note : panel.notes) {
      const bool by_all = std::ranges::all_of(
          panels, [&](const FacetPanel& other) { return std::ranges::find(other.notes, note) != other.notes.end(); });
      const std::string text = by_all ? note : fmt::format("{}: {}", name_of(panel), note);
      if (std::ranges::find(said, text) != said.end()) continue;
      said.push_back(text);
      caption += (caption.empty() ? "" : " ") + text;
    }
  return caption;
}

/// What the caption says of the scales.
std::string scale_note(const std::vector<Panel>& panels) {
  const auto bent = [&](Axis2D Panel::*axis) {
    return std::ranges::any_of(panels, [&](const Panel& panel) { return (panel.*axis).scale == ScaleKind::asinh; });
  };
  const bool x = bent(&Panel::x), y = bent(&Panel::y);
  return !x && !y
             ? ""
             : fmt::format(" {}: linear around 0, logarithmic beyond (area hyperbolic sine).", x && y ? "Both axes"
                                                                                               : x ? "Horizontal axis"
                                                                                                   : "Vertical axis");
}

}  // namespace

Figure faceted_figure(std::vector<FacetPanel> panels, std::size_t across) {
  const std::vector<std::string> quantities = distinct_texts(panels, &FacetPanel::quantity);
  const std::vector<std::string> settings = distinct_texts(panels, &FacetPanel::setting);
  Figure figure;
  if (quantities.size() > 1 && settings.size() > 1) {
    figure.columns = settings.size();
    figure.panels = grid_of(panels, quantities, settings);
  } else {
    for (FacetPanel& panel : panels) figure.panels.push_back(named_panel(panel));
    const std::size_t count = panels.size(), rows = (count + across - 1) / across;
    figure.columns = (count + rows - 1) / rows;
  }
  unify_scales(figure.panels, &Panel::x);
  unify_scales(figure.panels, &Panel::y);
  figure.caption = caption_of(panels) + scale_note(figure.panels);
  return figure;
}

namespace {

/// The text as a file name that LaTeX accepts, too.
std::string file_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
    if (c != ',') name += plain ? c : '_';
  }
  return name.substr(0, 150);
}

/// "budget" of "corruption.budget"; "horizon" of the symbol that captions have.
std::string facet_name(const std::string& name) { return name == "T" ? "horizon" : name.substr(name.rfind('.') + 1); }

/// "budget = 64"; only the value of an environment.
std::string setting_text(const NamedText& entry) {
  const std::string name = facet_name(entry.first);
  return name == "environment" ? entry.second : (name == "horizon" ? "T" : name) + " = " + entry.second;
}

}  // namespace

/// A panel with the family it is from. `quantity` and `rest`: what it shares with the other panels of its figure.
struct FigureList::Entry {
  const FigureFamily* family;
  const FamilyMember* member;
  std::string quantity;  ///< "" if quantities are facets
  Description facets{}, rest{};
};

FigureList::FigureList(std::vector<std::string> facets, std::size_t across)
    : facets_(std::move(facets)), across_(std::max<std::size_t>(1, across)) {}

bool FigureList::is_facet(const std::string& name) const {
  return std::ranges::any_of(facets_, [&](const std::string& facet) {
    return facet == name || facet == facet_name(name) || name.ends_with("." + facet);
  });
}

std::vector<FigureList::Entry> FigureList::entries_of(const std::vector<FigureFamily>& families) const {
  std::vector<Entry> entries;
  for (const FigureFamily& family : families)
    for (const FamilyMember& member : family.members) {
      Entry& entry = entries.emplace_back(Entry{&family, &member, is_facet("metric") ? "" : family.quantity});
      for (const NamedText& each : member.description)
        (is_facet(each.first) ? entry.facets : entry.rest).push_back(each);
    }
  return entries;
}

void FigureList::note_differences(const std::vector<FigureFamily>& families) {
  std::map<std::string, std::set<std::string>> values;
  for (const FigureFamily& family : families)
    for (const FamilyMember& member : family.members) {
      if (!family.quantity.empty()) values["metric"].insert(family.quantity);
      for (const auto& [name, value] : member.description) values[facet_name(name)].insert(value);
    }
  for (const auto& [name, texts] : values)
    if (texts.size() > 1) differing_.insert(name);
}

void FigureList::add(std::vector<FigureFamily> families, std::string_view kind) {
  note_differences(families);
  kinds_.push_back({kind, std::move(families)});
}

void FigureList::draw_kind(const Kind& kind, const std::function<void(Figure)>& take) {
  const std::vector<Entry> entries = entries_of(kind.families);
  std::vector<Group> groups;
  for (const Entry& entry : entries) {
    auto own = std::ranges::find_if(groups, [&](const Group& group) {
      return group[0]->quantity == entry.quantity && group[0]->rest == entry.rest &&
             group[0]->family->stem == entry.family->stem;
    });
    if (own == groups.end()) own = groups.insert(own, Group());
    own->push_back(&entry);
  }
  for (const Group& group : groups) {
    Group drawn;
    std::vector<FamilyMember> members;
    for (const Entry* entry : group) {
      FamilyMember member = entry->family->drawn(*entry->member);
      if (member.panel.series.empty()) continue;
      drawn.push_back(entry);
      members.push_back(std::move(member));
    }
    if (drawn.empty()) continue;
    Figure figure = figure_of(drawn, std::move(members));
    figure.kind = kind.name;
    figure.quantity = drawn.front()->quantity;
    figure.over = drawn.front()->family->over;
    figure.name = distinct(name_of(drawn, entries));
    take(std::move(figure));
  }
}

Figure FigureList::figure_of(const Group& group, std::vector<FamilyMember> members) const {
  std::vector<FacetPanel> panels;
  for (std::size_t k = 0; k < group.size(); ++k) {
    std::string setting;
    for (const NamedText& each : group[k]->facets) setting += (setting.empty() ? "" : ", ") + setting_text(each);
    panels.push_back({is_facet("metric") ? group[k]->family->quantity : "", setting, std::move(members[k].panel),
                      std::move(members[k].notes)});
  }
  Figure figure = faceted_figure(std::move(panels), across_);
  const auto words = distinct_texts(group, [](const Entry* entry) { return entry->family->words; });
  const Description& shared = group.front()->rest;
  std::vector<std::string> varied;
  for (const NamedText& each : group.front()->facets) varied.push_back(facet_name(each.first));
  const FigureFamily& family = *group.front()->family;
  const bool at_once = !shared.empty() && shared.front().first != "environment";
  figure.caption = capitalised(fmt::format(
      "{}{}{}{}{}{}. {}", family.before, fmt::join(words, " and "), family.after,
      shared.empty() ? ""
      : at_once      ? " at "
                     : " in ",
      description_text(shared),
      varied.empty() ? "" : fmt::format(", one panel for each {}", fmt::join(varied, " and ")), figure.caption));
  figure.note = members.front().legend_note;
  return figure;
}

std::string FigureList::name_of(const Group& group, const std::vector<Entry>& all) const {
  const auto quantities = distinct_texts(group, [](const Entry* entry) { return entry->family->quantity; });
  std::string name = fmt::format("{}", fmt::join(quantities, "-and-"));
  name += (name.empty() ? "" : "-") + group.front()->family->stem;
  for (const NamedText& entry : group.front()->rest) {
    const auto shared = [&](const Entry& other) {
      return other.family->stem != group.front()->family->stem ||
             std::ranges::find(other.rest, entry) != other.rest.end();
    };
    if (std::ranges::all_of(all, shared)) continue;
    const auto& [key, value] = entry;
    name += "-" + (key == "environment" ? value : key.substr(key.rfind('.') + 1) + "-" + value);
  }
  return file_name(name);
}

std::string FigureList::distinct(const std::string& name) {
  std::string candidate = name;  // some file systems ignore case
  for (int k = 2; !names_.insert(boost::algorithm::to_lower_copy(candidate, std::locale::classic())).second; ++k)
    candidate = fmt::format("{}-{}", name, k);
  return candidate;
}

void FigureList::draw(const std::function<void(Figure)>& take) {
  for (const std::string& facet : facets_) {
    if (differing_.contains(facet_name(facet))) continue;
    const std::vector<std::string> known(differing_.begin(), differing_.end());
    const std::string near = nearest_name(facet, known);
    throw std::invalid_argument(
        fmt::format("--facet: no figures differ in \"{}\"{}{}", facet,
                    near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near),
                    known.empty() ? "" : fmt::format(", expected one of {}", fmt::join(known, ", "))));
  }
  for (const Kind& kind : kinds_) draw_kind(kind, take);
}

namespace {

/// The cells at the largest horizon of their setting.
Group at_largest_horizon(const Group& cells) {
  std::map<Description, std::int64_t> last;
  for (const PlottedCell* cell : cells) {
    std::int64_t& horizon = last[setting_at_any_horizon(*cell)];
    horizon = std::max(horizon, cell->label->horizon);
  }
  Group largest;
  for (const PlottedCell* cell : cells)
    if (cell->label->horizon == last[setting_at_any_horizon(*cell)]) largest.push_back(cell);
  return largest;
}

/// Says in the caption which learners are grey, if any are. `chosen`: they were not chosen by rank alone.
void note_grey(bool chosen, Figure& figure) {
  const auto has = [&](bool is_reference) {
    return std::ranges::any_of(figure.panels, [&](const Panel& panel) {
      return std::ranges::any_of(panel.series, [&](const Series& series) {
        return series.style.is_grey && series.mark != Mark::tile && series.mark != Mark::guide &&
               series.style.is_reference == is_reference;
      });
    });
  };
  if (has(false)) {
    if (!chosen)
      figure.caption += " In colour: who is recommended, and those of least mean rank in regret and violation.";
    figure.caption += " Grey: other learners.";
  }
  if (has(true))
    figure.caption +=
        " Grey: reference lines, which are given what nobody knows beforehand, or ignore the constraints.";
}

}  // namespace

void study_figures(const Results& study, const Catalogue& catalogue, const FigureOptions& options,
                   const std::function<void(Figure)>& take) {
  std::vector<Quantity> read = {Quantity::regret, Quantity::violation};
  std::vector<DrawnQuantity> drawn;
  for (const Quantity quantity : options.quantities) {
    if (std::ranges::find(drawn, quantity, &DrawnQuantity::quantity) != drawn.end()) continue;
    if (std::ranges::find(read, quantity) == read.end()) read.push_back(quantity);
    drawn.push_back(drawn_quantity(study.quantities(), quantity));
    drawn.back().per_round = study.is_per_round() && study.quantities()[quantity].range.per_round;
  }
  const std::vector<PlottedCell> cells = plotted_cells(study, catalogue, read, options.where, options.highlight);
  Group all;
  for (const PlottedCell& cell : cells) all.push_back(&cell);
  FigureSource source{.study = study,
                      .all = all,
                      .largest = at_largest_horizon(all),
                      .quantities = drawn,
                      .over = options.over,
                      .divisor = options.divisor};
  const auto is_asked = [&](std::string_view kind) {
    return std::ranges::find(options.kinds, kind) != options.kinds.end();
  };
  if (options.kinds.empty() || is_asked("paired")) {
    source.paired = paired_lines(study, source.quantities, options.baseline);
    if (!source.paired.reason.empty() && (is_asked("paired") || !options.baseline.empty()))
      throw std::invalid_argument(fmt::format("--figure paired: {}", source.paired.reason));
  }
  FigureList figures(options.facets, options.across);
  for (const FigureKind& kind : figure_kinds)
    if (options.kinds.empty() || is_asked(kind.name)) figures.add(kind.draw(source), kind.name);
  figures.draw([&](Figure figure) {
    note_grey(!options.highlight.empty(), figure);
    if (study.is_per_round()) figure.caption += " Sums over rounds are divided by T.";
    figure.own_scales = options.own_scales;
    if (options.own_scales && figure.panels.size() > 1) figure.caption += " Each panel has its own scales.";
    take(std::move(figure));
  });
}

void AnsweringFigures::add(Figure figure) {
  const std::array key = {figure.kind, figure.over, figure.quantity};
  last_.insert_or_assign(key, Numbered(++given_, std::move(figure)));
}

std::vector<Figure> AnsweringFigures::take() {
  constexpr std::size_t most = 5;
  std::map<int, Figure> chosen;
  for (const char* kind : {"frontier", "sweep", "curves", "paired", "heat", "distribution"})
    for (auto& [key, numbered] : last_)
      if (key[0] == kind && chosen.size() < most) chosen.insert(std::move(numbered));
  std::vector<Figure> figures;
  for (auto& [number, figure] : chosen) figures.push_back(std::move(figure));
  return figures;
}

}  // namespace regretta
