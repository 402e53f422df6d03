#include "regretta/engine/study/text/study.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/text/axis.hpp"
#include "regretta/engine/study/text/study_text.hpp"
#include "regretta/engine/study/text/toml_values.hpp"

namespace regretta {
namespace {

/// The keys of [study].
struct StudyKeys {
  std::string name;
  std::int64_t seed = 1;
  std::int64_t trials = 64;
  double delta = 0.05;
  std::int64_t horizon = 1;
  std::int64_t checkpoints = 32;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("name", p.name, Choices{}, "what the study is called");
    visit("seed", p.seed, Range{0, static_cast<double>(std::numeric_limits<std::int64_t>::max())}, "of all randomness");
    visit("trials", p.trials, Range{1, static_cast<double>(max_trials)}, "independent seeds per cell");
    visit("delta", p.delta, Range{0, 1, true, true}, "failure probability of the theorems");
    visit("horizon", p.horizon, Range{1, static_cast<double>(max_horizon)}, "rounds; a list is swept");
    visit("checkpoints", p.checkpoints, Range{1, 1000}, "points of a curve");
  }
};

std::string file_of(const Setting& setting, const std::string& file) {
  return setting.where.line == 0 ? override_file : file;
}

/// Keys: StudyKeys, or StopRule for those of its stop rule.
template <class Keys>
std::vector<Value> read_study_setting(const Setting& setting, const std::string& file) {
  static const std::vector<ParameterInfo> described = describe_parameters<Keys>();
  const std::string key = "study." + setting.name;
  const std::string named_file = file_of(setting, file);
  try {
    check_no_unknown({{setting.name, Value(false)}}, described);
    Axis axis = read_axis(setting, described, named_file, key);
    if (axis.swept && setting.name != "horizon") {
      throw StudyError(named_file, setting.value.where, key,
                       "a list (of the keys of [study] only horizon can be swept), expected one value");
    }
    for (const Value& value : axis.values) {
      Keys checked;
      read_parameters({{setting.name, value}}, "", checked);
    }
    return axis.values;
  } catch (const InputError& error) {
    throw StudyError(named_file, setting.where, key, error.what());
  }
}

void read_study_settings(const std::vector<Setting>& settings, Study& study) {
  Settings single;
  for (const Setting& setting : settings) {
    if (setting.name == "stop")
      throw StudyError(file_of(setting, study.file), setting.where, "study.stop",
                       fmt::format("{} is no rule, expected a table such as {{metric = \"regret\", half_width = 0.01, "
                                   "relative = true}}",
                                   to_text(setting.value)));
    const std::vector<Value> values = setting.name.starts_with("stop.")
                                          ? read_study_setting<StopRule>(setting, study.file)
                                          : read_study_setting<StudyKeys>(setting, study.file);
    study.where[setting.name] = setting.where;
    if (setting.name == "horizon") {
      for (const Value& value : values) study.horizons.push_back(std::get<std::int64_t>(value));
    } else {
      single[setting.name] = values.front();
    }
  }
  try {
    set_study_values(single, study);
  } catch (const InputError& error) {  // of values that are wrong together
    const auto where = study.where.find(error.key());
    const auto any = std::ranges::find_if(study.where, [](const auto& key) { return key.first.starts_with("stop."); });
    const Location& place = where != study.where.end() ? where->second : any->second;
    throw StudyError(place.line == 0 ? override_file : study.file, place, "study." + error.key(), error.what());
  }
}

/// Takes `name` out of `settings`: a text, or a list of them. Empty if absent.
std::vector<std::pair<std::string, Location>> take_texts(std::vector<Setting>& settings, const std::string& name,
                                                         const std::string& section, const std::string& file) {
  const auto found = std::ranges::find(settings, name, &Setting::name);
  if (found == settings.end()) return {};
  const auto* list = std::get_if<Literal::List>(&found->value.value);
  std::vector<std::pair<std::string, Location>> words;
  for (const Literal& literal : list ? *list : Literal::List{found->value}) {
    const std::string* text = std::get_if<std::string>(&literal.value);
    if (!text || text->empty()) {
      throw StudyError(file, literal.where, section + "." + name,
                       fmt::format("{} has the wrong type, expected a text or a list of texts", to_text(found->value)));
    }
    words.emplace_back(*text, literal.where);
  }
  settings.erase(found);
  return words;
}

/// One plugin for each kind that the table names.
std::vector<PluginSpec> read_plugin(const toml::table& table, const std::string& section, const std::string& file) {
  PluginSpec plugin;
  plugin.where = {static_cast<int>(table.source().begin.line), static_cast<int>(table.source().begin.column)};
  std::vector<Setting> written;
  for (const TableEntry& entry : entries_of(table, file, section)) flatten(entry, file, section, written);
  for (Setting& setting : written) {
    if (section == "environment") setting.name = environment_key(setting.name);
    if (std::ranges::find(plugin.settings, setting.name, &Setting::name) != plugin.settings.end()) {
      throw StudyError(file, setting.where, section + "." + setting.name, "given twice, expected one value");
    }
    plugin.settings.push_back(std::move(setting));
  }
  const auto kinds = take_texts(plugin.settings, "kind", section, file);
  const auto names = take_texts(plugin.settings, "name", section, file);
  if (kinds.empty()) {
    throw StudyError(file, plugin.where, section + ".kind", fmt::format("missing, expected which {} this is", section));
  }
  if (!names.empty() && names.size() != kinds.size()) {
    throw StudyError(file, names.front().second, section + ".name",
                     fmt::format("{} given for {}, expected one name for each kind", names.size(), kinds.size()));
  }
  std::vector<PluginSpec> plugins;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    plugin.kind = kinds[k].first;
    plugin.kind_where = kinds[k].second;
    plugin.name = names.empty() ? plugin.kind : names[k].first;
    plugins.push_back(plugin);
  }
  return plugins;
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

/// Overrides of [study] replace its settings; the others wait for the plan, which knows the plugins.
void apply_overrides(const std::vector<std::string>& overrides, std::vector<Setting>& settings, Study& study) {
  for (const std::string& text : overrides) {
    for (Setting& setting : parse_override(text)) {
      if (setting.name.starts_with("learner.") || setting.name.starts_with("environment.")) {
        study.overrides.push_back(std::move(setting));
        continue;
      }
      const std::string section = setting.name.substr(0, setting.name.find('.'));
      if (section != "study") {
        const std::string near = nearest_name(section, {"study", "learner", "environment"});
        throw StudyError(override_file, {}, setting.name,
                         fmt::format("unknown section, expected study, learner or environment{}",
                                     near.empty() ? "" : "; did you mean \"" + near + "\"?"));
      }
      setting.name = setting.name.substr(section.size() + 1);
      const auto found = std::ranges::find(settings, setting.name, &Setting::name);
      if (found != settings.end()) {
        *found = std::move(setting);
      } else {
        settings.push_back(std::move(setting));
      }
    }
  }
}

/// The parser quotes what it met, line ends included.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c >= 0x20 && c <= 0x7e) {
      line += c;
    } else {
      line += c == '\n' ? "\\n" : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return line;
}

toml::table parse_toml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    const auto& place = error.source().begin;
    throw StudyError(file, {static_cast<int>(place.line), static_cast<int>(place.column)}, "",
                     fmt::format("{} (column {}), expected TOML", on_one_line(error.description()), place.column));
  }
}

}  // namespace

void set_study_values(const Settings& values, Study& study) {
  StudyKeys keys;
  keys.name = study.name;
  read_parameters(values, "", keys);
  study.name = keys.name;
  study.seed = static_cast<std::uint64_t>(keys.seed);
  study.trials = keys.trials;
  study.delta = keys.delta;
  study.checkpoints = static_cast<int>(keys.checkpoints);
  if (values.contains("horizon")) study.horizons = {keys.horizon};
  study.stop = read_stop_rule(values, study.trials);
}

StudyError::StudyError(std::string file, Location where, std::string key, std::string message)
    : file_(std::move(file)), where_(where), key_(std::move(key)), message_(std::move(message)) {
  text_ = file_;
  if (where_.line > 0) text_.append(":").append(std::to_string(where_.line));
  text_.append(": ");
  if (!key_.empty()) text_.append(key_).append(": ");
  text_.append(message_);
}

Study parse_study(std::string_view text, const std::string& file_name, const std::string& folder,
                  const std::vector<std::string>& overrides) {
  check_study_text(text, file_name);
  const toml::table root = parse_toml(text, file_name);
  Study study;
  study.file = file_name;
  study.folder = folder;
  study.name = std::filesystem::path(file_name).stem().string();
  std::vector<Setting> settings;
  for (const TableEntry& entry : entries_of(root, file_name, "")) {
    if (entry.name == "study") {
      const toml::table* table = entry.node->as_table();
      if (!table) throw StudyError(file_name, entry.where, "study", "not a table, expected [study]");
      for (const TableEntry& inner : entries_of(*table, file_name, "study")) {
        flatten(inner, file_name, "study", settings);
      }
    } else if (entry.name == "environment") {
      study.environments = read_plugins(entry, file_name);
    } else if (entry.name == "learner") {
      study.learners = read_plugins(entry, file_name);
    } else {
      const std::string near = nearest_name(entry.name, {"study", "environment", "learner"});
      throw StudyError(file_name, entry.where, entry.name,
                       fmt::format("unknown key, expected [study], [[environment]] or [[learner]]{}",
                                   near.empty() ? "" : "; did you mean \"" + near + "\"?"));
    }
  }
  apply_overrides(overrides, settings, study);
  read_study_settings(settings, study);
  if (study.environments.empty()) {
    throw StudyError(file_name, {}, "environment", "missing, expected at least one [[environment]]");
  }
  if (study.learners.empty()) {
    throw StudyError(file_name, {}, "learner", "missing, expected at least one [[learner]]");
  }
  return study;
}

Study read_study(const std::string& path, const std::vector<std::string>& overrides) {
  const std::string text = load_study_text(path);
  return parse_study(text, path, std::filesystem::path(path).parent_path().string(), overrides);
}

}  // namespace regretta
