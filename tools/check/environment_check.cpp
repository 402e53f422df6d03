#include "regretta/tools/check/environment_check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/tools/check/cells.hpp"
#include "regretta/tools/check/environment_requirements.hpp"
#include "regretta/tools/check/isolated.hpp"

namespace regretta {
namespace {

struct CheckedEnvironment {
  const Catalogue& catalogue;
  const EnvironmentEntry& entry;
  Settings settings;
  EnvironmentContext context;

  Adversary build() const { return catalogue.build(entry, settings, context); }
  Adversary build_with(const std::string& name, double value) const {
    Settings changed = settings;
    changed[name] = value;
    return catalogue.build(entry, changed, context);
  }
};

/// The outcome of a requirement; what is thrown counts as a counterexample.
template <class Find>
CheckOutcome outcome_of(Find find) {
  try {
    return {.counterexample = find()};
  } catch (const std::exception& error) {
    return {.counterexample = error.what()};
  }
}
/// The same, tried in a process of its own.
template <class Find>
CheckOutcome isolated_outcome(Find find) {
  return outcome_of([&] { return isolated(find); });
}

/// The parameter that sets the budget: one that is set, or else the first; "" if there is none.
std::string budget_name(const CheckedEnvironment& checked) {
  const std::vector<std::string> names =
      names_with(Role::corruption_budget, checked.catalogue.parameters_of(checked.entry));
  const auto set = std::ranges::find_if(names, [&](const auto& name) { return checked.settings.contains(name); });
  return set != names.end() ? *set : names.empty() ? "" : names.front();
}

/// C, measured, is what the budget says. Tried with a budget of T / 50 where none is set.
CheckOutcome budget_outcome(const CheckedEnvironment& checked) {
  const std::string name = budget_name(checked);
  if (name.empty()) return {.remark = "it has no parameter with Role::corruption_budget", .judged = false};
  const auto T = static_cast<double>(checked.build().horizon);
  const Value* set = checked.settings.find(name);
  const double unit = name.ends_with("_fraction") ? T : 1;
  const double wanted = set ? set->number().value_or(0) : T / 50 / unit;
  try {
    const Adversary without = checked.build_with(name, 0), with = checked.build_with(name, wanted);
    if (!with.oblivious())
      return {.remark = "the corruption is adaptive: C is known after a trial only", .judged = false};
    const double base = compute_facts(without, {without.horizon}).corruption;
    const double measured = compute_facts(with, {with.horizon}).corruption;
    if (base > 0)
      return {.remark = fmt::format("its means change without corruption, too (C = {:.6g})", base), .judged = false};
    if (std::abs(measured - wanted * unit) <= 1e-9 * std::max(1.0, wanted * unit))
      return {.remark = fmt::format("{} = {:.6g}", name, wanted)};
    return {.counterexample = fmt::format("{} = {:.17g}, but C is {:.17g}", name, wanted * unit, measured)};
  } catch (const InputError& error) {
    return {.remark = fmt::format("refused: {} {}", error.key(), error.what()), .judged = false};
  }
}

CheckOutcome noise_outcome(const CheckedEnvironment& checked) {
  const CellWork work = cell_of(checked.build(), checked.context.seed);
  if (!work.adversary->oblivious()) return {.remark = "its means are known in a trial only", .judged = false};
  return isolated_outcome([&] { return noise_is_biased(work); });
}

}  // namespace

std::vector<Property> environment_properties(const Catalogue& catalogue, const EnvironmentEntry& environment,
                                             const Settings& settings, const EnvironmentContext& context) {
  const CheckedEnvironment checked{catalogue, environment, settings, context};
  const bool is_oblivious = checked.build().oblivious();
  const auto of_adversary = [checked](Counterexample (*find)(const Adversary&)) {
    return [=] { return isolated_outcome([&] { return find(checked.build()); }); };
  };
  const auto of_builds = [checked](Counterexample (*find)(const RepeatedPlay&)) {
    return [=] { return outcome_of([&] { return find(repeated_build([checked] { return checked.build(); })); }); };
  };
  std::vector<Property> properties{
      {"clock", "the same means at any time", of_builds(changes_with_the_clock), true},
      {"memory", "the same means whatever fresh memory holds", of_builds(changes_with_fresh_memory), true},
      {"addresses", "the same means wherever they lie in memory", of_builds(changes_with_addresses), true},
      {"repeats", "the same means however often they are built", of_builds(changes_with_company), true},
      {"range", "mean losses in [0, 1], violations in [-1, 1]", of_adversary(means_leave_range)},
      {"rows", "num_rows, row_at, same_until and read agree",
       of_adversary([](const Adversary& adversary) { return rows_disagree(adversary); })},
      {"budget", "the measured corruption C is the budget", [checked] { return budget_outcome(checked); }},
      {"noise", "values are in range and have the right means", [checked] { return noise_outcome(checked); }},
  };
  if (is_oblivious) return properties;
  properties.push_back({"lanes", "every lane of a pack has the means of the trial played alone",
                        of_adversary(means_differ_in_lanes), false, true});
  properties.push_back({"adapted", "means depend on x_1 to x_t and earlier arms, on nothing later",
                        of_adversary(means_look_ahead), false, true});
  properties.push_back(
      {"moves", "it changes only what its stages declare", of_adversary(moves_more_than_it_says), false, true});
  return properties;
}

}  // namespace regretta
