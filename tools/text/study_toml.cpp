#include "regretta/tools/text/study_toml.hpp"

#include <map>
#include <set>

#include <fmt/format.h>

#include "regretta/engine/study/file/stored_json.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

/// A JSON string is a TOML one, but for the control character that JSON leaves as it is.
std::string string_text(const std::string& text) {
  std::string quoted;
  for (const char c : ordered_json(text).dump(-1, ' ', false, ordered_json::error_handler_t::replace))
    quoted += c == '\x7f' ? std::string("\\u007f") : std::string(1, c);
  return quoted;
}

std::string key_text(const std::string& key) {
  const bool bare = !key.empty() && key.find_first_not_of(
                                        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789_-.") == std::string::npos;
  return bare ? key : string_text(key);
}

std::string value_text(const ordered_json& value) {
  if (value.is_string()) return string_text(value.get<std::string>());
  if (!value.is_structured()) return value.dump();
  std::string text;
  for (const auto& [key, element] : value.items())
    text += (text.empty() ? "" : ", ") + (value.is_object() ? key_text(key) + " = " : "") + value_text(element);
  return value.is_object() ? "{ " + text + " }" : "[" + text + "]";
}

std::string line_text(const std::string& key, const ordered_json& value) {
  return fmt::format("{} = {}\n", key_text(key), value_text(value));
}

/// By kind and name of a plugin, the parameters that some cell has set. The resolved study has the defaults of the
/// others, too, among them some that may not be written out: those of a noise that is not chosen.
using SetParameters = std::map<std::pair<std::string, std::string>, std::set<std::string>>;

SetParameters set_parameters(const StudyReader& study, const std::string& columns) {
  SetParameters all;
  Statement rows = study.database().prepare("SELECT DISTINCT " + columns + " FROM cell");
  while (rows.step()) {
    auto& names = all[{rows.text(0), rows.text(1)}];
    const nlohmann::json settings = stored_json(study.database().file(), "list of cells", rows.text(2));
    for (const auto& [name, _] : settings.items()) names.insert(name);
  }
  return all;
}

std::string plugins_text(const std::string& section, const ordered_json& plugins, const SetParameters& set) {
  std::string text;
  for (const ordered_json& plugin : plugins) {
    text += fmt::format("\n[[{}]]\n{}{}", section, line_text("kind", plugin.at("kind")),
                        line_text("name", plugin.at("name")));
    const auto names = set.find({plugin.at("kind").get<std::string>(), plugin.at("name").get<std::string>()});
    for (const auto& [name, value] : plugin.at("parameters").items())
      if (names != set.end() && names->second.contains(name)) text += line_text(name, value);
  }
  return text;
}

}  // namespace

std::string study_toml(const StudyReader& study) {
  const std::string& file = study.database().file();
  const auto resolved = stored_json<ordered_json>(file, "resolved study", study.value("resolved"));
  try {
    std::string text = "[study]\n";
    for (const auto& [key, value] : resolved.at("study").items()) {
      if (key == "horizon" && value.empty()) continue;  // a trace fixes it
      text += line_text(key, key == "horizon" && value.size() == 1 ? value.front() : value);
    }
    return text +
           plugins_text("environment", resolved.at("environment"),
                        set_parameters(study, "environment_kind, environment, environment_settings")) +
           plugins_text("learner", resolved.at("learner"),
                        set_parameters(study, "learner, learner_name, learner_settings"));
  } catch (const ordered_json::exception&) {
    throw StudyFileError(file, "damaged: its resolved study cannot be read");
  }
}

}  // namespace regretta
