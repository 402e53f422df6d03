#include "regretta/engine/search/rules.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "regretta/engine/search/random_points.hpp"
#include "regretta/engine/study/text/ranges.hpp"

namespace regretta {
namespace {

constexpr std::int64_t max_first = 10'000;  // candidates

/// The names of plugins, each once.
std::vector<std::string> names_of(const std::vector<PluginSpec>& plugins) {
  std::vector<std::string> names;
  for (const PluginSpec& plugin : plugins)
    if (std::ranges::find(names, plugin.name) == names.end()) names.push_back(plugin.name);
  return names;
}

void check_name(const std::string& name, const std::string& noun, const std::vector<std::string>& names) {
  if (name.empty() || std::ranges::find(names, name) != names.end()) return;
  throw InputError("", fmt::format("no {} \"{}\"{}", noun, name, expected_instead(name, names)));
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

/// Removes a list of texts at maximise or minimise from the settings.
std::vector<std::string> take_list(Settings& settings, const std::string& key) {
  const Value* found = settings.find(key);
  if (found == nullptr || !found->list()) return {};
  const Value given = settings.take(key);
  std::vector<std::string> texts;
  for (const Value& one : *given.list()) {
    if (!one.text()) throw InputError(key, short_text(one) + " is no text, expected such as \"regret\"");
    texts.push_back(*one.text());
  }
  if (texts.empty()) throw InputError(key, "is an empty list, expected one aim, or two for a front");
  return texts;
}

Aim aim_of(const std::string& key, const std::string& text, const Study& study) {
  try {
    const Expression expression(text);
    check_names(expression, study);
    if (expression.quantities().empty()) throw InputError("", "names no quantity, expected such as \"regret\"");
    return {expression, key == "maximise"};
  } catch (const InputError& error) {
    throw InputError(key, error.what());
  }
}

/// Fills in the aims: what the two keys say as texts, or in these lists.
void read_aims(SearchRules& rules, const std::vector<std::string>& up, const std::vector<std::string>& down,
               const Study& study) {
  if (!rules.maximise.empty()) rules.aims.push_back(aim_of("maximise", rules.maximise, study));
  for (const std::string& one : up) rules.aims.push_back(aim_of("maximise", one, study));
  if (!rules.minimise.empty()) rules.aims.push_back(aim_of("minimise", rules.minimise, study));
  for (const std::string& one : down) rules.aims.push_back(aim_of("minimise", one, study));
  if (rules.aims.empty()) throw InputError("maximise", "missing, expected maximise or minimise");
  const std::string last = rules.aims.back().up ? "maximise" : "minimise";
  if (rules.aims.size() > 2)
    throw InputError(last, fmt::format("{} aims in all, expected one, or two for a front", rules.aims.size()));
  if (rules.wants_front() && rules.aim().text() == rules.aims.back().expression.text())
    throw InputError(last,
                     fmt::format("\"{}\" is both aims, expected one of the two or another one", rules.aim().text()));
}

/// Refuses what only a search with one aim can do, and leaves out what it does where nothing is said.
void fit_to_front(SearchRules& rules, const Settings& given) {
  if (!rules.wants_front()) return;
  for (const auto& [key, is_asked] : {std::pair{"ablation", given.contains("ablation") && rules.ablation},
                                      {"horizons", !rules.horizons.empty()},
                                      {"against", rules.against == Against::search}})
    if (is_asked)
      throw InputError(key,
                       "is for a search with one aim, which has one winner; with two there is a front, expected none");
  rules.ablation = false;
  if (!given.contains("finalists")) rules.finalists = std::min(rules.candidates, SearchRules::finalists_of_front);
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

/// Whether a plugin of the section has a value of the other one.
bool is_tied_to(const std::string& section, const std::vector<PluginSpec>& plugins) {
  bool is_tied = false;
  for (const PluginSpec& plugin : plugins)
    without_ranges(plugin.settings, "", [&](const std::string&, const Value& range) {
      const Value* target = range.table()->find("same");
      is_tied = is_tied || (target && target->text() && target->text()->starts_with(section + "."));
      return range;
    });
  return is_tied;
}

/// What a search of learner and adversary in turns needs.
void check_alternates(const SearchRules& rules, const Settings& given, const SearchSpace& space) {
  if (rules.against != Against::search) {
    if (given.contains("alternations"))
      throw InputError("alternations", "has a meaning beside against = \"search\" only, expected none");
    return;
  }
  for (const auto& [section, side] : {std::pair{"learner", &space.learners()}, {"environment", &space.environments()}})
    if (side->varying.empty())
      throw InputError("against", fmt::format("\"search\" needs ranges in a learner and in an environment, but no {} "
                                              "has one; expected \"worst\" or \"mean\", or such a range",
                                              section));
  if (rules.maximises())
    throw InputError("maximise", "is what the adversary does, beside against = \"search\"; expected minimise");
  if (rules.minutes > 0)
    throw InputError("minutes", "cannot be divided among searches in turns; expected rounds or trials alone");
  if (!rules.horizons.empty())
    throw InputError("horizons", "are for what one search has found; expected none beside against = \"search\"");
  if (is_tied_to("learner", space.study().environments) || is_tied_to("environment", space.study().learners))
    throw InputError("against",
                     "\"search\" chooses learner and environment in turns; expected no value that is the "
                     "same in both");
  std::vector<Expression> all{rules.aim()};
  for (const Constraint& one : rules.subject_to) all.push_back(one.excess());
  for (const Expression& expression : all)
    for (const QuantityOfCell& one : expression.quantities())
      if (!one.environment.empty())
        throw InputError("against", fmt::format("\"search\" takes the worst over all that it finds; expected {} "
                                                "without \"@{}\"",
                                                one.quantity, one.environment));
}

/// Removes `first` from the settings: a table of values by path, each of which may be a list; every combination is a
/// candidate. Where nothing is said, a candidate has what a random one of its number has.
std::vector<Point> take_first(Settings& settings, const SearchSpace& space, std::int64_t seed) {
  const Value given = settings.take("first");
  if (!given.has_value()) return {};
  if (!given.table()) throw InputError("first", short_text(given) + " is no table of values by path");
  std::vector<Point> all{Point(space.dimensions().size(), not_a_number)};
  for (const auto& [path, value] : given.table()->flat()) {
    const auto dimension = std::ranges::find(space.dimensions(), path, &Dimension::path);
    if (dimension == space.dimensions().end()) {
      std::vector<std::string> paths;
      for (const Dimension& one : space.dimensions()) paths.push_back(one.path);
      throw InputError("first", fmt::format("\"{}\" is no range of the study{}", path, did_you_mean(path, paths)));
    }
    const auto place = static_cast<std::size_t>(dimension - space.dimensions().begin());
    std::vector<Point> longer;
    for (const Point& point : all)
      for (const Value& one : value.list() ? *value.list() : Value::List{value}) {
        const std::optional<double> coordinate = dimension->coordinate_of(one);
        if (!coordinate) throw InputError("first", fmt::format("{} is not in the range of {}", short_text(one), path));
        longer.push_back(point);
        longer.back()[place] = *coordinate;
      }
    all = std::move(longer);
    if (std::ssize(all) > max_first)
      throw InputError("first", fmt::format("more than {} combinations of its values, expected fewer", max_first));
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Point random =
        random_point(space.dimensions(), static_cast<std::uint64_t>(seed), static_cast<std::int64_t>(k) + 1);
    for (std::size_t d = 0; d < random.size(); ++d)
      if (std::isnan(all[k][d])) all[k][d] = random[d];
  }
  return all;
}

void check(const SearchRules& rules, const Study& study) {
  if (std::ssize(rules.first) > rules.candidates)
    throw InputError("first", fmt::format("{} combinations of its values are more than the {} candidates that are "
                                          "proposed at a time, expected at most as many",
                                          rules.first.size(), rules.candidates));
  if (!rules.rounds && !rules.trials && rules.minutes == 0)
    throw InputError("rounds", "missing, expected the whole cost, such as 1e9 (or trials, or minutes)");
  if (rules.rounds && rules.trials)
    throw InputError("trials", fmt::format("{:g} given beside rounds = {:g}, and each is the whole cost; expected one "
                                           "of the two (trials_each: how many every candidate gets)",
                                           *rules.trials, *rules.rounds));
  for (const double horizon : rules.horizons)
    if (horizon != std::floor(horizon))
      throw InputError("horizons", fmt::format("{} is no whole number, expected rounds", horizon));
  if (!rules.horizons.empty() && study.horizons.empty())
    throw InputError("horizons", "cannot be chosen where the environment decides (a trace)");
  for (const auto& [key, trials] : {std::pair{"trials_each", rules.trials_each}, {"fresh", rules.fresh}})
    if (trials % pack_trials != 0)
      throw InputError(key, fmt::format("{} is no multiple of {}, expected whole packs", trials, pack_trials));
  if (rules.finalists > rules.candidates)
    throw InputError("finalists", fmt::format("{} are more than the {} candidates that are proposed at a time, "
                                              "expected at most as many",
                                              rules.finalists, rules.candidates));
}

}  // namespace

std::vector<std::int64_t> SearchRules::trials_at_rungs() const {
  std::vector<std::int64_t> all{trials_each};
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
    key = "first";
    rules.first = take_first(
        settings, space,
        settings.contains("seed") && settings.find("seed")->integer() ? *settings.find("seed")->integer() : rules.seed);
    key = "";
    const std::vector<std::string> up = take_list(settings, "maximise"), down = take_list(settings, "minimise");
    check_no_unknown(settings, describe_parameters<SearchRules>());
    read_parameters(settings, rules);
    read_aims(rules, up, down, study);
    fit_to_front(rules, study.search);
    check(rules, study);
    check_alternates(rules, study.search, space);
    return rules;
  } catch (const InputError& error) {
    const std::string at = error.key().empty() ? key : error.key();
    const Value* value = study.search.find(at);
    throw StudyError::at(value ? *value : study.search.begin()->second, study.file, "search." + at, error.what());
  }
}

}  // namespace regretta
