#include "regretta/tools/commands/early_check.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/engine/study/plan/resolved_plugin.hpp"
#include "regretta/engine/study/text/study_measures.hpp"
#include "regretta/tools/machine/header_text.hpp"

namespace regretta {
namespace {

/// Whether the environment and its parts are of kinds that ship: others have settings that only a header describes.
bool has_known_parts(const PluginSpec& environment, const Catalogue& known) {
  return std::ranges::all_of(part_groups, [&](const PartGroup& group) {
    for (const std::string& path : {group.path("kind"), std::string(group.name) + ".kind"}) {
      const Value* kind = environment.settings.find(path);
      if (kind == nullptr) continue;
      const auto is_it = [&](const EnvironmentEntry& part) {
        return part.group == group.name && kind->text() != nullptr && *kind->text() == part.name;
      };
      if (std::ranges::none_of(known.parts, is_it)) return false;
    }
    return true;
  });
}

/// The plugins of one section that ship.
class KnownSection {
 public:
  KnownSection(Study& study, std::string section, std::vector<PluginSpec> Study::*plugins,
               const std::set<std::string>& words)
      : study_(study), section_(std::move(section)), plugins_(study.*plugins), words_(words) {}

  /// Takes out what is not among `entries`: a header may add it, unless it is nearly what a name there is, and no
  /// header says it.
  template <class Entries, class ParametersOf>
  void keep_known(const Entries& entries, const ParametersOf& parameters_of) {
    std::vector<std::string> kinds(words_.begin(), words_.end());
    for (const auto& entry : entries) kinds.push_back(entry.name);
    std::erase_if(plugins_, [&](const PluginSpec& plugin) {
      const auto entry = std::ranges::find_if(entries, [&](const auto& one) { return one.name == plugin.kind; });
      if (entry != entries.end()) {
        const auto parameters = parameters_of(*entry);
        for (const ParameterInfo& parameter : parameters) parameters_.push_back(parameter.name);
        known_.push_back({section_, plugin, parameters, {}, {}});
        return false;
      }
      const std::string near = words_.contains(plugin.kind) ? "" : nearest_name(plugin.kind, kinds);
      if (!near.empty())
        throw StudyError(
            study_.file, plugin.kind_where, section_ + ".kind",
            fmt::format("\"{}\" is unknown: it does not ship, and no header names it; did you mean \"{}\"?",
                        plugin.kind, near));
      has_foreign_ = true;
      return true;
    });
  }
  /// Takes out what only a header describes.
  void take_out(const std::function<bool(const PluginSpec&)>& is_foreign) {
    for (std::size_t k = plugins_.size(); k-- > 0;) {
      if (!is_foreign(plugins_[k])) continue;
      const auto place = static_cast<std::ptrdiff_t>(k);
      taken_out_.push_back(std::move(known_[k]));
      known_.erase(known_.begin() + place);
      plugins_.erase(plugins_.begin() + place);
      has_foreign_ = true;
    }
  }
  /// Takes out overrides that may be those of a plugin that has been taken out.
  void keep_known_overrides() {
    if (!has_foreign_) return;
    std::erase_if(study_.overrides, [&](const auto& override) {
      const std::string& key = override.first;
      if (!key.starts_with(section_ + ".")) return false;
      const std::string rest = key.substr(section_.size() + 1), last = key.substr(key.rfind('.') + 1);
      const auto is_set = [&](const ResolvedPlugin& plugin) { return !override_target(plugin, rest).empty(); };
      if (std::ranges::any_of(known_, is_set)) return false;
      return std::ranges::any_of(taken_out_, is_set) || words_.contains(last) ||
             nearest_name(rest, parameters_).empty();
    });
  }

 private:
  Study& study_;
  std::string section_;
  std::vector<PluginSpec>& plugins_;
  const std::set<std::string>& words_;
  std::vector<ResolvedPlugin> known_;      ///< as plugins_
  std::vector<ResolvedPlugin> taken_out_;  ///< of a kind that ships, with parts that do not
  std::vector<std::string> parameters_;
  bool has_foreign_ = false;
};

}  // namespace

void check_known_plugins(const Study& study, const Catalogue& known, const std::vector<std::string>& headers) {
  std::set<std::string> words;
  for (const std::string& header : headers) words.merge(quoted_words(header_texts(header)));
  const auto own_parameters = [](const auto& entry) { return entry.parameters; };
  Study shipped = study;
  KnownSection learners(shipped, "learner", &Study::learners, words);
  learners.keep_known(known.learners, own_parameters);
  learners.keep_known_overrides();
  KnownSection environments(shipped, "environment", &Study::environments, words);
  environments.keep_known(known.environments,
                          [&](const EnvironmentEntry& entry) { return known.parameters_of(entry); });
  environments.take_out([&](const PluginSpec& one) { return !has_known_parts(one, known); });
  environments.keep_known_overrides();
  KnownSection measures(shipped, std::string(measure_section), &Study::measures, words);
  measures.keep_known(known.measures, own_parameters);
  measures.keep_known_overrides();
  resolve_learners(shipped, known);
  resolve_environments(shipped, known);
  resolve_measures(shipped, known);
}

}  // namespace regretta
