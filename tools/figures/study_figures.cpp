#include "regretta/tools/figures/study_figures.hpp"

#include <algorithm>
#include <locale>
#include <map>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/algorithm/string/case_conv.hpp>

#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"

namespace regretta {
namespace {

/// The different texts of the items, in the order in which they first occur.
template <class Items, class TextOf>
std::vector<std::string> distinct_texts(const Items& items, const TextOf& text_of) {
  std::vector<std::string> texts;
  for (const auto& item : items)
    if (const std::string& text = std::invoke(text_of, item); std::ranges::find(texts, text) == texts.end())
      texts.push_back(text);
  return texts;
}

std::string name_of(const FacetPanel& panel) {
  if (panel.quantity.empty() && panel.setting.empty()) return panel.panel.name;
  return panel.quantity + (panel.quantity.empty() || panel.setting.empty() ? "" : ", ") + panel.setting;
}

/// The panel with its name, and the setting in its title; takes the series of `facet`.
Panel named_panel(FacetPanel& facet) {
  Panel panel{name_of(facet), facet.panel.title, facet.panel.x, facet.panel.y, std::move(facet.panel.series)};
  if (!facet.setting.empty()) panel.title.add((panel.title.empty() ? "" : ", ") + facet.setting, Script::plain);
  return panel;
}

/// The panels row by row, a row per quantity and a column per setting; a missing panel has axes but no series.
std::vector<Panel> grid_of(std::vector<FacetPanel>& panels, const std::vector<std::string>& quantities,
                           const std::vector<std::string>& settings) {
  std::vector<Panel> grid;
  for (const std::string& quantity : quantities)
    for (const std::string& setting : settings) {
      const auto found = std::ranges::find_if(
          panels, [&](const FacetPanel& panel) { return panel.quantity == quantity && panel.setting == setting; });
      if (found != panels.end()) {
        grid.push_back(named_panel(*found));
        continue;
      }
      const Panel& sibling = std::ranges::find(panels, quantity, &FacetPanel::quantity)->panel;
      grid.push_back({name_of({quantity, setting, {}, {}}), setting + ": no values", sibling.x, sibling.y, {}});
    }
  return grid;
}

/// Gives axes with the same label the same scale: the last in ScaleKind (asinh over logarithmic over linear).
void unify_scales(std::vector<Panel>& panels, Axis2D Panel::*axis) {
  for (Panel& panel : panels)
    for (const Panel& compared : panels) {
      if ((compared.*axis).label.plain() != (panel.*axis).label.plain()) continue;
      ScaleKind& kind = (panel.*axis).scale;
      kind = std::max(kind, (compared.*axis).scale);
    }
}

std::string caption_of(const std::vector<FacetPanel>& panels) {
  std::string caption;
  std::vector<std::string> sentences;
  for (const FacetPanel& panel : panels)
    for (const std::string& note : panel.notes) {
      const bool is_shared = std::ranges::all_of(panels, [&](const FacetPanel& compared) {
        return std::ranges::find(compared.notes, note) != compared.notes.end();
      });
      const std::string text = is_shared ? note : fmt::format("{}: {}", name_of(panel), note);
      if (std::ranges::find(sentences, text) != sentences.end()) continue;
      sentences.push_back(text);
      caption += (caption.empty() ? "" : " ") + text;
    }
  return caption;
}

/// The sentence about asinh scales for the caption; "" if no axis has one.
std::string scale_note(const std::vector<Panel>& panels) {
  const auto is_asinh = [&](Axis2D Panel::*axis) {
    return std::ranges::any_of(panels, [&](const Panel& panel) { return (panel.*axis).scale == ScaleKind::asinh; });
  };
  const bool x = is_asinh(&Panel::x), y = is_asinh(&Panel::y);
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
    figure.columns = (count + rows - 1) / rows;  // rounded up: the last row may be shorter
  }
  unify_scales(figure.panels, &Panel::x);
  unify_scales(figure.panels, &Panel::y);
  figure.caption = caption_of(panels) + scale_note(figure.panels);
  return figure;
}

namespace {

/// The text as a file name that LaTeX accepts.
std::string file_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
    if (c != ',') name += is_plain ? c : '_';
  }
  return name.substr(0, 150);  // file systems allow 255 bytes, with the extension
}

/// The name of a facet: "budget" for "corruption.budget", "horizon" for "T".
std::string facet_name(const std::string& name) { return name == "T" ? "horizon" : name.substr(name.rfind('.') + 1); }

/// An entry of a description as text: "budget = 64"; for an environment only its name.
std::string setting_text(const NamedText& entry) {
  const std::string name = facet_name(entry.first);
  return name == "environment" ? entry.second : (name == "horizon" ? "T" : name) + " = " + entry.second;
}

/// Draws the figures of families of figures (figure_families.hpp). Panels that differ only in facets share a figure.
/// Facets are "metric", "environment", "horizon" and swept parameters.
class FigureList {
 public:
  /// across: maximum number of panels side by side, unless each row shows another quantity.
  FigureList(std::vector<std::string> facets, std::size_t across)
      : facets_(std::move(facets)), across_(std::max<std::size_t>(1, across)) {}

  /// Adds the families of a kind. The names of figures contain only settings that differ.
  void add(std::vector<FigureFamily> families, std::string_view kind) {
    note_differences(families);
    kinds_.push_back({kind, std::move(families)});
  }

  /// Draws the figures in order, and passes each to `take` before it draws the next. Throws std::invalid_argument for a
  /// facet in which no panels differ.
  void draw(const std::function<void(Figure)>& take) {
    for (const std::string& facet : facets_) {
      if (differing_.contains(facet_name(facet))) continue;
      const std::vector<std::string> known(differing_.begin(), differing_.end());
      throw std::invalid_argument(
          fmt::format("--facet: no figures differ in \"{}\"{}{}", facet, did_you_mean_in_brackets(facet, known),
                      known.empty() ? "" : fmt::format(", expected one of {}", fmt::join(known, ", "))));
    }
    for (const Kind& kind : kinds_) draw_kind(kind, take);
  }

 private:
  struct Kind {
    std::string_view name;
    std::vector<FigureFamily> families;
  };
  /// A panel to draw, with its family. The panels of a figure have the same `quantity` and `rest`.
  struct Entry {
    const FigureFamily* family;
    const FamilyMember* member;
    std::string quantity;  ///< "" if quantities are facets
    Description facets{}, rest{};
  };
  using Entries = std::vector<const Entry*>;

  bool is_facet(const std::string& name) const {
    return std::ranges::any_of(facets_, [&](const std::string& facet) {
      return facet == name || facet == facet_name(name) || name.ends_with("." + facet);
    });
  }

  std::vector<Entry> entries_of(const std::vector<FigureFamily>& families) const {
    std::vector<Entry> entries;
    for (const FigureFamily& family : families)
      for (const FamilyMember& member : family.members) {
        Entry& entry = entries.emplace_back(Entry{&family, &member, is_facet("metric") ? "" : family.quantity});
        for (const NamedText& part : member.description)
          (is_facet(part.first) ? entry.facets : entry.rest).push_back(part);
      }
    return entries;
  }

  void note_differences(const std::vector<FigureFamily>& families) {
    std::map<std::string, std::set<std::string>> values;
    for (const FigureFamily& family : families)
      for (const FamilyMember& member : family.members) {
        if (!family.quantity.empty()) values["metric"].insert(family.quantity);
        for (const auto& [name, value] : member.description) values[facet_name(name)].insert(value);
      }
    for (const auto& [name, texts] : values)
      if (texts.size() > 1) differing_.insert(name);
  }

  void draw_kind(const Kind& kind, const std::function<void(Figure)>& take) {
    const std::vector<Entry> entries = entries_of(kind.families);
    std::vector<Entries> groups;
    for (const Entry& entry : entries) {
      auto found = std::ranges::find_if(groups, [&](const Entries& group) {
        return group[0]->quantity == entry.quantity && group[0]->rest == entry.rest &&
               group[0]->family->stem == entry.family->stem;
      });
      if (found == groups.end()) found = groups.insert(found, Entries());
      found->push_back(&entry);
    }
    for (const Entries& group : groups) {
      Entries drawn;
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

  Figure figure_of(const Entries& group, std::vector<FamilyMember> members) const {
    std::vector<FacetPanel> panels;
    for (std::size_t k = 0; k < group.size(); ++k) {
      std::string setting;
      for (const NamedText& part : group[k]->facets) setting += (setting.empty() ? "" : ", ") + setting_text(part);
      panels.push_back({is_facet("metric") ? group[k]->family->quantity : "", setting, std::move(members[k].panel),
                        std::move(members[k].notes)});
    }
    Figure figure = faceted_figure(std::move(panels), across_);
    const auto words = distinct_texts(group, [](const Entry* entry) { return entry->family->words; });
    const Description& shared = group.front()->rest;
    std::vector<std::string> varied;
    for (const NamedText& part : group.front()->facets) varied.push_back(facet_name(part.first));
    const FigureFamily& family = *group.front()->family;
    const bool has_environment = !shared.empty() && shared.front().first == "environment";
    figure.caption = capitalised(fmt::format(
        "{}{}{}{}{}{}. {}", family.before, fmt::join(words, " and "), family.after,
        shared.empty()    ? ""
        : has_environment ? " in "
                          : " at ",
        description_text(shared),
        varied.empty() ? "" : fmt::format(", one panel for each {}", fmt::join(varied, " and ")), figure.caption));
    figure.note = members.front().legend_note;
    return figure;
  }

  std::string name_of(const Entries& group, const std::vector<Entry>& entries) const {
    const auto quantities = distinct_texts(group, [](const Entry* entry) { return entry->family->quantity; });
    std::string name = fmt::format("{}", fmt::join(quantities, "-and-"));
    name += (name.empty() ? "" : "-") + group.front()->family->stem;
    for (const NamedText& entry : group.front()->rest) {
      const auto shared = [&](const Entry& compared) {
        return compared.family->stem != group.front()->family->stem ||
               std::ranges::find(compared.rest, entry) != compared.rest.end();
      };
      if (std::ranges::all_of(entries, shared)) continue;
      const auto& [key, value] = entry;
      name += "-" + (key == "environment" ? value : key.substr(key.rfind('.') + 1) + "-" + value);
    }
    return file_name(name);
  }

  std::string distinct(const std::string& name) {
    std::string candidate = name;  // some file systems ignore case
    for (int k = 2; !names_.insert(boost::algorithm::to_lower_copy(candidate, std::locale::classic())).second; ++k)
      candidate = fmt::format("{}-{}", name, k);
    return candidate;
  }

  std::vector<std::string> facets_;
  std::size_t across_;
  std::set<std::string> differing_;  ///< names of settings in which panels of a kind differ
  std::set<std::string> names_;      ///< names of figures in lower case
  std::vector<Kind> kinds_;
};

/// The cells at the largest horizon among those that differ from them only in horizon or learner.
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

/// Explains grey learners in the caption. is_highlighted: the coloured learners are those of --highlight.
void note_grey(bool is_highlighted, Figure& figure) {
  const auto has = [&](bool is_reference) {
    return std::ranges::any_of(figure.panels, [&](const Panel& panel) {
      return std::ranges::any_of(panel.series, [&](const Series& series) {
        return series.style.is_grey && series.mark != Mark::tile && series.mark != Mark::guide &&
               series.style.is_reference == is_reference;
      });
    });
  };
  if (has(false)) {
    if (!is_highlighted)
      figure.caption += " In colour: the recommended, and those with the lowest mean ranks in regret and violation.";
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
  Group plotted;
  for (const PlottedCell& cell : cells) plotted.push_back(&cell);
  FigureSource source{.study = study,
                      .cells = plotted,
                      .largest = at_largest_horizon(plotted),
                      .quantities = drawn,
                      .over = options.over,
                      .divisor = options.divisor};
  const auto is_requested = [&](std::string_view kind) {
    return std::ranges::find(options.kinds, kind) != options.kinds.end();
  };
  if (options.kinds.empty() || is_requested("paired")) {
    source.paired = paired_lines(study, source.quantities, options.baseline);
    if (!source.paired.reason.empty() && (is_requested("paired") || !options.baseline.empty()))
      throw std::invalid_argument(fmt::format("--figure paired: {}", source.paired.reason));
  }
  FigureList figures(options.facets, options.across);
  for (const FigureKind& kind : figure_kinds)
    if (options.kinds.empty() || is_requested(kind.name)) figures.add(kind.draw(source), kind.name);
  figures.draw([&](Figure figure) {
    note_grey(!options.highlight.empty(), figure);
    if (study.is_per_round()) figure.caption += " Sums over rounds are divided by T.";
    figure.own_scales = options.own_scales;
    if (options.own_scales && figure.panels.size() > 1) figure.caption += " Each panel has its own scales.";
    take(std::move(figure));
  });
}

}  // namespace regretta
