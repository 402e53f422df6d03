#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "regretta/engine/plugin/plugin_code.hpp"
#include "regretta/environments/outcomes/event.hpp"
#include "regretta/environments/outcomes/rows.hpp"
#include "regretta/environments/parts/parts.hpp"
#include "regretta/environments/processes/stationary.hpp"
#include "regretta/environments/traces/trace_cache.hpp"

namespace regretta {
namespace {

/// What outcomes replace must not have been chosen.
void need_replaceable(const Adversary& adversary) {
  if (!adversary.oblivious())
    throw InputError("kind", fmt::format("replaces losses and violations, but those of this environment are adaptive "
                                         "({}); expected another environment",
                                         adversary.adaptive.front().kind));
  if (adversary.noise.kind != NoiseKind::bernoulli || adversary.noise.law)
    throw InputError("kind",
                     "replaces noise, but the environment has a law of its own; expected noise = "
                     "\"bernoulli\", the default, which is not used");
}

/// The means of `outcomes`, as the losses and violations of the environment.
void set_means(const std::vector<double>& means, int num_arms, int num_constraints, Adversary& adversary) {
  const auto first_violation = means.begin() + num_arms;
  set_losses(adversary, StationaryRows({means.begin(), first_violation}), num_arms);
  set_violations(adversary, StationaryRows({first_violation, means.end()}), num_arms, num_constraints);
}

void check_table(const char* key, const std::vector<std::vector<double>>& table, std::size_t K, std::size_t m) {
  check_count(key, "arm", table.front().size(), static_cast<int>(K));
  check_count(key, "constraint", table.size(), static_cast<int>(m));
}

void event_outcomes(EventParams p, std::uint64_t, Adversary& adversary) {
  need_replaceable(adversary);
  const bool budgeted = !adversary.budgets.empty();
  std::size_t K = p.probability.size();
  if (K == 0) throw InputError("probability", "is missing; expected K numbers in [0, 1]");
  if (!budgeted) check_count("probability", "arm", K, adversary.num_arms);
  std::vector<CostScale> scales;
  if (budgeted) {
    if (!p.threshold.empty())
      throw InputError("threshold", "is given, but those of this environment follow from its budgets; expected none");
    scales = adversary.costs;
  } else {
    if (p.threshold.empty()) throw InputError("threshold", "is missing; expected one number in [0, 1] per constraint");
    scales = p.scales();
    check_count("threshold", "constraint", scales.size(), adversary.num_constraints);
  }
  if (p.value.empty()) p.value.assign(K, 1);
  if (p.cost_value.empty()) p.cost_value.assign(scales.size(), std::vector<double>(K, 1));
  check_count("value", "arm", p.value.size(), static_cast<int>(K));
  check_table("cost_value", p.cost_value, K, scales.size());
  if (budgeted) {  // the null arm
    ++K;
    for (std::vector<double>* row : {&p.probability, &p.value}) row->push_back(0);
    for (std::vector<double>& row : p.cost_value) row.push_back(0);
  }
  const auto values = std::make_shared<const EventValues>(EventValues{p.value, flatten(p.cost_value)});
  const auto outcomes = std::make_shared<const EventOutcomes>(p.probability, values, scales);
  set_means(outcomes->means(), static_cast<int>(K), static_cast<int>(scales.size()), adversary);
  adversary.costs = std::move(scales);
  adversary.events = values;
  adversary.outcomes = outcomes;
}

/// The file is found from the study's folder, of which a part's change knows nothing.
Adversary row_outcomes(TraceCache& cache, const Settings& settings, const EnvironmentContext& context) {
  RowsParams p;
  read_parameters(settings, p);
  Adversary adversary = context.base;
  need_replaceable(adversary);
  if (!adversary.budgets.empty())
    throw InputError("kind", "has rows of violations, but this environment has budgets; expected \"event\"");
  if (p.file.empty()) throw InputError("file", "is missing; expected a file of outcomes (.csv or .csv.gz)");
  const auto rows = p.violations_of(cache.get((std::filesystem::path(context.folder) / p.file).string(), p.ignore));
  check_count("file", "arm", static_cast<std::size_t>(rows->num_arms), adversary.num_arms);
  check_count("file", "constraint", static_cast<std::size_t>(rows->num_constraints), adversary.num_constraints);
  const auto outcomes = std::make_shared<const RowOutcomes>(rows);
  set_means(outcomes->means(), rows->num_arms, rows->num_constraints, adversary);
  adversary.costs = p.scales();
  adversary.outcomes = outcomes;
  adversary.data = hash_of_numbers(adversary.data, {rows->losses, rows->violations});
  return adversary;
}

EnvironmentEntry rows_entry() {
  EnvironmentEntry entry{"rows", "every round draws one row of a file, with the outcomes of all arms"};
  entry.group = "outcomes";
  entry.parameters = describe_parameters<RowsParams>();
  entry.build = [cache = std::make_shared<TraceCache>()](const Settings& settings, const EnvironmentContext& context) {
    return row_outcomes(*cache, settings, context);
  };
  return entry;
}

}  // namespace

std::vector<EnvironmentEntry> outcome_kinds() {
  return {rows_entry(),
          part_entry<EventParams>(
              "outcomes",
              {"event", "one Bernoulli event an arm and round: loss = 1 - value x event, cost = cost_value x event",
               "Saxena, Gonzalez and Jalden, AISTATS 2020; pricing: Babaioff, Dughmi, Kleinberg and Slivkins 2015"},
              event_outcomes)};
}

}  // namespace regretta
