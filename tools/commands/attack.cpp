#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/search_run.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

struct AttackOptions {
  std::string learner;
  double budget = 0;
  std::int64_t horizon = 20'000;
  std::string metric = "loss";
  bool fixed_instance = false;
  SearchRunOptions run;
};

/// Three arms, one constraint, fixed means. The first candidates are the shipped schedules with the directions that
/// need no arm, on the instance of README.md. {0}: learner, {1}: budget, {2}: horizon, {3}: aim, {4}: rounds.
/// {5} and {6}: the instance, and that of the first candidates.
constexpr const char* attack_study = R"([study]
name = "attack"
horizon = {2}
checkpoints = 1

[[environment]]
kind = "stationary"
name = "attacked"
{5}

[environment.corruption]
budget = {1}
schedule = {{ search = ["front", "late", "burst", "periodic", "random"] }}
burst_start_fraction = {{ search = [1e-5, 1], scale = "log" }}
direction = {{ search = ["slander", "flatter", "swap", "target"] }}
arm = {{ search = "all" }}
value = {{ search = [-1, 1] }}

[[environment]]
kind = "stationary"
name = "clean"
loss = {{ same = "environment.1.loss" }}
violation = {{ same = "environment.1.violation" }}

[[learner]]
kind = "{0}"

[search]
maximise = "{3}"
subject_to = "rho_pure@attacked >= 0.1"
rounds = {4:g}
random_first = 384
rungs = 2
finalists = 4

[search.first.environment.1]
{6}
corruption.schedule = ["front", "late", "periodic", "random"]
corruption.direction = ["slander", "flatter", "swap"]
)";

constexpr const char* any_instance = R"(loss = [{ search = [0, 1] }, { search = [0, 1] }, { search = [0, 1] }]
violation = [[{ search = [-1, 1] }, { search = [-1, 1] }, { search = [-1, 1] }]])";
constexpr const char* first_instance = R"(loss = { 1 = 0.5, 2 = 0.2, 3 = 0.7 }
violation = { 1 = { 1 = -0.3, 2 = 0.5, 3 = -0.3 } })";
constexpr const char* only_instance = "loss = [0.5, 0.2, 0.7]\nviolation = [[-0.3, 0.5, -0.3]]";

/// Trials of T rounds that an attack costs: some 1,500 candidates.
constexpr double default_trials = 6e4;

/// What corruption is to raise. A change of OPT alone is no harm to a learner, so that losses are compared, not
/// regrets.
std::string aim_of(const std::string& metric) {
  if (metric == "loss") return "regret@attacked + opt@attacked - regret@clean - opt@clean";
  return fmt::format("{0}@attacked - {0}@clean", metric);
}

std::string answer_text(const AttackOptions& options, const SearchOutcome& outcome) {
  const Finalist& best = outcome.finalists.front();
  const std::string& metric = options.metric;
  std::string text = fmt::format(
      "A corruption of C = {:g} costs {} {} of {} in {} rounds, over that on the same instance "
      "without corruption",
      options.budget, options.learner, interval_text(best.fresh.mean, best.fresh.interval), metric,
      grouped(options.horizon));
  if (best.fresh.interval.low <= 0) text += " (it is not shown to cost anything)";
  text += ".\n";
  if (!outcome.first) return text;
  const Finalist& shipped = outcome.finalists[*outcome.first];
  if (*outcome.first == 0) return text + "No attack was found that is worse than the shipped schedules.\n";
  text += fmt::format("The worst of the shipped schedules costs {}: ",
                      interval_text(shipped.fresh.mean, shipped.fresh.interval));
  if (outcome.gain.interval.low <= 0) return text + "what was found is not shown to be worse.\n";
  text += fmt::format("what was found is worse by {}", interval_text(outcome.gain.mean, outcome.gain.interval));
  if (shipped.fresh.interval.low > 0)
    text += fmt::format(", {:.2g} times as much", best.fresh.mean / shipped.fresh.mean);
  return text + ".\n";
}

int attack(const AttackOptions& given, ProgramContext& context) {
  AttackOptions options = given;
  if (!context.ranks.leads()) {
    context.ranks.work_for_leader(context.catalogue(), "", options.run.threads);
    return exit_status::done;
  }
  std::vector<std::string> learners;
  for (const LearnerEntry& one : context.catalogue().learners) learners.push_back(one.name);
  if (std::ranges::find(learners, options.learner) == learners.end())
    throw std::invalid_argument(
        fmt::format("attack: no learner is called \"{}\"{}", options.learner, did_you_mean(options.learner, learners)));
  if (options.budget > static_cast<double>(options.horizon))
    throw std::invalid_argument(fmt::format(
        "attack: --budget {:g} is more than the {} rounds, expected at most as many", options.budget, options.horizon));
  if (options.run.out.empty()) options.run.out = fmt::format("attack-{}.db", options.learner);
  const std::string text =
      fmt::format(attack_study, options.learner, options.budget, options.horizon, aim_of(options.metric),
                  default_trials * static_cast<double>(options.horizon),
                  options.fixed_instance ? only_instance : any_instance, options.fixed_instance ? "" : first_instance);
  return run_and_tell(parse_study(text, "attack", "", options.run.overrides), options.run, context,
                      [&](const SearchOutcome& outcome) { return answer_text(options, outcome); });
}

}  // namespace

void add_attack_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("attack", "Search the corruption and the instance that hurt a learner most");
  auto options = std::make_shared<AttackOptions>();
  command->add_option("LEARNER", options->learner, "Its kind, such as conomd-fs (regretta list learners)")->required();
  expect_number(command->add_option("--budget", options->budget, "The corruption C, summed over rounds")->required(),
                "C", 1e-9, 1e9);
  expect_integer(command->add_option("-T,--horizon", options->horizon, "Rounds of a trial [20000]"), "T", 2,
                 max_horizon);
  command->add_option("-m,--metric", options->metric, "What corruption is to raise, such as violation or regret [loss]")
      ->type_name("QUANTITY");
  command->add_flag("--fixed-instance", options->fixed_instance,
                    "Keep the instance of README.md, so that only the corruption varies");
  add_search_run_options(*command, options->run, "[attack-LEARNER.db]", context);
  end_help(
      *command,
      "Three arms, one constraint, fixed means; losses, violations, schedule, direction, arm and value vary. The "
      "shipped "
      "schedules are tried first. For another space write a study for regretta search.",
      {"regretta attack expopt-conomd --budget 300 --best worst.toml", "What costs most regret, and a study of it"},
      {"regretta attack conomd-fs --budget 500 -T 10000 -m violation", "What costs most violation"});
  command->callback([options, &context] { context.status = attack(*options, context); });
}

}  // namespace regretta
