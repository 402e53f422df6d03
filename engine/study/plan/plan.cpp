#include "regretta/engine/study/plan/plan.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/study/plan/grid.hpp"
#include "regretta/engine/study/plan/resolved.hpp"
#include "regretta/engine/trial/checkpoints.hpp"
#include "regretta/engine/trial/hindsight.hpp"

namespace regretta {
namespace {

/// One point of a learner's grid.
struct LearnerPoint {
  const ResolvedPlugin* plugin = nullptr;
  Settings settings;
};

/// One point of an environment's grid at one horizon.
struct EnvironmentPoint {
  const ResolvedPlugin* plugin = nullptr;
  Settings settings;
  std::optional<std::int64_t> horizon;  ///< absent: the environment decides
  std::shared_ptr<const SharedWork> work;
};

/// Runs `make`; bad input becomes a StudyError that names the line to blame and, through `context`, the cell.
template <class Make>
auto blaming(const Study& study, const ResolvedPlugin& plugin, const std::string& context, Make&& make) {
  try {
    return make();
  } catch (const InputError& error) {
    throw blame(study, plugin, error.key(), error.what() + context);
  } catch (const std::bad_alloc&) {
    throw blame(study, plugin, "", "does not fit in memory, expected a smaller setting" + context);
  } catch (const std::length_error&) {
    throw blame(study, plugin, "", "does not fit in memory, expected a smaller setting" + context);
  }
}

/// Remembers what it has seen, to find two plugins that mean the same.
class TwinCheck {
 public:
  explicit TwinCheck(const Study& study) : study_(study) {}

  void add(const ResolvedPlugin& plugin, const std::string& identity) {
    const auto [seen, is_new] = seen_.try_emplace(identity, plugin.spec.where.line);
    if (is_new) return;
    throw StudyError(study_.file, plugin.spec.where, plugin.section,
                     fmt::format("the same settings as the {} of line {} (their cells would be identical), expected "
                                 "different settings{}",
                                 plugin.section, seen->second, plugin.section == "environment" ? " or names" : ""));
  }

 private:
  const Study& study_;
  std::map<std::string, int> seen_;
};

void check_size(const Study& study, const std::vector<ResolvedPlugin>& environments,
                const std::vector<ResolvedPlugin>& learners) {
  const auto total = [](const std::vector<ResolvedPlugin>& plugins) {
    std::int64_t sum = 0;
    for (const ResolvedPlugin& plugin : plugins) sum += count_points(plugin, max_cells);
    return sum;
  };
  const double horizons = std::max<double>(1, static_cast<double>(study.horizons.size()));
  const double cells = static_cast<double>(total(environments)) * horizons * static_cast<double>(total(learners));
  if (cells <= static_cast<double>(max_cells)) return;
  throw StudyError(study.file, {}, "",
                   fmt::format("the grid has {:.0f} cells or more (environments x horizons x learners "
                               "x their lists), expected at most {}",
                               cells, max_cells));
}

std::shared_ptr<const SharedWork> build(const Study& study, const EnvironmentEntry& entry,
                                        const EnvironmentPoint& point) {
  const EnvironmentContext context{study.seed, point.horizon, study.folder};
  const std::string where =
      point.horizon ? fmt::format(" (environment \"{}\", horizon {})", point.plugin->spec.name, *point.horizon)
                    : fmt::format(" (environment \"{}\")", point.plugin->spec.name);
  return blaming(study, *point.plugin, where, [&] {
    CellWork work;
    auto adversary = std::make_shared<const Adversary>(entry.build(point.settings, context));
    work.problem = {.horizon = adversary->horizon,
                    .num_arms = adversary->num_arms,
                    .num_constraints = adversary->num_constraints,
                    .delta = study.delta};
    work.seed = study.seed;
    work.checkpoints = log_spaced_checkpoints(adversary->horizon, study.checkpoints);
    work.adversary = std::move(adversary);
    return std::make_shared<const SharedWork>(std::move(work));
  });
}

std::vector<EnvironmentPoint> environment_points(const Study& study, const Catalogue& catalogue,
                                                 const std::vector<ResolvedPlugin>& plugins) {
  std::vector<std::optional<std::int64_t>> horizons(study.horizons.begin(), study.horizons.end());
  if (horizons.empty()) horizons.push_back(std::nullopt);
  std::vector<EnvironmentPoint> points;
  TwinCheck twins(study);
  for (const ResolvedPlugin& plugin : plugins) {
    for (const Settings& settings : expand_points(plugin)) {
      twins.add(plugin, plugin.spec.name + "\n" + fingerprint(plugin, settings));
      for (const auto& horizon : horizons) {
        EnvironmentPoint point{&plugin, settings, horizon, nullptr};
        point.work = build(study, *catalogue.environment(plugin.spec.kind), point);
        points.push_back(std::move(point));
      }
    }
  }
  return points;
}

std::vector<LearnerPoint> learner_points(const Study& study, const std::vector<ResolvedPlugin>& plugins) {
  std::vector<LearnerPoint> points;
  TwinCheck twins(study);
  for (const ResolvedPlugin& plugin : plugins) {
    for (Settings& settings : expand_points(plugin)) {
      twins.add(plugin, fingerprint(plugin, settings));
      points.push_back({&plugin, std::move(settings)});
    }
  }
  return points;
}

BoundLearner bind(const Study& study, const LearnerEntry& entry, const LearnerPoint& learner,
                  const EnvironmentPoint& environment) {
  const CellWork& work = environment.work->sketch();
  const std::string where = fmt::format(" (learner \"{}\" in environment \"{}\", horizon {})",
                                        learner.plugin->spec.name, environment.plugin->spec.name, work.problem.horizon);
  return blaming(study, *learner.plugin, where,
                 [&] { return entry.bind(learner.settings, work.problem, work.adversary->oblivious()); });
}

/// The cell's value of a swept parameter, if it has one. A learner that leaves it out shows its default; an environment
/// does not, because many of its parameters mean nothing beside a given kind of losses or corruption.
void add_parameter(const std::string& column, const ResolvedPlugin& plugin, const Settings& settings, Cell& cell) {
  if (!column.starts_with(plugin.section + ".")) return;
  const std::string name = column.substr(plugin.section.size() + 1);
  const auto set = settings.find(name);
  if (set != settings.end()) {
    cell.parameters.emplace_back(column, set->second);
  } else if (const Axis* axis = plugin.axis(name); axis && plugin.section == "learner") {
    cell.parameters.emplace_back(column, axis->values.front());
  }
}

}  // namespace

const CellWork& SharedWork::prepared() const {
  std::call_once(once_, [this] {
    CellWork work = work_;
    work.facts = std::make_shared<const CellFacts>(compute_facts(*work.adversary, work.checkpoints));
    prepared_ = std::move(work);
  });
  return prepared_;
}

Plan make_plan(const Study& study, const Catalogue& catalogue) {
  const std::vector<ResolvedPlugin> environments = resolve_environments(study, catalogue);
  const std::vector<ResolvedPlugin> learners = resolve_learners(study, catalogue);
  check_size(study, environments, learners);

  Plan plan;
  plan.study = study;
  plan.swept_names =
      swept_parameters(learners, [](const ResolvedPlugin& plugin) -> const std::string& { return plugin.spec.kind; });
  const std::vector<std::string> of_environments = swept_parameters(
      environments, [](const ResolvedPlugin& plugin) -> const std::string& { return plugin.spec.name; });
  plan.swept_names.insert(plan.swept_names.end(), of_environments.begin(), of_environments.end());

  const std::vector<LearnerPoint> learner_grid = learner_points(study, learners);
  const std::vector<EnvironmentPoint> environment_grid = environment_points(study, catalogue, environments);
  std::vector<const Adversary*> adversaries;
  plan.cells.reserve(environment_grid.size() * learner_grid.size());
  for (const EnvironmentPoint& environment : environment_grid) {
    adversaries.push_back(environment.work->sketch().adversary.get());
    for (const LearnerPoint& learner : learner_grid) {
      Cell cell;
      cell.index = static_cast<std::int64_t>(plan.cells.size());
      cell.learner = learner.plugin->spec.kind;
      cell.learner_name = learner.plugin->spec.name;
      cell.environment = environment.plugin->spec.name;
      cell.environment_kind = environment.plugin->spec.kind;
      for (const std::string& column : plan.swept_names) {
        add_parameter(column, *learner.plugin, learner.settings, cell);
        add_parameter(column, *environment.plugin, environment.settings, cell);
      }
      cell.learner_settings = learner.settings;
      cell.environment_settings = environment.settings;
      cell.work = environment.work;
      cell.learner_bound = bind(study, *catalogue.learner(cell.learner), learner, environment);
      plan.cells.push_back(std::move(cell));
    }
  }
  plan.resolved = resolved_study(study, environments, learners, adversaries);
  return plan;
}

}  // namespace regretta
