#pragma once
/// Which plugins of a catalogue do not ship with Regretta, and what they were compiled from, so that results of two
/// versions of a plugin can be told apart (engine/study/maintenance/mixture.hpp).

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// What the user has written.
struct PluginSource {
  std::string content;     ///< a hash of it, or what else names its version
  std::string language{};  ///< such as "python"; empty: C++, or not known
  bool operator==(const PluginSource&) const = default;
};

/// By plugin: "learner greedy", "environment my-foe", "losses my-losses", "measure my-measure". Those that ship are not
/// in it.
using PluginSources = std::map<std::string, PluginSource>;

/// A hash of the contents of files, whatever their names, places and order.
std::string hash_of_contents(std::vector<std::string_view> contents);

/// Calls `add`, and adds to `known` that the entries which it adds to the catalogue have these sources.
void add_with_sources(Catalogue& catalogue, const std::string& sources, const std::function<void(Catalogue&)>& add,
                      PluginSources& known);

}  // namespace regretta
