#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/text/toml_values.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/tools/check/cells.hpp"
#include "regretta/tools/check/environment_requirements.hpp"
#include "regretta/tools/check/isolated.hpp"
#include "regretta/tools/check/learner_check.hpp"
#include "regretta/tools/check/property.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/text/shell_text.hpp"

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

/// The outcome of a requirement. An exception counts as a counterexample.
template <class Find>
CheckOutcome outcome_of(Find find) {
  try {
    return {.counterexample = find()};
  } catch (const std::exception& error) {
    return {.counterexample = error.what()};
  }
}
/// The outcome of a requirement that is tested in a separate process.
template <class Find>
CheckOutcome isolated_outcome(Find find) {
  return outcome_of([&] { return isolated(find); });
}

/// The name of the budget parameter: the first that the settings contain, else the first; "" if there is none.
std::string budget_name(const CheckedEnvironment& checked) {
  const std::vector<std::string> names =
      names_with(Role::corruption_budget, checked.catalogue.parameters_of(checked.entry));
  const auto found = std::ranges::find_if(names, [&](const auto& name) { return checked.settings.contains(name); });
  return found != names.end() ? *found : names.empty() ? "" : names.front();
}

/// Checks that the measured corruption C equals the budget, which is T / 50 if none is set.
CheckOutcome budget_outcome(const CheckedEnvironment& checked) {
  const std::string name = budget_name(checked);
  if (name.empty()) return {.remark = "it has no parameter with Role::corruption_budget", .tested = false};
  const auto T = static_cast<double>(checked.build().horizon);
  const Value* setting = checked.settings.find(name);
  const double unit = name.ends_with("_fraction") ? T : 1;  // C for a budget of 1
  const double budget = setting ? setting->number().value_or(0) : T / 50 / unit;
  try {
    const Adversary uncorrupted = checked.build_with(name, 0), corrupted = checked.build_with(name, budget);
    if (!corrupted.oblivious())
      return {.remark = "the corruption is adaptive: C is known after a trial only", .tested = false};
    const double base = compute_facts(uncorrupted, {uncorrupted.horizon}).corruption;
    const double measured = compute_facts(corrupted, {corrupted.horizon}).corruption;
    if (base > 0)
      return {.remark = fmt::format("its means change without corruption, too (C = {:.6g})", base), .tested = false};
    if (std::abs(measured - budget * unit) <= 1e-9 * std::max(1.0, budget * unit))
      return {.remark = fmt::format("{} = {:.6g}", name, budget)};
    return {.counterexample = fmt::format("{} = {:.17g}, but C is {:.17g}", name, budget * unit, measured)};
  } catch (const InputError& error) {
    return {.remark = fmt::format("refused: {} {}", error.key(), error.what()), .tested = false};
  }
}

CheckOutcome noise_outcome(const CheckedEnvironment& checked) {
  const CellWork work = cell_of(checked.build(), checked.context.seed);
  if (!work.adversary->oblivious()) return {.remark = "its means are known in a trial only", .tested = false};
  return isolated_outcome([&] { return noise_bias(work); });
}

/// The properties to check of an environment with these settings. context: horizon, seed and folder. Throws InputError
/// if the environment cannot be built.
std::vector<Property> environment_properties(const Catalogue& catalogue, const EnvironmentEntry& environment,
                                             const Settings& settings, const EnvironmentContext& context) {
  const CheckedEnvironment checked{catalogue, environment, settings, context};
  const bool is_oblivious = checked.build().oblivious();
  const auto adversary_check = [checked](Counterexample (*find)(const Adversary&)) {
    return [=] { return isolated_outcome([&] { return find(checked.build()); }); };
  };
  const auto builds_check = [checked](Counterexample (*find)(const RepeatedPlay&)) {
    return [=] { return outcome_of([&] { return find(repeated_build([checked] { return checked.build(); })); }); };
  };
  std::vector<Property> properties{
      {"clock", "the same means at any time", builds_check(clock_dependence), /*tests_repeatability=*/true},
      {"repeats", "the same means however often they are built", builds_check(history_dependence), true},
      {"range", "mean losses in [0, 1], violations in [-1, 1]", adversary_check(range_violation)},
      {"rows", "num_rows, row_at, same_until and read agree",
       adversary_check([](const Adversary& adversary) { return row_disagreement(adversary); })},
      {"budget", "the measured corruption C is the budget", [checked] { return budget_outcome(checked); }},
      {"noise", "values are in range and have the right means", [checked] { return noise_outcome(checked); }},
  };
  if (is_oblivious) return properties;
  properties.push_back({"lanes", "every lane of a pack has the means of the trial played alone",
                        adversary_check(mean_lane_difference), false, /*compares_plays=*/true});
  properties.push_back({"adapted", "means depend on x_1 to x_t and earlier arms, on nothing later",
                        adversary_check(lookahead_of_means), false, /*compares_plays=*/true});
  properties.push_back(
      {"moves", "it changes only what its stages declare", adversary_check(undeclared_move), false, true});
  return properties;
}

/// Put before the settings of --set, because parse_override expects a section.
const std::string plugin_section = "plugin.";

struct CheckOptions {
  std::vector<std::string> names;
  std::vector<std::string> overrides;
  std::string only;
  std::optional<std::int64_t> horizon;
  std::int64_t seed = 1;
};

struct ChosenPlugins {
  std::vector<const LearnerEntry*> learners;
  std::vector<const EnvironmentEntry*> environments;
};

template <class Entry>
void choose_entries(const std::vector<Entry>& entries, std::size_t first_of_with, const std::vector<std::string>& names,
                    std::vector<const Entry*>& chosen) {
  for (std::size_t k = 0; k < entries.size(); ++k)
    if (names.empty() ? k >= first_of_with : std::ranges::find(names, entries[k].name) != names.end())
      chosen.push_back(&entries[k]);
}

/// The plugins that the options name; without names, those of --with.
ChosenPlugins chosen_plugins(const CheckOptions& options, ProgramContext& context) {
  const std::size_t learners = context.known.learners.size(), environments = context.known.environments.size();
  const Catalogue& catalogue = context.catalogue();
  std::vector<std::string> known;
  for (const LearnerEntry& entry : catalogue.learners) known.push_back(entry.name);
  for (const EnvironmentEntry& entry : catalogue.environments) known.push_back(entry.name);
  for (const std::string& name : options.names)
    if (std::ranges::find(known, name) == known.end())
      throw std::invalid_argument(
          fmt::format("check: no learner or environment is called \"{}\"{}", name, did_you_mean(name, known)));
  ChosenPlugins chosen;
  choose_entries(catalogue.learners, learners, options.names, chosen.learners);
  choose_entries(catalogue.environments, environments, options.names, chosen.environments);
  if (chosen.learners.empty() && chosen.environments.empty())
    throw std::invalid_argument(
        "check: expected the name of a learner or environment, or --with a header that has one; a part is checked in "
        "an environment, such as random-instance --set losses.kind=NAME");
  return chosen;
}

/// Prints the outcome of every property of one plugin.
class CheckReport {
 public:
  CheckReport(const CheckOptions& options, const ProgramContext& context) : options_(options) {
    command_ = shell_quoted(context.program) + " check";
    headers_ = context.with;
    for (const std::string& header : headers_) command_ += " --with " + shell_quoted(header);
    for (const std::string& setting : options.overrides) command_ += " --set " + shell_quoted(setting);
  }

  void add(const std::string& name, const char* kind, const std::vector<Property>& properties) {
    fmt::print("{} ({})\n", name, kind);
    const std::string plugin = std::ranges::find(headers_, name) == headers_.end() ? " " + name : "";
    bool is_repeatable = true;
    for (const Property& property : properties) {
      if (!options_.only.empty() && property.name != options_.only) continue;
      fmt::print("  {:<11} ", property.name);
      std::fflush(stdout);  // the property may take a while
      const bool can_be_judged = is_repeatable || !(property.compares_plays || property.tests_repeatability);
      const CheckOutcome outcome =
          can_be_judged
              ? property.check()
              : CheckOutcome{.remark = "two plays of one trial differ, so that none can be compared", .tested = false};
      print(property, outcome);
      if (outcome.counterexample.empty()) continue;
      fmt::print("  {:<11} {}\n  {:<11} again: {}{} --only {}\n", "", printable(outcome.counterexample), "", command_,
                 plugin, property.name);
      if (property.tests_repeatability) is_repeatable = false;
    }
  }

  int print_totals() const {
    if (tried_ == 0 && !reason_untried_.empty())
      throw std::invalid_argument(fmt::format("check: nothing was tried: {}", reason_untried_));
    if (tried_ == 0)
      throw std::invalid_argument(
          fmt::format("check: no property here is called \"{}\" (leave out --only to see all)", options_.only));
    if (failed_ == 0) {
      fmt::print("{}\n", tried_ == 1 ? "It holds." : fmt::format("All {} properties that were tried hold.", tried_));
      return exit_status::done;
    }
    fmt::print("{} of {} properties {} not hold.\n", failed_, tried_, failed_ == 1 ? "does" : "do");
    return exit_status::check_failed;
  }

 private:
  void print(const Property& property, const CheckOutcome& outcome) {
    const bool fails = !outcome.counterexample.empty(), tried = outcome.tested || fails;
    tried_ += tried ? 1 : 0;
    failed_ += fails ? 1 : 0;
    if (!tried) {
      reason_untried_ = printable(outcome.remark);
      fmt::print("-     {}: not tried, {}\n", property.meaning, printable(outcome.remark));
    } else {
      fmt::print("{:<5} {}{}\n", fails ? "FAILS" : "holds", property.meaning,
                 outcome.remark.empty() ? "" : fmt::format(" ({})", printable(outcome.remark)));
    }
  }

  const CheckOptions& options_;
  std::string command_;               ///< the command that repeats the check, without names
  std::vector<std::string> headers_;  ///< the headers of --with
  int tried_ = 0, failed_ = 0;
  std::string reason_untried_;  ///< reason of the last property that was not tried
};

/// The settings whose names are among these parameters. Adds their names to `used`.
Settings settings_of_plugin(const Settings& settings, const std::vector<ParameterInfo>& parameters,
                            std::vector<std::string>& used) {
  Settings chosen;
  for (const auto& [name, value] : settings.flat()) {
    if (std::ranges::find(parameters, name, &ParameterInfo::name) == parameters.end()) continue;
    chosen[name] = value;
    used.push_back(name);
  }
  return chosen;
}

/// Requires a header not to call the C library, whose functions differ between machines and from the engine's in lanes.
Property engine_functions(const ForeignFunctions& foreign) {
  return {
      .name = "functions", .meaning = "it takes functions, numbers and time from the engine alone", .check = [foreign] {
        std::vector<std::string> found;
        if (!foreign.numbers.empty())
          found.push_back(fmt::format("it calls {} of the C library; expected regretta::exp(x), draw(random), ...",
                                      fmt::join(foreign.numbers, ", ")));
        if (!foreign.processes.empty())
          found.push_back(fmt::format(
              "it calls {}: a process or thread that it starts, or speaks to, is not part of what the seed fixes, so "
              "that its results cannot be replayed; a learner in Python is a class (regretta.Learner)",
              fmt::join(foreign.processes, ", ")));
        return CheckOutcome{.counterexample = fmt::format("{}", fmt::join(found, "; "))};
      }};
}

int check(const CheckOptions& options, ProgramContext& context) {
  Settings settings;
  for (const std::string& text : options.overrides)
    for (const auto& [name, value] : parse_override(plugin_section + text).flat())
      settings[name.substr(plugin_section.size())] = value;
  const ChosenPlugins chosen = chosen_plugins(options, context);
  std::vector<std::string> used;
  std::vector<std::pair<std::string, std::vector<Property>>> learners, environments;
  const auto named_properties = [](const std::string& name, auto properties_of) {
    try {
      return std::pair{name, properties_of()};
    } catch (const InputError& error) {
      throw std::invalid_argument(fmt::format("{}: {} {} (--set gives a value)", name, error.key(), error.what()));
    }
  };
  for (const LearnerEntry* entry : chosen.learners)
    learners.push_back(named_properties(entry->name, [&] {
      return learner_properties(*entry, settings_of_plugin(settings, entry->parameters, used), options.horizon);
    }));
  for (const EnvironmentEntry* entry : chosen.environments)
    environments.push_back(named_properties(entry->name, [&] {
      const EnvironmentContext setup{static_cast<std::uint64_t>(options.seed), options.horizon.value_or(10'000), "."};
      const Catalogue& catalogue = context.catalogue();
      return environment_properties(catalogue, *entry,
                                    settings_of_plugin(settings, catalogue.parameters_of(*entry), used), setup);
    }));
  for (const auto& [name, value] : settings.flat())
    if (std::ranges::find(used, name) == used.end())
      throw std::invalid_argument(fmt::format("--set {}: none of the plugins has this parameter", name));
  CheckReport report(options, context);
  for (std::size_t k = 0; k < context.with.size(); ++k)
    report.add(context.with[k], "header", {engine_functions(context.foreign[k])});
  for (const auto& [name, properties] : learners) report.add(name, "learner", properties);
  for (const auto& [name, properties] : environments) report.add(name, "environment", properties);
  return report.print_totals();
}

}  // namespace

void add_check_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("check", "Test whether learners and environments keep the engine's rules");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("NAME", options->names, "Kinds of learners and environments [those of --with]");
  repeatable(
      command->add_option("--set", options->overrides, "A setting of the plugin, such as scale=2; may be repeated"))
      ->type_name("KEY=VALUE");
  command->add_option("--only", options->only, "Only this property, such as lanes")->type_name("PROPERTY");
  expect_integer(command->add_option("-T,--horizon", options->horizon,
                                     "Rounds of a learner's longest trials [50000], or of an environment [10000]"),
                 "T", 10, 10'000'000);
  expect_integer(command->add_option("--seed", options->seed, "Seed of an environment [1]"), "N", 0,
                 std::int64_t{1} << 62);
  add_with_option(*command, context);
  end_help(*command,
           "Prints one line per property: holds, FAILS, or - if it was not tried. For a failure, prints the cell, "
           "trial, round and value, and the command that reproduces it. Exit status 1 if a property fails.",
           {"regretta check --with my-learner.hpp", "Every property of the learners and environments in the header"},
           {"regretta check conomd-fs --set confidence_scale=0.25 --only lanes",
            "One property of a shipped learner with a setting"});
  command->callback([options, &context] { context.status = check(*options, context); });
}

}  // namespace regretta
