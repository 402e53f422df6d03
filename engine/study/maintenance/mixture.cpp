#include "regretta/engine/study/maintenance/mixture.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/study/file/engine_identity.hpp"

namespace regretta {
namespace {

/// Whether a value of the settings is this word, or a list with it: the kind of a part.
bool names(const PluginSpec& plugin, const std::string& word) {
  const auto is_word = [&](const Value& value) { return value.text() != nullptr && *value.text() == word; };
  return std::ranges::any_of(plugin.settings.flat(), [&](const auto& entry) {
    const Value& value = entry.second;
    return is_word(value) || (value.list() != nullptr && std::ranges::any_of(*value.list(), is_word));
  });
}

/// Whether a plugin, such as "learner greedy", takes part in cells of this learner and environment (kind and name).
bool takes_part(const std::string& plugin, const Study& study, const std::string& learner,
                const std::string& environment_kind, const std::string& environment) {
  const std::string group = plugin.substr(0, plugin.find(' ')), name = plugin.substr(group.size() + 1);
  if (group == "learner") return name == learner;
  if (group == "environment") return name == environment_kind;
  if (group == "measure") return std::ranges::find(study.measures, name, &PluginSpec::kind) != study.measures.end();
  return std::ranges::any_of(study.environments, [&](const PluginSpec& one) {
    return one.kind == environment_kind && one.name == environment && names(one, name);
  });
}

std::string cells_text(const std::set<std::int64_t>& cells) {
  constexpr std::size_t most = 8;
  const std::vector<std::int64_t> first(
      cells.begin(), std::next(cells.begin(), static_cast<std::ptrdiff_t>(std::min(cells.size(), most))));
  return fmt::format("cell{} {}{}", cells.size() == 1 ? "" : "s", fmt::join(first, ", "),
                     cells.size() > most ? fmt::format(" and {} more", cells.size() - most) : "");
}

}  // namespace

std::string origin_of_run(const Study& study, const std::string& build, const PluginSources& sources) {
  nlohmann::json origin = {{"build", build}, {"engine", engine_identity()}, {"plugins", nlohmann::json::object()}};
  for (const auto& [plugin, source] : sources)
    for (const PluginSpec& environment : study.environments)
      for (const PluginSpec& learner : study.learners)
        if (takes_part(plugin, study, learner.kind, environment.kind, environment.name)) {
          origin["plugins"][plugin] = source.content;
          if (!source.language.empty()) origin["languages"][plugin] = source.language;
        }
  return origin.dump();
}

Mixture::Played Mixture::played_by(const std::string& origin) {
  const auto json = nlohmann::json::parse(origin, nullptr, false);
  Played played;
  if (!json.is_object()) return played;
  const auto text = [](const nlohmann::json& value) { return value.is_string() ? value.get<std::string>() : ""; };
  if (json.contains("engine")) played.engine = text(json["engine"]);
  const auto in = [&](const char* key, const auto& take) {
    if (json.contains(key) && json[key].is_object())
      for (const auto& [plugin, value] : json[key].items()) take(plugin, text(value));
  };
  in("plugins", [&](const std::string& plugin, const std::string& content) {
    if (plugin.find(' ') != std::string::npos) played.plugins[plugin] = {content};
  });
  in("languages", [&](const std::string& plugin, const std::string& language) {
    if (const auto found = played.plugins.find(plugin); found != played.plugins.end())
      found->second.language = language;
  });
  return played;
}

void Mixture::add(const CellLabel& cell, const Study& study, const Played& played) {
  all_.insert(cell.cell);
  if (!played.engine.empty()) engines_.insert(played.engine);
  for (const auto& [plugin, source] : played.plugins) {
    if (!takes_part(plugin, study, cell.learner, cell.environment_kind, cell.environment)) continue;
    if (plugins_[cell.cell].emplace(plugin, source).first->second.content != source.content)
      changed_[plugin].insert(cell.cell);
  }
}

void Mixture::add(const StudyReader& study) {
  std::map<std::int64_t, Played> origins;
  for (const auto& [number, origin] : study.origins()) origins[number] = played_by(origin);
  const auto is_first = [&](const auto& one) { return one.second == origins.begin()->second; };
  if (std::ranges::all_of(origins, is_first)) {  // the blocks need not be asked one by one
    std::int64_t last = -1;
    for (const Stretch& stretch : study.saved_ranges())
      if (stretch.cell != std::exchange(last, stretch.cell) && !origins.empty())
        add(study.cells()[static_cast<std::size_t>(stretch.cell)], study.study(), origins.begin()->second);
    return;
  }
  study.saved_ranges();  // throws where the list of blocks is damaged
  Statement rows = study.database().prepare("SELECT DISTINCT cell, origin FROM block");
  while (rows.step()) {
    const std::int64_t cell = rows.integer(0);
    const auto known = origins.find(rows.integer(1));
    if (known != origins.end() && cell >= 0 && cell < std::ssize(study.cells()))
      add(study.cells()[static_cast<std::size_t>(cell)], study.study(), known->second);
  }
}

void Mixture::add(const StudyReader& study, const std::string& origin, const std::set<std::int64_t>& cells,
                  bool with_engine) {
  Played played = played_by(origin);
  if (!with_engine) played.engine.clear();
  for (const std::int64_t cell : cells) add(study.cells()[static_cast<std::size_t>(cell)], study.study(), played);
}

void Mixture::add(const Cell& cell, const Study& study, const std::string& origin) {
  CellLabel label;
  label.cell = cell.index;
  label.learner = cell.learner;
  label.environment = cell.environment;
  label.environment_kind = cell.environment_kind;
  add(label, study, played_by(origin));
}

void Mixture::forget(const std::set<std::int64_t>& cells) {
  for (const std::int64_t cell : cells) {
    all_.erase(cell);
    plugins_.erase(cell);
    for (auto& [plugin, changed] : changed_) changed.erase(cell);
  }
  std::erase_if(changed_, [](const auto& one) { return one.second.empty(); });
}

PluginSources Mixture::plugins(std::int64_t cell) const {
  const auto found = plugins_.find(cell);
  return found == plugins_.end() ? PluginSources{} : found->second;
}

std::string Mixture::text() const {
  std::vector<std::string> parts;
  for (const auto& [plugin, cells] : changed_)
    parts.push_back(fmt::format("{} has changed ({})", plugin, cells_text(cells)));
  if (engines_.size() > 1) parts.push_back(fmt::format("the engine has changed ({})", fmt::join(engines_, ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::set<std::int64_t> Mixture::cells_with_other_plugins() const {
  std::set<std::int64_t> cells;
  for (const auto& [plugin, changed] : changed_) cells.insert(changed.begin(), changed.end());
  return cells;
}

}  // namespace regretta
