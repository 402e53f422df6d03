#include "regretta/engine/plugin/sources.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <xxhash.h>

namespace regretta {

std::string hash_of_contents(std::vector<std::string_view> contents) {
  std::vector<XXH64_hash_t> hashes;
  for (const std::string_view text : contents) hashes.push_back(XXH3_64bits(text.data(), text.size()));
  std::ranges::sort(hashes);
  return fmt::format("{:016x}", XXH3_64bits(hashes.data(), hashes.size() * sizeof hashes[0]));
}

void add_with_sources(Catalogue& catalogue, const std::string& sources, const std::function<void(Catalogue&)>& add,
                      PluginSources& known) {
  const std::size_t learners = catalogue.learners.size(), environments = catalogue.environments.size();
  const std::size_t parts = catalogue.parts.size(), measures = catalogue.measures.size();
  add(catalogue);
  const auto note = [&](const auto& entries, std::size_t first, const auto& what) {
    for (std::size_t k = first; k < entries.size(); ++k) known[what(entries[k]) + " " + entries[k].name] = {sources};
  };
  note(catalogue.learners, learners, [](const LearnerEntry&) { return std::string("learner"); });
  note(catalogue.environments, environments, [](const EnvironmentEntry&) { return std::string("environment"); });
  note(catalogue.parts, parts, [](const EnvironmentEntry& part) { return part.group; });
  note(catalogue.measures, measures, [](const MeasureEntry&) { return std::string("measure"); });
}

}  // namespace regretta
