#include "regretta/engine/study/plan/grid.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <stdexcept>

#include <fmt/format.h>
#include <xxhash.h>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/study/plan/content.hpp"
#include "regretta/engine/study/text/plugin_spec.hpp"
#include "regretta/engine/trial/contract/result.hpp"

namespace regretta {
namespace {

/// Runs `make` and turns bad input into a StudyError that names the line at fault and, through `context`, the cell.
template <class Make>
auto with_location(const Study& study, const ResolvedPlugin& plugin, const std::string& context, Make&& make) {
  try {
    return make();
  } catch (const IncompatiblePair&) {
    throw;
  } catch (const InputError& error) {
    throw error_at_setting(study, plugin, error.key(), error.what() + context);
  } catch (const std::bad_alloc&) {
    throw error_at_setting(study, plugin, "", "does not fit in memory, expected a smaller setting" + context);
  } catch (const std::length_error&) {
    throw error_at_setting(study, plugin, "", "does not fit in memory, expected a smaller setting" + context);
  }
}

/// Number of rows of means that are compared to tell instances apart.
constexpr std::int64_t rows_compared = 1024;
/// Number of rows, over all instances, that enter the content if a plugin computes the means, perhaps from a file.
constexpr std::int64_t rows_in_content = 65'536;

/// Adds the code of a plugin that does not ship to a content.
void add_code(const PluginCode& code, const std::string& plugin, std::string& text, std::vector<SharedContent>& parts) {
  if (code.ships) return;
  parts.push_back(std::make_shared<const Content>(code.text.empty() ? hash_of_library() : code.text));
  const std::string language = code.language.empty() ? "" : fmt::format(" ({})", code.language);
  text += fmt::format("{}\n", part_line(*parts.back(), fmt::format("code of {}{}", plugin, language)));
}

/// Whether the settings contain this word, such as the kind of a part, as a value or in a list.
bool contain_word(const Settings& settings, const std::string& word) {
  const auto is_word = [&](const Value& value) { return value.text() != nullptr && *value.text() == word; };
  return std::ranges::any_of(settings.flat(), [&](const auto& entry) {
    const Value& value = entry.second;
    return is_word(value) || (value.list() != nullptr && std::ranges::any_of(*value.list(), is_word));
  });
}

/// The settings without a corruption whose budget is 0.
Settings without_idle_corruption(Settings settings, const Adversary& adversary) {
  if (!adversary.oblivious()) return settings;
  bool has_budget = false;
  for (const char* name : {"corruption.budget", "corruption.budget_fraction", "corruption.budget_sqrt"})
    if (const Value* budget = settings.find(name)) {
      if (budget->number() != 0.0) return settings;
      has_budget = true;
    }
  if (has_budget) settings.take("corruption");
  return settings;
}

void check_size(const Study& study, const std::vector<ResolvedPlugin>& environments,
                const std::vector<ResolvedPlugin>& learners) {
  double learner_points = 0, cells = 0;
  for (const ResolvedPlugin& learner : learners)
    learner_points += static_cast<double>(count_points(learner, max_cells));
  for (const ResolvedPlugin& environment : environments)
    cells += static_cast<double>(count_points(environment, max_cells)) * learner_points;
  cells *= std::max<double>(1, static_cast<double>(study.horizons.size()));
  if (cells <= static_cast<double>(max_cells)) return;
  throw StudyError(study.file, {}, "",
                   fmt::format("the grid has {:.0f} cells or more (environments x horizons x learners "
                               "x their lists), expected at most {}",
                               cells, max_cells));
}

/// The seed from which an instance is drawn. Trials always use the study's seed.
std::uint64_t instance_seed(std::uint64_t seed, std::int64_t instance) {
  if (instance == 0) return seed;
  const std::string text = fmt::format("{} instance {}", seed, instance);
  return XXH3_64bits(text.data(), text.size());
}

std::vector<const Adversary*> pointers(const std::vector<std::shared_ptr<const Adversary>>& adversaries) {
  std::vector<const Adversary*> result;
  for (const auto& adversary : adversaries) result.push_back(adversary.get());
  return result;
}

/// All numbers of an adversary that learners know before round 1.
std::vector<double> public_facts(const Adversary& adversary) {
  std::vector<double> facts{static_cast<double>(adversary.horizon), static_cast<double>(adversary.num_arms),
                            static_cast<double>(adversary.num_constraints)};
  for (const CostScale& cost : adversary.costs) facts.insert(facts.end(), {cost.threshold, cost.sign()});
  facts.insert(facts.end(), adversary.budgets.begin(), adversary.budgets.end());
  if (adversary.events)
    for (const auto* values : {&adversary.events->reward, &adversary.events->cost})
      facts.insert(facts.end(), values->begin(), values->end());
  return facts;
}

/// Checks that instances differ, but not in the public facts: learners are bound once for all of them.
void check_instances(const std::vector<std::shared_ptr<const Adversary>>& instances) {
  if (instances.size() == 1) return;
  const Adversary& first = *instances.front();
  bool differ = !first.oblivious();
  const std::string means = means_digest({&first}, rows_compared);
  for (const auto& instance : instances) {
    if (public_facts(*instance) != public_facts(first))
      throw InputError("",
                       "gives learners different facts before round 1 in each instance, expected study.instances = 1");
    differ = differ || means_digest({instance.get()}, rows_compared) != means;
  }
  if (!differ)
    throw InputError("",
                     "does not depend on the seed, so all its instances would be equal, expected random means or "
                     "study.instances = 1");
}

}  // namespace

Grid::Grid(const Study& study, const Catalogue& catalogue)
    : study_(study),
      catalogue_(catalogue),
      environments_(resolve_environments(study, catalogue)),
      learners_(resolve_learners(study, catalogue)),
      measures_(resolve_measures(study, catalogue)),
      horizons_(study.horizons.begin(), study.horizons.end()) {
  check_size(study, environments_, learners_);
  if (horizons_.empty()) horizons_.push_back(std::nullopt);
  swept_names_ = swept_parameters(learners_, &PluginSpec::kind);
  const std::vector<std::string> environment_names = swept_parameters(environments_, &PluginSpec::name);
  swept_names_.insert(swept_names_.end(), environment_names.begin(), environment_names.end());
  learner_points_ = points_of(learners_);
  environment_points_ = points_of(environments_);
  list_quantities();
  choose_pairs();
}

void Grid::list_quantities() {
  if (std::ranges::any_of(measures_, is_of_all_arms)) {
    int arms = 0;
    for (std::int64_t setting = 0; setting < num_settings(); setting += std::ssize(horizons_))
      arms = std::max(arms, work(setting)->without_facts().problem.num_arms);
    measures_ = expand_arms(study_, std::move(measures_), arms);
  }
  quantities_ = measured_quantities(resolved().measures, study_.file);
  if (study_.stop && !study_.stop->metric.empty() && !quantities_.find(study_.stop->metric))
    throw StudyError::at(*study_.written.find("metric"), study_.file, "study.metric",
                         fmt::format("\"{0}\" is a quantity of each arm here, {0}_1, {0}_2, ...; expected the name of "
                                     "a [[measure]] of one arm",
                                     study_.stop->metric));
}

void Grid::check_arms(const std::vector<std::shared_ptr<const SharedWork>>& works) const {
  int arms = 0;
  for (const auto& work : works) arms = std::max(arms, work->without_facts().problem.num_arms);
  for (const ResolvedPlugin& measure : measures_) {
    const Axis* axis = axis_of_arm(measure);
    if (axis != nullptr && axis->values.front().integer() && *axis->values.front().integer() > arms)
      throw error_at_setting(study_, measure, axis->name,
                             fmt::format("{} is not an arm of these environments, expected 1 to {} or \"all\"",
                                         *axis->values.front().integer(), arms));
  }
}

std::vector<Grid::Point> Grid::points_of(const std::vector<ResolvedPlugin>& plugins) const {
  std::vector<Point> points;
  std::map<std::string, int> line_by_settings;
  for (const ResolvedPlugin& plugin : plugins) {
    const bool is_environment = plugin.section == "environment";
    for (Settings& settings : expand_points(plugin)) {
      std::string text = (is_environment ? plugin.spec.name + "\n" : "") + settings_text(plugin, settings);
      const auto [seen, is_new] = line_by_settings.try_emplace(text, plugin.spec.where.line);
      if (!is_new)
        throw StudyError(study_.file, plugin.spec.where, plugin.section,
                         fmt::format("the same settings as the {} of line {} (their cells would be identical), "
                                     "expected different settings{}",
                                     plugin.section, seen->second, is_environment ? " or names" : ""));
      points.push_back({&plugin, settings, is_environment ? nullptr : content_of_learner(plugin, settings)});
    }
  }
  return points;
}

void Grid::choose_pairs() {
  const auto may_need_facts = [this](const Point& learner) {
    return catalogue_.learner(learner.plugin->spec.kind)->may_need_facts;
  };
  if (std::ranges::none_of(learner_points_, may_need_facts)) return;
  std::vector<std::int64_t> compatible_pairs;
  for (std::int64_t setting = 0; setting < num_settings(); ++setting) {
    const auto setting_work = work(setting);
    const bool adaptive = !setting_work->without_facts().adversary->oblivious();
    const Point& environment = environment_of(setting);
    for (std::int64_t k = 0; k < std::ssize(learner_points_); ++k) {
      const Point& learner = learner_points_[static_cast<std::size_t>(k)];
      try {
        if (adaptive && may_need_facts(learner)) bind(learner, environment, setting_work->without_facts());
        compatible_pairs.push_back(setting * std::ssize(learner_points_) + k);
      } catch (const IncompatiblePair& error) {
        left_out_.push_back(fmt::format("\"{}\" in \"{}\": it {}", learner.plugin->spec.name,
                                        environment.plugin->spec.name, error.what()));
      } catch (const StudyError&) {  // reported when the cell is built
        compatible_pairs.push_back(setting * std::ssize(learner_points_) + k);
      }
    }
  }
  if (left_out_.empty()) return;
  if (compatible_pairs.empty())
    throw StudyError(study_.file, {}, "learner",
                     "no learner can play against these environments: " + left_out_.front());
  pairs_ = std::move(compatible_pairs);
}

std::int64_t Grid::num_settings() const { return std::ssize(environment_points_) * std::ssize(horizons_); }

Study Grid::resolved() const {
  Study study = study_;
  study.overrides.clear();
  study.means.clear();
  std::ranges::transform(environments_, study.environments.begin(), &ResolvedPlugin::canonical);
  std::ranges::transform(learners_, study.learners.begin(), &ResolvedPlugin::canonical);
  study.measures.resize(measures_.size());
  std::ranges::transform(measures_, study.measures.begin(), &ResolvedPlugin::canonical);
  study.quantities = quantities_;
  return study;
}

const Grid::Point& Grid::environment_of(std::int64_t setting) const {
  return environment_points_[static_cast<std::size_t>(setting / std::ssize(horizons_))];
}

std::shared_ptr<const SharedWork> Grid::work(std::int64_t setting) const {
  const Point& point = environment_of(setting);
  const auto horizon = horizons_[static_cast<std::size_t>(setting % std::ssize(horizons_))];
  const std::string context = horizon
                                  ? fmt::format(" (environment \"{}\", horizon {})", point.plugin->spec.name, *horizon)
                                  : fmt::format(" (environment \"{}\")", point.plugin->spec.name);
  std::vector<std::shared_ptr<const Adversary>> instances;
  CellWork work = with_location(study_, *point.plugin, context, [&] {
    const EnvironmentEntry& entry = *catalogue_.environment(point.plugin->spec.kind);
    for (std::int64_t instance = 0; instance < study_.instances; ++instance)
      instances.push_back(std::make_shared<const Adversary>(
          catalogue_.build(entry, point.settings, {instance_seed(study_.seed, instance), horizon, study_.folder})));
    const Adversary& adversary = *instances.front();
    if (adversary.horizon > max_horizon)
      throw InputError(
          "", fmt::format("has {} rounds, expected at most {} (a shorter hold)", adversary.horizon, max_horizon));
    check_instances(instances);
    CellWork built;
    built.problem = adversary.problem(study_.delta);
    built.seed = study_.seed;
    built.checkpoints = log_spaced_checkpoints(adversary.horizon, study_.checkpoints);
    built.adversary = instances.front();
    built.quantities = quantities_;
    return built;
  });
  std::vector<PrepareMeasure> measures;
  for (const ResolvedPlugin& measure : measures_)
    measures.push_back(with_location(study_, measure, context, [&] {
      return catalogue_.measure(measure.spec.kind)->bind(expand_points(measure).front(), work.problem);
    }));
  SharedContent content = content_of(point, work, instances);
  return std::make_shared<const SharedWork>(std::move(work), std::move(measures), std::move(content),
                                            std::move(instances));
}

SharedContent Grid::content_of_learner(const ResolvedPlugin& learner, const Settings& settings) const {
  std::string text = fmt::format("{}\n", settings_text(learner, settings));
  std::vector<SharedContent> parts;
  add_code(catalogue_.learner(learner.spec.kind)->code, "learner " + learner.spec.kind, text, parts);
  return std::make_shared<const Content>(std::move(text), std::move(parts));
}

SharedContent Grid::content_of(const Point& environment, const CellWork& work,
                               const std::vector<std::shared_ptr<const Adversary>>& instances) const {
  const EnvironmentEntry& entry = *catalogue_.environment(environment.plugin->spec.kind);
  Settings settings = environment.settings;
  for (const Axis& axis : environment.plugin->defaults) settings[axis.name] = axis.values.front();
  std::vector<const EnvironmentEntry*> foreign_parts;  // parts that do not ship
  for (const EnvironmentEntry& part : catalogue_.parts)
    if (!part.code.ships && contain_word(settings, part.name)) foreign_parts.push_back(&part);
  const auto has_foreign = [&](std::string_view group) {
    return std::ranges::any_of(foreign_parts, [&](const EnvironmentEntry* part) { return part->group == group; });
  };
  if (!has_foreign("corruption")) settings = without_idle_corruption(std::move(settings), *instances.front());
  std::string text = entry.name + (entry.code.language.empty() ? "" : " (" + entry.code.language + ")") + "\n";
  std::vector<SharedContent> parts;
  const bool has_data = instances.front()->data != 0;  // a hash of the data then replaces the file name
  for (const auto& [name, value] : settings.flat())
    if (!has_data || !((name == "file" && entry.code.ships) || (name == "outcomes.file" && !has_foreign("outcomes"))))
      text += fmt::format("{}={}\n", name, to_text(value));
  text += fmt::format("horizon={}\nseed={}\ninstances={}\ndelta={}\ncheckpoints={}\n", work.problem.horizon,
                      study_.seed, study_.instances, study_.delta, study_.checkpoints);
  for (const ResolvedPlugin& measure : measures_) {
    const Value* on_curve = measure.spec.shown.find("on_curve");
    std::string line = settings_text(measure, expand_points(measure).front());
    std::ranges::replace(line, '\n', ' ');
    text += fmt::format("measure {} on_curve={}\n", line, on_curve == nullptr ? "" : to_text(*on_curve));
  }
  if (has_data) text += "data " + hash_text(static_cast<std::int64_t>(instances.front()->data)) + "\n";
  add_code(entry.code, "environment " + entry.name, text, parts);
  for (const EnvironmentEntry* part : foreign_parts)
    add_code(part->code, fmt::format("{} {}", part->group, part->name), text, parts);
  if (!entry.code.ships || !foreign_parts.empty())
    text += fmt::format(
        "data {}\n", means_digest(pointers(instances), std::max<std::int64_t>(64, rows_in_content / study_.instances)));
  for (const ResolvedPlugin& measure : measures_)
    add_code(catalogue_.measure(measure.spec.kind)->code, "measure " + measure.spec.kind, text, parts);
  return std::make_shared<const Content>(std::move(text), std::move(parts));
}

/// For a swept parameter that a learner does not set, the value is the default. For an environment there is no value,
/// because many parameters have no meaning for its kind of losses or corruption.
std::vector<Value> Grid::swept_values(const Point& learner, const Point& environment) const {
  std::vector<Value> values;
  for (const std::string& column : swept_names_) {
    const std::size_t dot = column.find('.');
    const std::string name = column.substr(dot + 1);
    const bool is_of_learner = column.substr(0, dot) == learner.plugin->section;
    const Point& point = is_of_learner ? learner : environment;
    const Axis* axis = is_of_learner ? learner.plugin->axis(name) : nullptr;
    const Value* set_value = point.settings.find(name);
    values.push_back(set_value ? *set_value : axis ? axis->values.front() : Value());
  }
  return values;
}

Cell Grid::cell(std::int64_t index, std::shared_ptr<const SharedWork> work) const {
  const Point& environment = environment_of(setting_of(index));
  const Point& learner = learner_points_[static_cast<std::size_t>(pair_of(index) % std::ssize(learner_points_))];
  const std::int64_t cycle = trials_in_a_row * study_.instances;  // the first trial of a cycle plays instance 0
  SharedContent content = std::make_shared<const Content>(
      fmt::format("{}\n{}\n", part_line(*work->content(), "setting"), part_line(*learner.content, "learner")),
      std::vector{work->content(), learner.content});
  return {.index = index,
          .content = std::move(content),
          .first_trial = (study_.first_trial + cycle - 1) / cycle * cycle,
          .setting = setting_of(index),
          .learner = learner.plugin->spec.kind,
          .learner_name = learner.plugin->spec.name,
          .environment = environment.plugin->spec.name,
          .environment_kind = environment.plugin->spec.kind,
          .swept = swept_values(learner, environment),
          .work = work,
          .bound_learner = bind(learner, environment, work->without_facts())};
}

BoundLearner Grid::bind(const Point& learner, const Point& environment, const CellWork& work) const {
  const std::string context =
      fmt::format(" (learner \"{}\" in environment \"{}\", horizon {})", learner.plugin->spec.name,
                  environment.plugin->spec.name, work.problem.horizon);
  return with_location(study_, *learner.plugin, context, [&] {
    return catalogue_.learner(learner.plugin->spec.kind)
        ->bind(learner.settings, work.problem, work.adversary->oblivious());
  });
}

}  // namespace regretta
