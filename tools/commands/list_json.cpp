#include "regretta/tools/commands/list_json.hpp"

#include <nlohmann/json.hpp>

namespace regretta {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Value& value) { return value.has_value() ? Json::parse(to_text(value)) : Json(); }

/// The parameter at this path. conditions: the values of other parameters, by path, with which it applies.
Json parameter_json(const ParameterInfo& parameter, const std::string& path, Json conditions) {
  return {{"name", path},
          {"type", type_name(parameter.type)},
          {"range", parameter.range},
          {"default", json_of(parameter.default_value)},
          {"conditions", std::move(conditions)},
          {"help", parameter.help}};
}

/// Adds the parameters of a plugin or part. path_of: maps the name of a parameter to its path.
template <class PathOf>
void add_parameters(Json& list, const std::vector<ParameterInfo>& parameters, const Json& conditions, PathOf path_of) {
  for (const ParameterInfo& parameter : parameters) {
    Json all_conditions = conditions;
    if (const std::size_t blank = parameter.when.find(' '); blank != std::string::npos)  // "NAME VALUE"
      all_conditions[path_of(parameter.when.substr(0, blank))] = parameter.when.substr(blank + 1);
    list.push_back(parameter_json(parameter, path_of(parameter.name), std::move(all_conditions)));
  }
}

Json parameters_json(const std::vector<ParameterInfo>& parameters) {
  Json list = Json::array();
  add_parameters(list, parameters, Json::object(), [](const std::string& name) { return name; });
  return list;
}

/// The parameters of an environment, and for each group of parts the choice of a part and the parameters of the parts.
Json parameters_json(const EnvironmentEntry& environment, const Catalogue& catalogue) {
  Json list = parameters_json(environment.parameters);
  for (const PartGroup& group : part_groups) {
    if (!environment.takes(group.name)) continue;
    const std::string kind = group.path("kind");
    ParameterInfo choice{.name = kind, .type = ParameterType::text, .help = std::string(group.help)};
    for (const EnvironmentEntry& part : catalogue.parts) {
      if (part.group != group.name) continue;
      choice.range += (choice.range.empty() ? "" : " | ") + part.name;
      if (part.is_default) choice.default_value = part.name;
      add_parameters(list, part.parameters, {{kind, part.name}},
                     [&](const std::string& name) { return group.path(name); });
    }
    list.push_back(parameter_json(choice, kind, Json::object()));
  }
  return list;
}

}  // namespace

std::string list_json(const Catalogue& catalogue) {
  Json json = {{"learners", Json::object()}, {"environments", Json::object()}, {"measures", Json::object()}};
  for (const LearnerEntry& entry : catalogue.learners)
    json["learners"][entry.name] = {
        {"summary", entry.summary}, {"feedback", entry.feedback}, {"parameters", parameters_json(entry.parameters)}};
  for (const EnvironmentEntry& entry : catalogue.environments)
    json["environments"][entry.name] = {{"summary", entry.summary}, {"parameters", parameters_json(entry, catalogue)}};
  for (const MeasureEntry& entry : catalogue.measures)
    json["measures"][entry.name] = {{"summary", entry.summary}, {"parameters", parameters_json(entry.parameters)}};
  for (const QuantityInfo& quantity : quantity_infos) json["quantities"].push_back(quantity.name);
  return json.dump() + "\n";
}

}  // namespace regretta
