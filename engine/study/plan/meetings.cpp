#include "regretta/engine/study/plan/meetings.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

namespace regretta {

std::vector<std::vector<std::int64_t>> meetings(const std::string& file,
                                                const std::vector<const PluginSpec*>& environments,
                                                const std::vector<const PluginSpec*>& learners) {
  const auto refuse = [&](const PluginSpec& plugin, const char* section, const char* other) {
    throw StudyError(
        file, plugin.where, fmt::format("{}.group", section),
        fmt::format("\"{}\" has no {}, expected one of this group or without a group", plugin.group, other));
  };
  std::map<std::string, std::vector<std::int64_t>> of_group;  // learners
  for (std::size_t k = 0; k < learners.size(); ++k)
    of_group[learners[k]->group].push_back(static_cast<std::int64_t>(k));
  std::vector<std::vector<std::int64_t>> all;
  std::set<std::string> groups;  // of environments
  for (const PluginSpec* environment : environments) {
    groups.insert(environment->group);
    std::vector<std::int64_t>& met = all.emplace_back();
    if (environment->group.empty()) {
      met.resize(learners.size());
      std::iota(met.begin(), met.end(), 0);
    } else {
      std::ranges::merge(of_group[""], of_group[environment->group], std::back_inserter(met));
    }
    if (met.empty()) refuse(*environment, "environment", "learner");
  }
  for (const PluginSpec* learner : learners)
    if (!learner->group.empty() && !groups.contains(learner->group) && !groups.contains(""))
      refuse(*learner, "learner", "environment");
  return all;
}

}  // namespace regretta
