#include "regretta/engine/study/text/canonical.hpp"

#include <cmath>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "regretta/engine/plugin/text_rule.hpp"
#include "regretta/engine/study/text/toml_values.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

/// A value as TOML. Unlike to_text, writes a whole number of type double with a decimal point ("500.0").
std::string toml_text(const Value& value) {
  if (value.list()) {
    std::string text;
    for (const Value& element : *value.list()) text += (text.empty() ? "" : ", ") + toml_text(element);
    return "[" + text + "]";
  }
  if (value.text()) return ordered_json(*value.text()).dump();  // JSON and TOML quote such texts alike (check_storable)
  std::string text = to_text(value);
  const bool is_real = std::holds_alternative<double>(value.data());
  if (is_real && text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

std::string toml_lines(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings.flat()) text += fmt::format("{} = {}\n", name, toml_text(value));
  return text;
}

std::string toml_sections(const std::string& name, const std::vector<PluginSpec>& plugins) {
  std::string text;
  for (const PluginSpec& plugin : plugins) {
    text += fmt::format("\n[[{}]]\nkind = {}\nname = {}\n", name, toml_text(plugin.kind), toml_text(plugin.name));
    text += toml_lines(plugin.settings);
    if (!plugin.defaults.empty()) text += fmt::format("[{}.defaults]\n{}", name, toml_lines(plugin.defaults));
    if (!plugin.shown.empty()) text += fmt::format("[{}.shown]\n{}", name, toml_lines(plugin.shown));
  }
  return text;
}

Value horizons_of(const Study& study) { return Value::List(study.horizons.begin(), study.horizons.end()); }

/// The keys of [study] in the order of both the TOML and the JSON form.
std::vector<std::pair<std::string, Value>> entries(const Study& study) {
  std::vector<std::pair<std::string, Value>> keys = {{"name", study.name},
                                                     {"seed", static_cast<std::int64_t>(study.seed)},
                                                     {"trials", study.stop ? study.stop->least : study.trials},
                                                     {"delta", study.delta},
                                                     {"horizon", horizons_of(study)},
                                                     {"checkpoints", study.checkpoints}};
  if (study.instances > 1) keys.emplace_back("instances", study.instances);
  if (study.first_trial > 0) keys.emplace_back("first_trial", study.first_trial);
  if (study.stop) {
    keys.emplace_back("until", study.stop->until);
    if (!study.stop->metric.empty()) keys.emplace_back("metric", study.stop->metric);
    keys.emplace_back("alpha", study.stop->alpha);
    keys.emplace_back("most_trials", study.trials);
  }
  return keys;
}

ordered_json plugins_json(const std::vector<PluginSpec>& plugins) {
  ordered_json list = ordered_json::array();
  for (const PluginSpec& plugin : plugins) {
    std::map<std::string, ordered_json> parameters;
    for (const Settings* settings : {&plugin.settings, &plugin.defaults})
      for (const auto& [name, value] : settings->flat()) parameters[name] = to_json(value);
    list.push_back({{"kind", plugin.kind}, {"name", plugin.name}, {"parameters", parameters}});
  }
  return list;
}

/// The measures as JSON. Of PluginSpec::shown only `on_curve` is included, since the rest does not change a trial.
ordered_json measures_json(const std::vector<PluginSpec>& measures) {
  ordered_json list = plugins_json(measures);
  for (std::size_t i = 0; i < measures.size(); ++i)
    if (const Value* on_curve = measures[i].shown.find("on_curve")) list[i]["on_curve"] = to_json(*on_curve);
  return list;
}

/// Calls `refuse`, which throws, unless TOML can hold `value` and the parser of studies accepts it.
void check_value(const Value& value, const std::function<void(const std::string&)>& refuse) {
  if (value.list())
    for (const Value& element : *value.list()) check_value(element, refuse);
  if (const auto* number = std::get_if<double>(&value.data()); number && !std::isfinite(*number))
    refuse(fmt::format("{} is not a finite number", *number));
  if (!value.text()) return;
  if (const auto fault = text_fault(*value.text()))
    refuse(fmt::format("the text has {}, expected {}", fault->problem, expected_characters));
}

void check_plugins(const std::string& file, const std::string& section, const std::vector<PluginSpec>& plugins) {
  for (const PluginSpec& plugin : plugins) {
    const auto refusal = [&](const std::string& key) {
      return
          [&, key](const std::string& problem) { throw StudyError(file, plugin.where, section + "." + key, problem); };
    };
    for (const auto& [key, name] : {std::pair{"kind", &plugin.kind}, {"name", &plugin.name}})
      if (const auto fault = name_fault(*name))
        refusal(key)(fmt::format("the name has {}, expected one line without tabs", fault->problem));
    for (const Settings* settings : {&plugin.settings, &plugin.defaults, &plugin.shown})
      for (const auto& [path, value] : settings->flat()) {
        std::string_view rest = path;
        for (std::size_t dot = 0; dot != rest.npos; rest.remove_prefix(dot == rest.npos ? 0 : dot + 1)) {
          dot = rest.find('.');
          if (!is_bare(rest.substr(0, dot)))
            refusal(path)(fmt::format("a parameter of {} with unusual characters, expected letters, digits, _ and -",
                                      plugin.kind));
        }
        check_value(value, refusal(path));
      }
  }
}

}  // namespace

void check_storable(const Study& study) {
  check_plugins(study.file, "environment", study.environments);
  check_plugins(study.file, "learner", study.learners);
  check_plugins(study.file, "measure", study.measures);
}

std::string canonical_text(const Study& study) {
  std::string text = "[study]\n";
  for (const auto& [key, value] : entries(study)) {
    if (value.list() && value.list()->empty()) continue;  // a trace gives the horizon
    text += fmt::format("{} = {}\n", key,
                        toml_text(value.list() && value.list()->size() == 1 ? value.list()->front() : value));
  }
  if (!study.means.empty()) text += fmt::format("means = {}\n", toml_text(study.means));
  return text + toml_sections("environment", study.environments) + toml_sections("learner", study.learners) +
         toml_sections("measure", study.measures);
}

ordered_json identity_json(const Study& study) {
  ordered_json identity;
  for (const auto& [key, value] : entries(study)) identity["study"][key] = to_json(value);
  identity["environment"] = plugins_json(study.environments);
  identity["learner"] = plugins_json(study.learners);
  if (!study.measures.empty()) identity["measure"] = measures_json(study.measures);
  identity["means"] = study.means;
  return identity;
}

ordered_json to_json(const Value& value) {
  struct Converter {
    ordered_json operator()(std::monostate) const { return nullptr; }
    ordered_json operator()(const Value::List& list) const {
      ordered_json json = ordered_json::array();
      for (const Value& element : list) json.push_back(to_json(element));
      return json;
    }
    ordered_json operator()(const Settings& table) const {
      ordered_json json = ordered_json::object();
      for (const auto& [name, entry] : table) json[name] = to_json(entry);
      return json;
    }
    ordered_json operator()(bool flag) const { return flag; }
    ordered_json operator()(std::int64_t n) const { return n; }
    ordered_json operator()(double x) const { return x; }
    ordered_json operator()(const std::string& text) const { return text; }
  };
  return std::visit(Converter(), value.data());
}

Value from_json(const ordered_json& json) {
  if (json.is_null()) return {};
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (!json.is_array()) return json.get<std::string>();
  Value::List list;
  for (const ordered_json& element : json) list.push_back(from_json(element));
  return list;
}

namespace {

std::string quoted(const ordered_json* value) { return value ? value->dump() : "absent"; }

/// The first difference, by the keys of `stored`, then of `now`. `path`: their path; `owner`: " of learner 2 (name)".
std::optional<std::string> difference(const ordered_json* stored, const ordered_json* now, const std::string& path,
                                      const std::string& owner) {
  if (stored && now && *stored == *now) return std::nullopt;
  if (!stored || !now || !stored->is_object() || !now->is_object())
    return fmt::format("{}{} was {} and is now {}", path, owner, quoted(stored), quoted(now));
  ordered_json keys_of_both = *stored;
  keys_of_both.update(*now);
  const auto member = [](const ordered_json& object, const std::string& key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
  };
  for (const auto& [key, value] : keys_of_both.items()) {
    const std::string below = key == "parameters" ? path : path.empty() ? key : path + "." + key;
    if (auto found = difference(member(*stored, key), member(*now, key), below, owner)) return found;
  }
  return std::nullopt;
}

/// The first difference between two lists of plugins, which are compared one by one.
std::optional<std::string> plugin_difference(const std::string& section, const ordered_json& stored,
                                             const ordered_json& now) {
  if (!stored.is_array() || stored.size() != now.size())
    return fmt::format("{}: there were {} and are now {}", section, stored.size(), now.size());
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const std::string owner = fmt::format(" of {} {} ({})", section, i + 1, now[i].value("name", ""));
    if (auto found = difference(&stored[i], &now[i], section, owner)) return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> first_difference(const ordered_json& stored, const ordered_json& now) {
  if (!stored.is_object() || !now.is_object()) return difference(&stored, &now, "study", "");
  ordered_json before = stored, after = now;
  for (const std::string section : {"environment", "learner"}) {
    if (!before.contains(section) || !after.contains(section)) continue;
    if (auto found = plugin_difference(section, before[section], after[section])) return found;
    before.erase(section);
    after.erase(section);
  }
  const bool means_differ = before.value("means", "") != after.value("means", "");
  before.erase("means");
  after.erase("means");
  if (auto found = difference(&before, &after, "", "")) return found;
  if (!means_differ) return std::nullopt;
  return "means: the environments' means have changed (a trace was edited, or the program builds them "
         "differently)";
}

}  // namespace regretta
