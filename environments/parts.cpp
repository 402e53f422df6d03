#include "regretta/environments/parts.hpp"

#include <fmt/format.h>

namespace regretta {

Settings settings_below(const Settings& settings, std::string_view prefix) {
  Settings below;
  for (const auto& [name, value] : settings)
    if (name.size() > prefix.size() && name.compare(0, prefix.size(), prefix) == 0)
      below[name.substr(prefix.size())] = value;
  return below;
}

void check_count(const std::string& key, const char* noun, std::size_t actual, int expected) {
  if (expected == 0 || actual == static_cast<std::size_t>(expected)) return;
  throw InputError(key, fmt::format("has {} {}{}, but the environment has {}; expected as many", actual, noun,
                                    actual == 1 ? "" : "s", expected));
}

std::vector<double> flatten(const std::vector<std::vector<double>>& lines, const std::string& key) {
  std::vector<double> row;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty() || lines[i].size() != lines.front().size())
      throw InputError(
          key, fmt::format("list {} has {} numbers, but the first has {}; expected K numbers in every list", i + 1,
                           lines[i].size(), lines.front().size()));
    row.insert(row.end(), lines[i].begin(), lines[i].end());
  }
  return row;
}

void accept_plain_list(Settings& settings, const std::string& key) {
  const auto found = settings.find(key);
  if (found == settings.end()) return;
  if (const auto* list = std::get_if<std::vector<double>>(&found->second))
    found->second = std::vector<std::vector<double>>{*list};
}

}  // namespace regretta
