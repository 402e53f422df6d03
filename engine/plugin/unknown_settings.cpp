#include "regretta/engine/plugin/unknown_settings.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/plugin/nearest_name.hpp"

namespace regretta {

namespace {

/// The parameter nearest to `name`, outside of tables, of a type that `value` can have; "" if none is near.
std::string nearest_parameter(const std::string& name, const Value& value, const std::vector<ParameterInfo>& known) {
  std::vector<std::string> names;
  for (const ParameterInfo& parameter : known)
    if (parameter.name.find('.') == std::string::npos && in_type(value, parameter.type))
      names.push_back(parameter.name);
  return nearest_name(name, names);
}

}  // namespace

void check_no_unknown(const Settings& settings, const std::vector<ParameterInfo>& known, const std::string& owner) {
  std::vector<std::string> names;
  names.reserve(known.size());
  for (const auto& parameter : known) names.push_back(parameter.name);
  for (const auto& [name, value] : settings.flat()) {
    if (std::ranges::find(names, name) != names.end()) continue;
    if (names.empty()) throw InputError(name, "unknown key, expected none at all");
    if (std::ranges::find(names, name + ".kind") != names.end()) {
      if (const std::string near = nearest_parameter(name, value, known); !near.empty())
        throw InputError(name, fmt::format("a table of settings, not a value{}", did_you_mean(name, {near})));
      throw InputError(name, fmt::format("not a value by itself, expected a table such as {0} = {{ kind = ... }}; did "
                                         "you mean \"{0}.kind\"?",
                                         name));
    }
    std::string message = "unknown key";
    if (!owner.empty()) message += fmt::format(" of {}", owner);
    throw InputError(name, message + expected_instead(name, names, owner.empty() ? "" : "regretta list " + owner));
  }
}

void refuse_foreign(const Settings& settings, std::string_view chooser, std::string_view chosen,
                    const ParametersOfWords& words) {
  for (const auto& [name, value] : settings) {
    std::vector<std::string> owners;
    bool belongs = false;
    for (const auto& [word, parameters] : words) {
      if (std::ranges::find(parameters, name, &ParameterInfo::name) == parameters.end()) continue;
      owners.push_back(fmt::format("\"{}\"", word));
      belongs = belongs || word == chosen;
    }
    if (!owners.empty() && !belongs)
      throw InputError(name, fmt::format("belongs to {} = {}, not to \"{}\"; expected it to be left out", chooser,
                                         fmt::join(owners, " or "), chosen));
  }
}

}  // namespace regretta
