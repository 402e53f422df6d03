#include "regretta/environments/parts/parts.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace regretta {

Settings settings_below(const Settings& settings, std::string_view prefix) {
  Settings below;
  for (const auto& [name, value] : settings)
    if (name.size() > prefix.size() && name.compare(0, prefix.size(), prefix) == 0)
      below[name.substr(prefix.size())] = value;
  return below;
}

void need_arms(const PartContext& known) {
  if (known.num_arms > 0) return;
  throw InputError(
      "kind",
      "does not say how many arms there are, and nothing else does; expected arms (kind = \"composed\" has "
      "it), or means of K numbers beside it");
}

void check_count(const std::string& key, const char* noun, std::size_t actual, int expected) {
  if (expected == 0 || actual == static_cast<std::size_t>(expected)) return;
  throw InputError(key, fmt::format("has {} {}{}, but the environment has {}; expected as many", actual, noun,
                                    actual == 1 ? "" : "s", expected));
}

void check_arm(const std::string& key, std::int64_t arm, const PartContext& known) {
  if (arm > known.num_arms)
    throw InputError(key, fmt::format("{} is not an arm; expected 1 to {}", arm, known.num_arms));
}

void check_belongs(const Settings& settings, std::initializer_list<std::string_view> keys, std::string_view chooser,
                   std::string_view owner, std::string_view chosen) {
  if (owner == chosen) return;
  for (const std::string_view view : keys) {
    const std::string key(view);
    if (settings.contains(key))
      throw InputError(key, fmt::format("belongs to {} = \"{}\", not to \"{}\"; expected it to be left out", chooser,
                                        owner, chosen));
  }
}

std::vector<double> flatten(const std::vector<std::vector<double>>& lines) {
  std::vector<double> row;
  for (const std::vector<double>& line : lines) row.insert(row.end(), line.begin(), line.end());
  return row;
}

void check_row_count(const std::string& key, std::int64_t rows, std::int64_t levels) {
  if (rows <= max_distinct_rows / levels) return;
  throw InputError(key, fmt::format("would have {}{} rows of means to keep; expected at most {} in all", rows,
                                    levels == 1 ? "" : fmt::format(" x {}", levels), max_distinct_rows));
}

bool has_parameter(const ComponentEntry& entry, const std::string& name) {
  return std::ranges::find(entry.parameters, name, &ParameterInfo::name) != entry.parameters.end();
}

std::int64_t whole_rounds(double fraction, std::int64_t horizon) {
  const double rounds = fraction * static_cast<double>(horizon) * (1 + 0x1p-50);  // tolerates a few rounding errors
  return std::min(static_cast<std::int64_t>(rounds), horizon);
}

void refuse_both_forms(const Settings& settings) {
  constexpr std::string_view suffix = "_fraction";
  for (const auto& [name, value] : settings) {
    if (!name.ends_with(suffix)) continue;
    const std::string plain = name.substr(0, name.size() - suffix.size());
    if (settings.contains(plain))
      throw InputError(name, fmt::format("is given beside {}; expected one of the two", plain));
  }
}

}  // namespace regretta
