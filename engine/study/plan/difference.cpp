#include "regretta/engine/study/plan/difference.hpp"

#include <fmt/format.h>

namespace regretta {
namespace {

using nlohmann::ordered_json;

std::string quoted(const ordered_json* value) { return value ? value->dump() : "absent"; }

/// The first key of `stored`, then of `now`, under which they differ. `path` is the path of their parent.
std::optional<std::string> difference(const ordered_json* stored, const ordered_json* now, const std::string& path,
                                      const std::string& of) {
  if (stored && now && *stored == *now) return std::nullopt;
  if (!stored || !now || !stored->is_object() || !now->is_object()) {
    return fmt::format("{}{} was {} and is now {}", path, of, quoted(stored), quoted(now));
  }
  ordered_json either = *stored;  // for the keys of both
  either.update(*now);
  const auto member = [](const ordered_json& object, const std::string& key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
  };
  for (const auto& [key, value] : either.items()) {
    const std::string below = key == "parameters" ? path : path.empty() ? key : path + "." + key;
    if (auto found = difference(member(*stored, key), member(*now, key), below, of)) return found;
  }
  return std::nullopt;
}

/// Lists of plugins are compared one by one.
std::optional<std::string> plugin_difference(const std::string& section, const ordered_json& stored,
                                             const ordered_json& now) {
  if (!stored.is_array() || stored.size() != now.size()) {
    return fmt::format("{}: there were {} and are now {}", section, stored.size(), now.size());
  }
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const std::string of = fmt::format(" of {} {} ({})", section, i + 1, now[i].value("name", ""));
    if (auto found = difference(&stored[i], &now[i], section, of)) return found;
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
  const bool other_means = before.value("means", "") != after.value("means", "");
  before.erase("means");
  after.erase("means");
  if (auto found = difference(&before, &after, "", "")) return found;
  if (!other_means) return std::nullopt;
  return "means: the environments' rows are not what they were (a trace was edited, or the program builds them "
         "differently)";
}

}  // namespace regretta
