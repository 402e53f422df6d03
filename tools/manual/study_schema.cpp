#include "regretta/tools/manual/study_schema.hpp"

#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/study/text/search_keys.hpp"
#include "regretta/tools/text/parsed_number.hpp"

namespace regretta {
namespace {

using Json = nlohmann::ordered_json;

/// Of one number: `range` is "[0, 1]", "(0, inf)", ... or several with " or " between them.
Json number_schema(const char* type, const std::string& range) {
  Json schema = {{"type", type}};
  if (range.empty() || range.find(" or ") != range.npos) return schema;
  const std::size_t comma = range.find(", ");
  const auto number = [&](std::size_t begin, std::size_t end) {
    return parsed_number<double>(std::string_view(range).substr(begin, end - begin)).value();
  };
  const double low = number(1, comma), high = number(comma + 2, range.size() - 1);
  if (std::isfinite(low)) schema[range.front() == '(' ? "exclusiveMinimum" : "minimum"] = low;
  if (std::isfinite(high)) schema[range.back() == ')' ? "exclusiveMaximum" : "maximum"] = high;
  return schema;
}

Json list_of(Json items) { return {{"type", "array"}, {"minItems", 1}, {"items", std::move(items)}}; }
Json any_of(Json one, Json other) { return {{"anyOf", {std::move(one), std::move(other)}}}; }

/// What a search may find instead of the value.
Json or_range(Json one) {
  Json range = {{"$ref", "#/definitions/range"}};
  if (!one.contains("anyOf")) return any_of(std::move(one), std::move(range));
  one["anyOf"].push_back(std::move(range));
  return one;
}

Json range_schema() {
  const Json choice = {{"type", Json::array({"number", "string", "boolean"})}};
  Json search = {
      {"type", "object"},
      {"properties",
       {{"search", any_of({{"const", "all"}}, list_of(choice))}, {"scale", {{"enum", {"linear", "log", "choice"}}}}}},
      {"required", {"search"}},
      {"additionalProperties", false}};
  Json same = {{"type", "object"},
               {"properties", {{"same", {{"type", "string"}}}}},
               {"required", {"same"}},
               {"additionalProperties", false}};
  Json schema = any_of(std::move(search), std::move(same));
  schema["description"] = "for regretta search: [from, to], a list of values, \"all\", or the same as elsewhere";
  return schema;
}

Json text_schema(const std::string& range) {
  Json schema = {{"type", "string"}};
  for (std::size_t at = 0; !range.empty() && at != range.npos;) {
    const std::size_t end = range.find(" | ", at);
    schema["enum"].push_back(range.substr(at, end == range.npos ? end : end - at));
    at = end == range.npos ? end : end + 3;
  }
  return schema;
}

Json one_value(const ParameterInfo& parameter) {
  const std::string& range = parameter.range;
  switch (parameter.type) {
    case ParameterType::flag:
      return {{"type", "boolean"}};
    case ParameterType::integer:
      return number_schema("integer", range);
    case ParameterType::number:
      return number_schema("number", range);
    case ParameterType::text:
      return text_schema(range);
    case ParameterType::number_or_measured:
      return any_of(number_schema("number", range), {{"const", "measured"}});
    case ParameterType::arm_or_all:
      return any_of(number_schema("integer", range), {{"const", "all"}});
    case ParameterType::numbers:
      return list_of(or_range(number_schema("number", range)));
    case ParameterType::table:
      return list_of(
          or_range(any_of(number_schema("number", range), list_of(or_range(number_schema("number", range))))));
    case ParameterType::texts:
      return any_of(text_schema(range), list_of(text_schema(range)));
  }
  __builtin_unreachable();
}

enum class Sweep { no, yes };

Json value_schema(const ParameterInfo& parameter, Sweep sweep) {
  Json one = one_value(parameter);
  if (sweep == Sweep::yes) one = or_range(any_of(one, list_of(one)));
  Json schema = {{"description", full_help(parameter)}};
  if (!parameter.range.empty()) schema["description"] = full_help(parameter) + " (in " + parameter.range + ")";
  if (const Value& value = parameter.default_value; value.has_value()) schema["default"] = Json::parse(to_text(value));
  schema.update(one);
  return schema;
}

Json object_of(Json properties) {
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

/// Adds the schema of "a.b" to the object `a` of `properties`.
void add_property(Json& properties, const std::string& path, Json schema) {
  const std::size_t dot = path.find('.');
  if (dot == path.npos) {
    properties[path] = std::move(schema);
    return;
  }
  Json& table = properties[path.substr(0, dot)];
  if (table.is_null()) table = object_of(Json::object());
  add_property(table["properties"], path.substr(dot + 1), std::move(schema));
}

Json properties_of(const std::vector<ParameterInfo>& parameters, Sweep sweep) {
  Json properties = Json::object();
  for (const ParameterInfo& parameter : parameters)
    add_property(properties, parameter.name, value_schema(parameter, sweep));
  return properties;
}

/// What one kind can say, `kind` included.
Json kind_schema(const std::string& kind, const std::string& summary, Json properties) {
  Json all = {{"kind", {{"const", kind}, {"description", summary}}}};
  all.update(std::move(properties));
  Json schema = object_of(std::move(all));
  schema["title"] = kind;
  return schema;
}

/// [[section]]: a plugin of one of these kinds, or of several that have no other settings than their names.
Json plugins_schema(const std::vector<Json>& kinds, const std::string& what) {
  Json alternatives = Json::array(), names = Json::array();
  const Json name = {{"type", "string"},
                     {"description", "its name in tables, in figures and for --set; left out: its kind"}};
  const Json stored = {{"type", "object"}, {"description", "of a study that a results file holds"}};
  for (Json kind : kinds) {
    names.push_back(kind["properties"]["kind"]["const"]);
    for (const char* key : {"defaults", "shown"}) kind["properties"][key] = stored;
    kind["properties"]["name"] = name;
    kind["required"] = Json::array({"kind"});
    alternatives.push_back(std::move(kind));
  }
  alternatives.push_back({{"title", "several kinds"},
                          {"type", "object"},
                          {"properties", {{"kind", list_of({{"enum", names}})}, {"name", list_of(name)}}},
                          {"required", Json::array({"kind"})}});
  return {{"type", "array"}, {"minItems", 1}, {"description", what}, {"items", {{"oneOf", std::move(alternatives)}}}};
}

/// What an environment may say under the name of a group of parts.
Json part_schema(const Catalogue& catalogue, const PartGroup& group) {
  Json ways = Json::array(), names = Json::array();
  for (const EnvironmentEntry& part : catalogue.parts) {
    if (part.group != group.name) continue;
    names.push_back(part.name);
    Json& kind = ways.emplace_back(kind_schema(part.name, part.summary, properties_of(part.parameters, Sweep::yes)));
    kind["properties"]["kind"] = any_of({{"const", part.name}}, list_of({{"type", "string"}}));
    if (!part.is_default) kind["required"] = Json::array({"kind"});
  }
  if (group.is_flat) {
    ways.push_back({{"enum", names}});
    ways.push_back(list_of({{"enum", names}}));
  }
  return {{"description", group.help}, {"anyOf", std::move(ways)}};
}

Json part_schemas(const Catalogue& catalogue) {
  Json all = Json::object();
  for (const PartGroup& group : part_groups) all[std::string(group.name)] = part_schema(catalogue, group);
  return all;
}

Json environment_properties(const Catalogue& catalogue, const EnvironmentEntry& environment) {
  Json properties = properties_of(environment.parameters, Sweep::yes);
  for (const PartGroup& group : part_groups)
    if (environment.takes(group.name))
      properties[std::string(group.name)] = {{"$ref", fmt::format("#/definitions/{}", group.name)}};
  for (const EnvironmentEntry& part : catalogue.parts)
    if (const PartGroup& group = part_group(part.group); group.is_flat && environment.takes(group.name))
      for (const ParameterInfo& parameter : part.parameters)
        properties[group.path(parameter.name)] = value_schema(parameter, Sweep::yes);
  return properties;
}

Json study_keys(const Json& measures) {
  Json properties = Json::object();
  for (const ParameterInfo& parameter : study_parameters())
    add_property(properties, parameter.name,
                 value_schema(parameter, parameter.name == "horizon" ? Sweep::yes : Sweep::no));
  properties["measures"] = any_of({{"enum", measures}}, list_of({{"enum", measures}}));
  properties["measures"]["description"] = "further quantities to measure";
  return object_of(std::move(properties));
}

Json search_keys() {
  Json properties = properties_of(describe_parameters<SearchKeys>(), Sweep::no);
  properties["first"] = {{"type", "object"}};
  Json schema = object_of(std::move(properties));
  schema["description"] = "what regretta search looks for";
  schema["required"] = Json::array({"rounds"});
  return schema;
}

}  // namespace

std::string study_schema(const Catalogue& catalogue) {
  std::vector<Json> learners, environments, measures;
  Json measure_names = Json::array();
  for (const LearnerEntry& entry : catalogue.learners)
    learners.push_back(kind_schema(entry.name, entry.summary, properties_of(entry.parameters, Sweep::yes)));
  for (const EnvironmentEntry& entry : catalogue.environments)
    environments.push_back(kind_schema(entry.name, entry.summary, environment_properties(catalogue, entry)));
  for (const MeasureEntry& entry : catalogue.measures) {
    measures.push_back(kind_schema(entry.name, entry.summary, properties_of(entry.parameters, Sweep::no)));
    measure_names.push_back(entry.name);
  }
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "A study for Regretta"}};
  schema.update(object_of({{"study", study_keys(measure_names)},
                           {"environment", plugins_schema(environments, "adversaries")},
                           {"learner", plugins_schema(learners, "learners")},
                           {"measure", plugins_schema(measures, "further quantities, with parameters")},
                           {"search", search_keys()}}));
  schema["required"] = Json::array({"environment", "learner"});
  schema["definitions"] = part_schemas(catalogue);
  schema["definitions"]["range"] = range_schema();
  return schema.dump(1) + "\n";
}

}  // namespace regretta
