#include "regretta/engine/search/rules.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace regretta {
namespace {

/// The names of plugins, each once.
std::vector<std::string> names_of(const std::vector<PluginSpec>& plugins) {
  std::vector<std::string> names;
  for (const PluginSpec& plugin : plugins)
    if (std::ranges::find(names, plugin.name) == names.end()) names.push_back(plugin.name);
  return names;
}

void check_name(const std::string& name, const std::string& noun, const std::vector<std::string>& names) {
  if (name.empty() || std::ranges::find(names, name) != names.end()) return;
  throw InputError("", fmt::format("no {} \"{}\", expected one of {}{}", noun, name, fmt::join(names, ", "),
                                   did_you_mean(name, names)));
}

/// Whether all that an expression names exists, and it says which of several learners it means.
void check_names(const Expression& expression, const Study& study) {
  const std::vector<std::string> learners = names_of(study.learners);
  for (const QuantityOfCell& one : expression.quantities()) {
    check_name(one.quantity, "quantity", study.quantities.names());
    check_name(one.learner, "learner", learners);
    check_name(one.environment, "environment", names_of(study.environments));
    if (one.learner.empty() && learners.size() > 1)
      throw InputError("", fmt::format("{} of which learner? Expected such as {}({})", one.quantity, one.quantity,
                                       learners.front()));
  }
}

/// Removes `subject_to`, a text or a list of texts, from the settings.
std::vector<Constraint> take_constraints(Settings& settings, const Study& study) {
  const Value given = settings.take("subject_to");
  std::vector<Constraint> constraints;
  if (!given.has_value()) return constraints;
  for (const Value& one : given.list() ? *given.list() : Value::List{given}) {
    if (!one.text())
      throw InputError("subject_to", short_text(one) + " is no text, expected such as \"rho_pure >= 0.1\"");
    constraints.emplace_back(*one.text());
    if (constraints.back().excess().quantities().empty())
      throw InputError("subject_to",
                       fmt::format("\"{}\" names no quantity, expected such as \"violation <= 1000\"", *one.text()));
    check_names(constraints.back().excess(), study);
  }
  return constraints;
}

void check(const SearchRules& rules, const Settings& given) {
  if (rules.maximise.empty() == rules.minimise.empty())
    throw InputError(rules.minimise.empty() ? "maximise" : "minimise",
                     rules.minimise.empty() ? "missing, expected maximise or minimise"
                                            : "given beside maximise, expected one of the two");
  if (!given.contains("rounds")) throw InputError("rounds", "missing, expected the whole cost, such as 1e9");
  for (const auto& [key, trials] : {std::pair{"trials", rules.trials}, {"fresh", rules.fresh}})
    if (trials % pack_trials != 0)
      throw InputError(key, fmt::format("{} is no multiple of {}, expected whole packs", trials, pack_trials));
  if (rules.finalists > rules.candidates)
    throw InputError("finalists", fmt::format("{} are more than the {} candidates that are proposed at a time, "
                                              "expected at most as many",
                                              rules.finalists, rules.candidates));
}

}  // namespace

std::vector<std::int64_t> SearchRules::trials_at_rungs() const {
  std::vector<std::int64_t> all{trials};
  while (std::ssize(all) < rungs) all.push_back(keep * all.back());
  return all;
}

std::int64_t SearchRules::most_trials() const { return std::max(trials_at_rungs().back(), fresh); }

std::int64_t SearchRules::trials_of(std::int64_t generation) const {
  std::int64_t all = 0, before = 0;
  for (const std::int64_t at_rung : trials_at_rungs()) {
    all += generation * (at_rung - before);
    before = at_rung;
    generation = (generation + keep - 1) / keep;
  }
  return all;
}

SearchRules read_rules(const SearchSpace& space) {
  const Study& study = space.study();
  Settings settings = study.search;
  std::string key;
  try {
    SearchRules rules;
    key = "subject_to";
    rules.subject_to = take_constraints(settings, study);
    key = "";
    check_no_unknown(settings, describe_parameters<SearchRules>());
    read_parameters(settings, rules);
    check(rules, settings);
    key = rules.maximises() ? "maximise" : "minimise";
    check_names(rules.aim(), study);
    if (rules.aim().quantities().empty()) throw InputError("", "names no quantity, expected such as \"regret\"");
    return rules;
  } catch (const InputError& error) {
    const std::string at = error.key().empty() ? key : error.key();
    const Value* value = study.search.find(at);
    throw StudyError::at(value ? *value : study.search.begin()->second, study.file, "search." + at, error.what());
  }
}

}  // namespace regretta
