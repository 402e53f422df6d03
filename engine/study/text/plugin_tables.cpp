#include "regretta/engine/study/text/plugin_tables.hpp"

#include <fmt/format.h>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/plugin/text_rule.hpp"
#include "regretta/engine/study/text/study_measures.hpp"

namespace regretta {
namespace {

/// Removes the table `name` from `settings`, if it is one.
Settings take_table(Settings& settings, const std::string& name) {
  const Value* found = settings.find(name);
  return found && found->table() ? *settings.take(name).table() : Settings();
}

/// One plugin for each kind that the table names.
std::vector<PluginSpec> read_plugin(const toml::table& table, const std::string& section, const std::string& file) {
  PluginSpec plugin;
  plugin.where = {static_cast<int>(table.source().begin.line), static_cast<int>(table.source().begin.column)};
  plugin.settings = to_settings(table, file, section);
  const auto kinds = take_texts(plugin.settings, "kind", section, file);
  const auto names = take_texts(plugin.settings, "name", section, file);
  plugin.defaults = take_table(plugin.settings, "defaults");
  if (section == measure_section) plugin.shown = take_table(plugin.settings, "shown");
  if (kinds.empty()) {
    throw StudyError(file, plugin.where, section + ".kind", fmt::format("missing, expected which {} this is", section));
  }
  if (!names.empty() && names.size() != kinds.size()) {
    throw StudyError(file, names.front().where(), section + ".name",
                     fmt::format("{} given for {}, expected one name for each kind", names.size(), kinds.size()));
  }
  std::vector<PluginSpec> plugins;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    plugin.kind = *kinds[k].text();
    plugin.kind_where = kinds[k].where();
    plugin.name = !names.empty()               ? *names[k].text()
                  : section == measure_section ? measure_name(plugin.kind)
                                               : plugin.kind;
    plugins.push_back(plugin);
  }
  return plugins;
}

}  // namespace

Value::List take_texts(Settings& settings, const std::string& name, const std::string& section,
                       const std::string& file) {
  const Value given = settings.take(name);
  if (!given.has_value()) return {};
  const Value::List words = given.list() ? *given.list() : Value::List{given};
  for (const Value& word : words) {
    const auto refuse = [&](const std::string& problem) {
      throw StudyError(file, word.where(), section + "." + name, problem);
    };
    if (!word.text() || word.text()->empty())
      refuse(fmt::format("{} has the wrong type, expected a text or a list of texts", short_text(given)));
    if (const auto fault = name_fault(*word.text()))
      refuse(fmt::format("the name has {}, expected one line without tabs", fault->problem));
  }
  return words;
}

std::vector<PluginSpec> read_plugins(const TableEntry& entry, const std::string& file) {
  const auto* array = entry.node->as_array();
  if (!array || array->empty() || !array->is_homogeneous(toml::node_type::table)) {
    throw StudyError(file, entry.where, entry.name,
                     fmt::format("not a list of tables, expected [[{}]] with double brackets", entry.name));
  }
  std::vector<PluginSpec> plugins;
  for (const toml::node& node : *array)
    for (PluginSpec& plugin : read_plugin(*node.as_table(), entry.name, file)) plugins.push_back(std::move(plugin));
  return plugins;
}

}  // namespace regretta
