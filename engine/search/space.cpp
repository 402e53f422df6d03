#include "regretta/engine/search/space.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/search/conditions.hpp"
#include "regretta/engine/search/random_points.hpp"
#include "regretta/engine/study/plan/resolved_plugin.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/engine/study/text/ranges.hpp"

namespace regretta {
namespace {

constexpr const char* learner_section = "learner";

/// A number from 1 on; 0 if `text` is none.
std::size_t number_in(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

/// "corruption.arm" of "environment.1.corruption.arm", "loss" of "environment.1.loss.2".
std::string parameter_in(const std::string& path) {
  std::string name = path.substr(path.find('.', path.find('.') + 1) + 1);
  while (name.rfind('.') != name.npos && number_in(name.substr(name.rfind('.') + 1)) > 0) name.resize(name.rfind('.'));
  return name;
}

bool has_ranges(const PluginSpec& plugin) {
  bool found = false;
  without_ranges(plugin.settings, "", [&](const std::string&, const Value& range) {
    found = true;
    return range;
  });
  return found;
}

bool names_an_arm(const std::string& parameter) { return parameter == "arm" || parameter.ends_with(".arm"); }
bool names_a_constraint(const std::string& parameter) {
  return parameter == "constraint" || parameter.ends_with(".constraint");
}

std::vector<Value> integers(std::int64_t from, std::int64_t to) {
  std::vector<Value> all;
  for (std::int64_t n = from; n <= to; ++n) all.emplace_back(n);
  return all;
}

/// What "all" of an arm or a constraint is until a candidate has been built.
const std::vector<Value> any_arm{1};

std::string name_of(const std::string& plugin, const std::string& label) { return plugin + "-" + label; }

SearchSpace::EntrantNames entrant_names(const SideNames& side, const std::vector<std::string>& labels) {
  SearchSpace::EntrantNames all;
  for (const std::string& name : side.fixed) all[name] = {"", name};
  for (const std::string& label : labels)
    for (const std::string& name : side.varying) all[name_of(name, label)] = {label, name};
  return all;
}

}  // namespace

SearchSpace::SearchSpace(Study study, const Catalogue& catalogue) : study_(std::move(study)), catalogue_(catalogue) {
  if (study_.search.empty())
    throw StudyError(study_.file, {}, "search",
                     "missing, expected [search] with an aim and rounds; a study without it is for `regretta run`");
  for (const auto& [plugins, names] : {std::pair{&study_.environments, &environments_}, {&study_.learners, &learners_}})
    for (const PluginSpec& plugin : *plugins) {
      if (has_ranges(plugin) && std::ranges::find(names->varying, plugin.name) != names->varying.end())
        throw StudyError(
            study_.file, plugin.where, "search",
            fmt::format("two tables with ranges are called \"{}\" (what is found for them could not be told "
                        "apart), expected a name for each",
                        plugin.name));
      (has_ranges(plugin) ? names->varying : names->fixed).push_back(plugin.name);
    }
  if (environments_.varying.empty() && learners_.varying.empty())
    throw StudyError(study_.file, {}, "search",
                     "nothing varies; expected a range somewhere, such as value = { search = [-1, 1] }");
  for (const auto& [section, plugins] :
       {std::pair{"environment", &study_.environments}, {learner_section, &study_.learners}})
    for (const PluginSpec& plugin : *plugins) {
      if (std::ranges::count(*plugins, plugin.name, &PluginSpec::name) > 1)
        throw StudyError(
            study_.file, plugin.where, fmt::format("{}.name", section),
            fmt::format("\"{}\" is the name of several, expected different names in a search", plugin.name));
      if (!plugin.group.empty())
        throw StudyError(study_.file, plugin.where, fmt::format("{}.group", section),
                         "given, but a search says itself which of its plugins meet, expected none");
    }
  if (study_.stop && !study_.limited_by_work)
    throw StudyError(study_.file, {}, "study.stop", "a search gives each candidate its trials; expected no stop rule");
  if (study_.horizons.size() > 1)
    throw StudyError(study_.file, {}, "study.horizon", "a list, but a search is at one horizon; expected one value");
  for (const ResolvedPlugin& measure : resolve_measures(study_, catalogue_))
    if (is_of_all_arms(measure))
      throw blame(study_, measure, axis_of_arm(measure)->name,
                  "\"all\", but candidates may have different arms; expected the number of one");
  if (!environments_.varying.empty())
    for (std::size_t number = 0; number < study_.environments.size(); ++number) add_part("environment", number);
  if (!learners_.varying.empty())
    for (std::size_t number = 0; number < study_.learners.size(); ++number) add_part("learner", number);
  try_candidates();
}

const PluginSpec& SearchSpace::written(const Part& part) const {
  return (part.section == learner_section ? study_.learners : study_.environments)[part.number];
}

void SearchSpace::add_part(const std::string& section, std::size_t number) {
  Part part{.section = section, .number = number, .first = dimensions_.size()};
  const PluginSpec& plugin = written(part);
  const auto known = [&](const std::string& parameter) {
    std::vector<ParameterInfo> infos, all;
    if (const LearnerEntry* learner = section == learner_section ? catalogue_.learner(plugin.kind) : nullptr)
      all = learner->parameters;
    if (const EnvironmentEntry* environment =
            section == learner_section ? nullptr : catalogue_.environment(plugin.kind))
      all = catalogue_.parameters_of(*environment);
    std::ranges::copy_if(all, std::back_inserter(infos),
                         [&](const ParameterInfo& info) { return info.name == parameter; });
    return infos;
  };
  without_ranges(
      plugin.settings, fmt::format("{}.{}", section, number + 1), [&](const std::string& path, const Value& range) {
        const std::string parameter = parameter_in(path);
        part.searched.insert(parameter);
        const bool counted = names_an_arm(parameter) || names_a_constraint(parameter);
        if (range.table()->contains("search"))
          dimensions_.push_back(
              read_dimension(path, range, known(parameter), counted ? any_arm : std::vector<Value>(), study_.file));
        return range;
      });
  part.end = dimensions_.size();
  parts_.push_back(std::move(part));
}

void SearchSpace::check_plan(const Plan& plan) const {
  if (!plan.left_out.empty())
    throw StudyError(study_.file, {}, "learner", "cannot play here: " + plan.left_out.front());
  if (plan.cells.size() != study_.learners.size() * study_.environments.size())
    throw StudyError(study_.file, {}, learners_.varying.empty() ? "environment" : learner_section,
                     "a list is swept, but a search plays one value of each; expected single values and ranges");
}

void SearchSpace::fill_in_arms(const Problem& problem) {
  for (Dimension& one : dimensions_)
    if (one.choices == any_arm)
      one.choices = names_an_arm(parameter_in(one.path))
                        ? integers(1, problem.num_arms)
                        : integers(problem.num_constraints == 1 ? 1 : 0, problem.num_constraints);
}

void SearchSpace::try_candidates() {
  std::vector<std::optional<StudyError>> problems(dimensions_.size());
  std::vector<bool> works(dimensions_.size());
  constexpr std::int64_t tries = 500;
  for (std::int64_t k = 0; k < tries && std::ranges::count(works, false) > 0; ++k) {
    const Point point = random_point(dimensions_, 0, k);
    const std::vector<bool> has_a_say = active(point);
    try {
      const Plan plan = make_plan(with({{.label = "1", .point = &point}}), catalogue_);
      check_plan(plan);
      fill_in_arms(plan.cells.front().problem());
      for (std::size_t d = 0; d < works.size(); ++d) works[d] = works[d] || has_a_say[d];
    } catch (const StudyError& error) {
      for (std::size_t d = 0; d < works.size(); ++d)
        if (has_a_say[d] && !problems[d]) problems[d] = error;
    }
  }
  for (std::size_t d = 0; d < works.size(); ++d)
    if (!works[d] && problems[d]) throw *problems[d];
}

PluginSpec SearchSpace::plugin_at(const Part& part, const Point& point) const {
  PluginSpec plugin = written(part);
  std::size_t next = part.first;
  plugin.settings = without_ranges(plugin.settings, "", [&](const std::string&, const Value& range) {
    if (range.table()->contains("same")) return range;
    Value value = dimensions_[next].at(point[next]);
    ++next;
    return value.at(range.where());
  });
  return plugin;
}

const Value* SearchSpace::tied_value(const std::string& path, const std::vector<PluginSpec>& plugins) const {
  const std::size_t dot = path.find('.'), next = dot == path.npos ? dot : path.find('.', dot + 1);
  if (next == path.npos) return nullptr;
  const std::string section = path.substr(0, dot);
  const std::size_t number = number_in(path.substr(dot + 1, next - dot - 1));
  for (std::size_t k = 0; k < parts_.size(); ++k)
    if (parts_[k].section == section && parts_[k].number + 1 == number)
      return plugins[k].settings.find(path.substr(next + 1));
  return nullptr;
}

void SearchSpace::fill_ties(std::vector<PluginSpec>& plugins) const {
  for (std::size_t k = 0; k < plugins.size(); ++k) {
    const std::string& section = parts_[k].section;
    plugins[k].settings =
        without_ranges(plugins[k].settings, section, [&](const std::string& path, const Value& range) {
          const auto refuse = [&](const std::string& problem) {
            throw StudyError::at(range, study_.file, path,
                                 fmt::format("{}, expected such as {{ same = \"{}.1.PARAMETER\" }}", problem, section));
          };
          const std::string* target = range.table()->find("same")->text();
          if (target == nullptr) refuse(to_text(*range.table()->find("same")) + " names nothing to be the same as");
          const Value* value = tied_value(*target, plugins);
          if (value == nullptr || is_range(*value))
            refuse(fmt::format("\"{}\" has no value of its own beside what varies", *target));
          return value->at(range.where());
        });
  }
}

Study SearchSpace::with(const std::vector<Entrant>& entrants) const {
  Study study = study_;
  study.search = {};
  std::erase_if(study.environments, has_ranges);
  std::erase_if(study.learners, has_ranges);
  const bool are_pairs = !environments_.varying.empty() && !learners_.varying.empty();
  for (const Entrant& entrant : entrants) {
    std::vector<PluginSpec> own;
    for (const Part& part : parts_) own.push_back(plugin_at(part, *entrant.point));
    fill_ties(own);
    for (std::size_t k = 0; k < own.size(); ++k) {
      const Part& part = parts_[k];
      if (part.searched.empty()) continue;
      own[k].settings = without_foreign(own[k], part.section, part.searched, catalogue_);
      own[k].name = name_of(own[k].name, entrant.label);
      own[k].first_trial = entrant.first_trial;
      if (are_pairs) own[k].group = entrant.label;
      (part.section == learner_section ? study.learners : study.environments).push_back(std::move(own[k]));
    }
  }
  return study;
}

SearchSpace::EntrantNames SearchSpace::learner_names(const std::vector<std::string>& labels) const {
  return entrant_names(learners_, labels);
}
SearchSpace::EntrantNames SearchSpace::environment_names(const std::vector<std::string>& labels) const {
  return entrant_names(environments_, labels);
}

std::vector<bool> SearchSpace::active(const Point& point) const {
  std::vector<bool> result(dimensions_.size(), true);
  for (const Part& part : parts_) {
    PluginSpec plugin = plugin_at(part, point);
    plugin.settings = without_ranges(plugin.settings, "", [](const std::string&, const Value&) { return Value(0); });
    const Settings kept = without_foreign(plugin, part.section, part.searched, catalogue_);
    for (std::size_t d = part.first; d < part.end; ++d) result[d] = kept.contains(parameter_in(dimensions_[d].path));
  }
  return result;
}

std::vector<std::pair<std::string, Value>> SearchSpace::values(const Point& point) const {
  std::vector<std::pair<std::string, Value>> all;
  const std::vector<bool> has_a_say = active(point);
  for (std::size_t d = 0; d < dimensions_.size(); ++d)
    if (has_a_say[d]) all.emplace_back(dimensions_[d].path, dimensions_[d].at(point[d]));
  return all;
}

std::string SearchSpace::identity() const {
  nlohmann::ordered_json all;
  all["seed"] = study_.seed;
  all["delta"] = study_.delta;
  all["horizon"] = study_.horizons;
  for (const auto& [key, plugins] : {std::pair{"environment", &study_.environments}, {"learner", &study_.learners}})
    for (const PluginSpec& plugin : *plugins)
      all[key].push_back({{"kind", plugin.kind}, {"name", plugin.name}, {"settings", to_json(Value(plugin.settings))}});
  for (const auto& [key, value] : study_.overrides) all["set"].push_back({key, to_json(value)});
  return all.dump();
}

}  // namespace regretta
