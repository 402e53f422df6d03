#include "regretta/tools/figures/figure_list.hpp"

#include <algorithm>
#include <locale>
#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/algorithm/string/case_conv.hpp>

#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/tools/figures/facets.hpp"

namespace regretta {
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

}  // namespace regretta
