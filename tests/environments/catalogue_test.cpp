// Environments as a study builds them: every kind, every replaced part, and invalid settings. The documentation defines
// every word that a study may use.

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/environments/corruption/budgeted_corruption.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace {

using Table = std::vector<std::vector<double>>;
using List = std::vector<double>;

Settings random_instance(const Settings& extra) {
  Settings settings{{"arms", 5L}, {"constraints", 2L}};
  for (const auto& [name, value] : extra) settings[name] = value;
  return settings;
}

TEST(Catalogue, ListsEveryPluginAndParameter) {
  Catalogue catalogue;
  add_environments(catalogue);
  std::set<std::string> kinds, components;
  for (const EnvironmentEntry& entry : catalogue.environments) {
    kinds.insert(entry.name);
    EXPECT_FALSE(entry.summary.empty());
    std::set<std::pair<std::string, ParameterType>> described;  // kinds may share a parameter name if the types differ
    for (const ParameterInfo& info : catalogue.parameters_of(entry)) {
      EXPECT_FALSE(info.help.empty()) << info.name;
      EXPECT_TRUE(described.insert({info.name, info.type}).second) << entry.name << ": " << info.name << " twice";
    }
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"stationary", "random-instance", "trace", "mannor", "knapsack", "composed"}));
  for (const ParameterInfo& info : catalogue.parameters_of(*catalogue.environment("composed"))) {
    if (info.name == "losses.base") {  // kinds that share a help text are listed together
      EXPECT_EQ(info.help,
                "switching, one-switch, anti-leader: mean loss of the other arms; sinusoidal: mean of the centres of "
                "all arms");
    }
    if (info.name == "losses.gap") {
      EXPECT_EQ(info.range, "[0, 1] or [0, 0.5]");  // four kinds share the first range
    }
  }
  for (const EnvironmentEntry& entry : catalogue.parts) {
    EXPECT_TRUE(components.insert(entry.group + "." + entry.name).second);
    EXPECT_FALSE(entry.summary.empty());
    std::set<std::string> described;
    for (const ParameterInfo& info : entry.parameters) EXPECT_TRUE(described.insert(info.name).second) << info.name;
    for (const ParameterInfo& info : entry.parameters)  // environments with such a part list all its parameters
      for (const EnvironmentEntry& environment : catalogue.environments) {
        if (!environment.takes(entry.group)) continue;
        const std::string path = part_group(entry.group).path(info.name);
        EXPECT_TRUE(
            std::ranges::any_of(catalogue.parameters_of(environment),
                                [&](const auto& listed) { return listed.name == path && listed.type == info.type; }))
            << environment.name << " does not know " << path;
      }
  }
  EXPECT_EQ(components,
            (std::set<std::string>{"losses.stationary",      "losses.switching",        "losses.phases",
                                   "losses.sinusoidal",      "losses.sign-flip",        "losses.one-switch",
                                   "losses.random",          "losses.anti-leader",      "violations.stationary",
                                   "violations.alternating", "violations.costs",        "violations.random-costs",
                                   "violations.random",      "outcomes.event",          "outcomes.rows",
                                   "corruption.budgeted",    "corruption.open-problem", "noise.none",
                                   "losses.piecewise",       "corruption.piecewise",    "corruption.reactive",
                                   "noise.bernoulli",        "noise.uniform",           "noise.beta"}));
}

TEST(Environment, BuildsTheDocumentedExample) {
  const Settings settings{{"arms", 10L},
                          {"constraints", 1L},
                          {"margin", 0.3},
                          {"noise", text("bernoulli")},
                          {"losses.kind", text("switching")},
                          {"losses.block", 1000L},
                          {"losses.gap", 0.3},
                          {"corruption.budget", 500L},
                          {"corruption.schedule", text("front")},
                          {"corruption.direction", text("slander")}};
  const Adversary adversary = build("random-instance", settings, 100'000);
  EXPECT_EQ(adversary.num_arms, 10);
  EXPECT_EQ(adversary.num_constraints, 1);
  EXPECT_EQ(adversary.losses.num_rows(), 10);
  EXPECT_TRUE(std::holds_alternative<BernoulliNoise>(adversary.noise));
  EXPECT_NEAR(compute_facts(adversary, {100'000}).corruption, 500, 1e-9);
}

TEST(Environment, TakesAPlainListForOneConstraint) {
  const Adversary adversary = build("stationary", {{"loss", List{0, 1}}, {"violation", List{0.5, -0.5}}}, 10);
  EXPECT_EQ(adversary.num_constraints, 1);
  EXPECT_EQ(means_at(adversary.violations, 1, 2), (List{0.5, -0.5}));
  const Settings composed{
      {"losses.kind", text("phases")}, {"violations.kind", text("stationary")}, {"violations.means", List{0.5, -0.5}}};
  EXPECT_EQ(build("composed", composed, 10).num_arms, 2);
}

TEST(Environment, ReplacesEachPart) {
  const Adversary base = build("random-instance", random_instance({}), 1000);
  Catalogue catalogue;
  add_environments(catalogue);
  for (const EnvironmentEntry& entry : catalogue.parts) {
    const std::string& kind = entry.name;
    if (entry.group != "losses" || kind == "stationary" || kind == "piecewise")
      continue;  // these kinds need means in the settings
    SCOPED_TRACE(kind);
    const Adversary replaced = build("random-instance", random_instance({{"losses.kind", kind}}), 1000);
    check_process(replaced.losses, 1000, 5, 0, 1);
    EXPECT_EQ(means_at(replaced.violations, 1, 10), means_at(base.violations, 1, 10));
    EXPECT_EQ(replaced.oblivious(), kind != "anti-leader");
    if (!replaced.oblivious()) {
      EXPECT_TRUE(replaced.adaptive[0].moves_losses);
      EXPECT_FALSE(replaced.adaptive[0].moves_violations);
    }
  }
  const Table rows{{1, 1, 1, 1, 1}, {0, 0, 0, 0, 0}, {-1, -1, -1, -1, -1}, {0.5, 0.5, 0.5, 0.5, 0.5}};
  const Adversary alternating = build(
      "random-instance",
      random_instance({{"violations.kind", text("alternating")}, {"violations.means", rows}, {"violations.block", 2L}}),
      1000);
  EXPECT_EQ(means_at(alternating.losses, 1, 5), means_at(base.losses, 1, 5));
  EXPECT_EQ(alternating.violations.num_rows(), 2);
  EXPECT_EQ(means_at(alternating.violations, 3, 10), (List{-1, -1, -1, -1, -1, 0.5, 0.5, 0.5, 0.5, 0.5}));
  const Adversary redrawn = build(
      "random-instance", random_instance({{"violations.kind", text("random")}, {"violations.margin", 0.125}}), 1000);
  EXPECT_EQ(compute_facts(redrawn, {1000}).rho_pure, 0.125);
}

TEST(Environment, IsComposed) {
  Settings settings{{"losses.kind", text("switching")}, {"violations.kind", text("random")}, {"arms", 3L}};
  EXPECT_EQ(build("composed", settings, 100).num_constraints, 1);
  settings["constraints"] = 4L;
  EXPECT_EQ(build("composed", settings, 100).num_constraints, 4);
  settings.take("arms");
  expect_input_error([&] { build("composed", settings, 100); }, "violations.kind", {"the number of arms", "arms"});
  settings = {
      {"losses.kind", text("stationary")}, {"losses.means", List{0, 0.5, 1}}, {"violations.kind", text("random")}};
  EXPECT_EQ(build("composed", settings, 100).num_arms, 3);
  settings["arms"] = 4L;
  expect_input_error([&] { build("composed", settings, 100); }, "losses.means", {"3 arms", "has 4"});
  expect_input_error(
      [] {
        build("composed", {{"violations.kind", text("random")}}, 100);
      },
      "losses.kind", {"missing, expected"});
}

TEST(Environment, BuildsTheGameOfMannorTsitsiklisAndYu) {
  const Adversary game = build("mannor", {}, 1000);
  EXPECT_EQ(game.num_arms, 2);
  EXPECT_EQ(game.num_constraints, 1);
  ASSERT_EQ(game.adaptive.size(), 1U);
  EXPECT_TRUE(game.adaptive[0].moves_losses && game.adaptive[0].moves_violations);
  const Adversary replaced = build("mannor", {{"losses.kind", text("switching")}}, 1000);
  EXPECT_FALSE(replaced.adaptive[0].moves_losses);
  EXPECT_TRUE(replaced.adaptive[0].moves_violations);
  const Settings both{{"losses.kind", text("switching")}, {"violations.kind", text("random")}};
  EXPECT_TRUE(build("mannor", both, 1000).oblivious());
  expect_input_error(
      [] {
        build("mannor", {{"corruption.budget", 5.0}}, 1000);
      },
      "corruption.kind", {"adaptive", "mannor"});
}

TEST(Environment, BuildsTheOpenProblem) {
  const Adversary adversary =
      build("random-instance",
            random_instance({{"corruption.kind", text("open-problem")}, {"corruption.losses", true}}), 1000);
  ASSERT_EQ(adversary.adaptive.size(), 1U);
  EXPECT_TRUE(adversary.adaptive[0].moves_losses);
  const auto built = [](const Settings& extra) {
    return [extra] {
      Settings settings = extra;
      settings["corruption.kind"] = text("open-problem");
      build("random-instance", random_instance(settings), 1000);
    };
  };
  expect_input_error(built({{"corruption.arm", 6L}}), "corruption.arm", {"6", "1 to 5"});
  expect_input_error(built({{"corruption.schedule", text("front")}}), "corruption.schedule", {"budgeted"});
  Table rows(2 * 257, List(5, 0.0));
  expect_input_error(built({{"violations.kind", text("alternating")}, {"violations.means", rows}}), "corruption.kind",
                     {"257 different rows", "256"});
}

TEST(Environment, ChoosesNoise) {
  const Adversary uniform = build("random-instance", {{"noise", text("uniform")}, {"noise_half_width", 0.25}}, 10);
  EXPECT_EQ(std::get<UniformNoise>(uniform.noise).half_width, 0.25);
  EXPECT_TRUE(is_noiseless(build("random-instance", {{"noise", text("none")}}, 10)));
  expect_input_error(
      [] {
        build("random-instance", {{"noise_half_width", 0.25}}, 10);
      },
      "noise_half_width", {"\"uniform\"", "\"bernoulli\""});
  expect_input_error([] { build("random-instance", {{"noise", text("gauss")}}, 10); }, "noise", {"gauss", "beta"});
}

TEST(Environment, RejectsInvalidSettings) {
  const auto refused = [](const char* kind, const Settings& settings, const std::string& key,
                          const std::vector<std::string>& words, std::optional<std::int64_t> T = 100) {
    SCOPED_TRACE(key);
    expect_input_error([&] { build(kind, settings, T); }, key, words);
  };
  refused("random-instance", {}, "study.horizon", {"missing, expected"}, {});
  refused("random-instance", {{"armz", 3L}}, "armz", {"unknown", "arms"});
  refused("random-instance", {{"losses.gap", 0.3}}, "losses.kind", {"missing, expected", "switching"});
  refused("random-instance", {{"losses.kind", text("swiching")}}, "losses.kind",
          {"unknown", "did you mean \"switching\""});
  refused("random-instance", {{"losses.kind", text("phases")}, {"losses.block", 5L}}, "losses.block",
          {"losses.kind = \"switching\"", "not to \"phases\""});
  refused("random-instance", {{"losses.kind", text("switching")}, {"losses.gap", 2.0}}, "losses.gap", {"[0, 1]"});
  refused("random-instance", {{"losses.kind", text("sign-flip")}, {"losses.block", 5L}, {"losses.block_fraction", 0.1}},
          "losses.block_fraction", {"beside block"});
  refused("random-instance", {{"losses.kind", text("sinusoidal")}, {"losses.period", 1e12}}, "losses.kind",
          {"1000000000000 rows", "100000000"}, 1'000'000'000'000);
  refused("random-instance", {{"losses.kind", text("stationary")}, {"losses.means", List{0, 1}}}, "losses.means",
          {"2 arms", "has 10"});
  refused("stationary", {{"loss", List{0, 1}}}, "violation", {"missing, expected"});
  refused("stationary", {{"loss", List{0, 1}}, {"violation", Table{{0, 1}, {1}}}}, "violation", {"equally long"});
  refused("stationary", {{"loss", List{0, 1.5}}, {"violation", List{0, 1}}}, "loss", {"1.5", "[0, 1]"});
  refused("trace", {}, "file", {"missing, expected"});
  refused("trace", {{"file", text("nowhere.csv")}}, "file", {"nowhere.csv", "no such file"});
  const auto corrupted = [&](const Settings& corruption, const std::string& key,
                             const std::vector<std::string>& words) {
    Settings settings{{"loss", List{0, 1}}, {"violation", List{-0.5, 0.5}}};
    for (const auto& [name, value] : corruption) settings["corruption." + name] = value;
    refused("stationary", settings, "corruption." + key, words);
  };
  corrupted({{"schedule", text("front")}}, "budget", {"missing, expected"});
  corrupted({{"budget", 1.0}, {"budget_fraction", 0.1}}, "budget_fraction", {"one of the two"});
  corrupted({{"budget", 1.0}, {"schedule", text("early")}}, "schedule", {"early", "front"});
  corrupted({{"budget", 1.0}, {"arm", 1L}}, "arm", {"\"target\"", "\"slander\""});
  corrupted({{"budget", 1.0}, {"direction", text("target")}}, "arm", {"missing, expected"});
  corrupted({{"budget", 1.0}, {"direction", text("target")}, {"arm", 3L}}, "arm", {"3", "1 to 2"});
  corrupted({{"budget", 1.0}, {"losses", true}}, "losses", {"open-problem"});
  corrupted({{"kind", text("budget")}, {"budget", 1.0}}, "kind", {"did you mean \"budgeted\""});
  const Settings infeasible{{"loss", List{0, 1}}, {"violation", List{0.5, 0.5}}, {"corruption.budget", 1.0}};
  refused("stationary", infeasible, "corruption.direction", {"slander", "no strategy"});
  const Settings feasible{{"loss", List{0, 1}},
                          {"violation", List{-0.5, -0.5}},
                          {"corruption.budget", 1.0},
                          {"corruption.direction", text("flatter")}};
  refused("stationary", feasible, "corruption.direction", {"flatter", "every arm satisfies"});
}

std::string page(const std::string& name) {
  std::ifstream file(REGRETTA_SOURCE_DIR "/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Whether `word` is in the first column of the table in which that column is called `column`.
bool has_row(const std::string& text, const std::string& column, std::string_view word) {
  const std::size_t begin = text.find("\n| `" + column + "` |");
  std::istringstream table(text.substr(std::min(begin, text.size()), text.find("\n\n", begin) - begin));
  for (std::string line; std::getline(table, line);)
    if (line.substr(0, line.find('|', 1)).find("`" + std::string(word) + "`") != std::string::npos) return true;
  return false;
}

TEST(Documentation, DefinesEveryWord) {
  const std::string adversaries = page("environments/ADVERSARIES.md"), protocol = page("engine/trial/PROTOCOL.md");
  Catalogue catalogue;
  add_environments(catalogue);
  add_measures(catalogue);
  const auto defined_in = [](const std::string& text, std::string_view word) {
    return text.find("`" + std::string(word) + "`") != std::string::npos;
  };
  for (const EnvironmentEntry& entry : catalogue.environments)
    EXPECT_TRUE(defined_in(adversaries, entry.name)) << entry.name << " is not in ADVERSARIES.md";
  for (const EnvironmentEntry& entry : catalogue.parts)
    EXPECT_TRUE(entry.group == "noise"    ? has_row(protocol, "noise", entry.name)
                : entry.group == "losses" ? has_row(adversaries, "losses.kind", entry.name)
                                          : defined_in(adversaries, entry.name))
        << entry.group << " " << entry.name << " is not in ADVERSARIES.md (noise: PROTOCOL.md)";
  for (const MeasureEntry& entry : catalogue.measures)
    EXPECT_NE(protocol.find("\n| `" + entry.name + "` |"), std::string::npos)
        << entry.name << " has no row in engine/trial/PROTOCOL.md";
  for (const ChoiceWord& direction : words_of(Direction{})) {
    EXPECT_TRUE(has_row(adversaries, "direction", direction.text)) << direction.text << " is not in ADVERSARIES.md";
    EXPECT_FALSE(direction.help.empty()) << direction.text;
  }
  for (const ChoiceWord& schedule : words_of(Schedule{})) {
    EXPECT_TRUE(has_row(adversaries, "schedule", schedule.text)) << schedule.text << " is not in ADVERSARIES.md";
    EXPECT_FALSE(schedule.help.empty()) << schedule.text;
  }
}

TEST(Documentation, DirectionsAreListed) {
  const std::string classes = page("environments/corruption/directions.hpp");
  std::size_t directions = 0;
  for (std::size_t found = 0;
       (found = classes.find("std::vector<Target> targets(const Adversary&", found)) != std::string::npos; ++found)
    ++directions;
  EXPECT_EQ(directions, std::variant_size_v<Direction>) << "words_of(Direction) lacks a direction";
}

}  // namespace

}  // namespace regretta::tests
