// The plans of valid studies; the digest of the environments' means.

#include <algorithm>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include "../study_fakes.hpp"

#include "regretta/engine/study/plan/content.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {
namespace {

/// Whether the content of a cell contains these lines.
bool contains(const Cell& cell, const std::string& lines) {
  return std::ranges::any_of(cell.content->parts, [&](const SharedContent& part) {
    return part->text.find("\n" + lines) != std::string::npos;
  });
}

using fakes::error_of;
using fakes::plan_of;

constexpr const char* tiny_study = R"(
[study]
horizon = 1_000
[[environment]]
kind = "steady"
[[learner]]
kind = "plain"
)";

TEST(Study, DefaultsAndKeys) {
  const Study study = parse_study(tiny_study, "dir/my study.toml", "dir");
  EXPECT_EQ(study.name, "my study");
  EXPECT_EQ(study.seed, 1u);
  EXPECT_EQ(study.trials, 64);
  EXPECT_EQ(study.delta, 0.05);
  EXPECT_EQ(study.checkpoints, 32);
  EXPECT_EQ(study.horizons, (std::vector<std::int64_t>{1000}));
  EXPECT_EQ(study.folder, "dir");

  const Study with_overrides = parse_study(
      "study = {name='x', seed=9223372036854775807, trials=2147483648, delta=0.5, horizon=[1e5, 10], checkpoints=1}\r\n"
      "[[learner]]\nkind='plain'\nname='A'\n[[environment]]\nkind=\"tape\" # not [[[ brackets\n"
      "file='[[[not brackets]]] {{{'\n",
      "f.toml", "");
  EXPECT_EQ(with_overrides.name, "x");
  EXPECT_EQ(with_overrides.seed, 9223372036854775807u);
  EXPECT_EQ(with_overrides.trials, 2147483648);
  EXPECT_EQ(with_overrides.horizons, (std::vector<std::int64_t>{100000, 10}));
  ASSERT_EQ(with_overrides.learners.size(), 1u);
  EXPECT_EQ(with_overrides.learners[0].name, "A");
  ASSERT_EQ(with_overrides.environments.size(), 1u);
  EXPECT_EQ(with_overrides.environments[0].where.line, 5);
  EXPECT_EQ(with_overrides.environments[0].settings.begin()->second.where().line, 7);
}

TEST(Study, ListOfKindsMakesOnePluginOfEachKind) {
  const Study study = parse_study(
      "[[environment]]\nkind = \"steady\"\n[[learner]]\nkind = [\n\"plain\",\n\"cautious\"]\nname = ['A', 'B']\n"
      "beta = 0.5\n[[learner]]\nkind = ['plain', 'plain']\n",
      "f.toml", "");
  ASSERT_EQ(study.learners.size(), 4u);
  EXPECT_EQ(study.learners[0].kind, "plain");
  EXPECT_EQ(study.learners[0].name, "A");
  EXPECT_EQ(study.learners[1].kind, "cautious");
  EXPECT_EQ(study.learners[1].name, "B");
  EXPECT_EQ(study.learners[1].kind_where.line, 6);
  ASSERT_EQ(study.learners[1].settings.flat().size(), 1u);  // only the setting that all kinds share
  EXPECT_TRUE(study.learners[1].settings.contains("beta"));
  EXPECT_EQ(study.learners[3].name, "plain");
}

TEST(Study, GridOrderIsEnvironmentMajorAndCatalogueOrdered) {
  const Plan plan = plan_of(R"(
[study]
horizon = [100, 1e3]
[[environment]]
kind = "steady"
name = "first"
corruption.budget = [0, 10]
[[environment]]
kind = "steady"
[[learner]]
kind = "plain"
[[learner]]
kind = "cautious"
beta = [0.25, 0.5]
confidence_scale = [1, 2.0]   # described before beta: the slower axis
)");
  ASSERT_EQ(plan.cells.size(), (2u + 1u) * 2u * (1u + 4u));
  EXPECT_EQ(plan.swept_names,
            (std::vector<std::string>{"learner.confidence_scale", "learner.beta", "environment.corruption.budget"}));
  for (std::size_t i = 0; i < plan.cells.size(); ++i) EXPECT_EQ(plan.cells[i].index, static_cast<std::int64_t>(i));

  const Cell& plain = plan.cells[0];
  EXPECT_EQ(plain.learner, "plain");
  EXPECT_EQ(plain.environment, "first");
  EXPECT_EQ(plain.environment_kind, "steady");
  EXPECT_EQ(plain.problem().horizon, 100);
  EXPECT_EQ(plain.problem().num_arms, 2);
  EXPECT_EQ(plain.work->without_facts().checkpoints.back(), 100);
  EXPECT_EQ(plain.swept, (std::vector<Value>{{}, {}, 0.0}));

  const Cell& third = plan.cells[2];
  EXPECT_TRUE(contains(third, "beta=0.5\nconfidence_scale=1\n"));
  EXPECT_EQ(third.swept[1], Value(0.5));
  EXPECT_TRUE(contains(plan.cells[3], "beta=0.25\nconfidence_scale=2\n"));
  EXPECT_EQ(plan.cells[5].problem().horizon, 1000);
  EXPECT_TRUE(contains(plan.cells[10], "corruption.budget=10\n"));
  EXPECT_EQ(plan.cells[20].environment, "steady");
  EXPECT_EQ(plan.cells[0].work, plan.cells[4].work);  // learners share adversary and facts
  EXPECT_NE(plan.cells[0].work, plan.cells[5].work);
}

TEST(Study, TypesTellListsFromSweeps) {
  const std::string head = "[study]\nhorizon = 50\n[[learner]]\nkind = 'plain'\n[[environment]]\nkind = 'steady'\n";
  const auto cells = [&](const std::string& line) { return plan_of(head + line).cells.size(); };
  EXPECT_EQ(cells("losses.means = [0, 1]"), 1u);
  EXPECT_EQ(cells("losses.means = [[0, 1], [0.5, 1]]"), 2u);
  EXPECT_EQ(cells("violations.means = [-1, 1]"), 1u);
  EXPECT_EQ(cells("violations.means = [[-1, 1], [0, 0], [1, -1]]"), 1u);
  EXPECT_EQ(cells("violations.means = [[[-1, 1]], [[0, 0], [1, 1]]]"), 2u);
  EXPECT_EQ(plan_of(head + "violations.means = [[[-1, 1]], [[0, 0], [1, 1]]]").cells[1].problem().num_constraints, 2);
  EXPECT_EQ(cells("noise = ['none', 'bernoulli']"), 2u);
}

TEST(Study, SubTablesFlatten) {
  const std::string head = "[study]\nhorizon = 50\n[[learner]]\nkind = 'plain'\n[[environment]]\nkind = 'steady'\n";
  for (const std::string tail :
       {"corruption = {kind = 'front', budget = 5}\nnoise = {kind='uniform', half_width=0.5}\n",
        "corruption.budget = 5\ncorruption.kind = 'front'\nnoise_half_width = 0.5\n"
        "noise = 'uniform'\n",
        "[environment.corruption]\nkind = 'front'\nbudget = 5.0\n[environment.noise]\n"
        "half_width = 0.5\nkind = 'uniform'\n"}) {
    const Plan plan = plan_of(head + tail);
    ASSERT_EQ(plan.cells.size(), 1u);
    for (const char* line :
         {"corruption.budget=5\ncorruption.kind=\"front\"\n", "noise=\"uniform\"\n", "noise_half_width=0.5\n"})
      EXPECT_TRUE(contains(plan.cells[0], line)) << line;
  }
}

TEST(Study, MeasuredMayStandAmongNumbersInASweep) {
  const Plan plan = plan_of(std::string(tiny_study) + "[[learner]]\nkind='cautious'\ncorruption=[0, 'measured']\n");
  ASSERT_EQ(plan.cells.size(), 3u);
  EXPECT_EQ(plan.cells[1].swept[0], Value(0.0));
  EXPECT_EQ(plan.cells[2].swept[0], Value(std::string("measured")));
}

TEST(Study, SweptColumnsDistinguishPluginsOfTheSameKind) {
  const Plan plan = plan_of(std::string(tiny_study) +
                            "[[learner]]\nkind='cautious'\nbeta=0.25\n[[learner]]\nkind='cautious'\nwindow=20\n");
  EXPECT_EQ(plan.swept_names, (std::vector<std::string>{"learner.beta", "learner.window"}));
  EXPECT_EQ(plan.cells[0].swept, (std::vector<Value>(2)));
  EXPECT_EQ(plan.cells[1].swept[0], Value(0.25));
  EXPECT_EQ(plan.cells[1].swept[1], Value(std::int64_t{10}));  // the default window
  EXPECT_EQ(plan.cells[2].swept[0], Value(0.5));               // the default beta
}

TEST(Study, TraceFixesTheHorizon) {
  const Plan plan = plan_of("[[learner]]\nkind='plain'\n[[environment]]\nkind='tape'\nfile='a.csv'\nhold=[1, 25]\n");
  ASSERT_EQ(plan.cells.size(), 2u);
  EXPECT_EQ(plan.cells[1].problem().horizon, 2500);
  EXPECT_TRUE(plan.study.horizons.empty());
}

TEST(Study, Overrides) {
  const std::string text = std::string(tiny_study) + "[[learner]]\nkind='cautious'\nname='A'\nbeta=0.1\n";
  EXPECT_EQ(plan_of(text, {"study.trials=10"}).study.trials, 10);
  EXPECT_EQ(plan_of(text, {"study.trials=10", "study.trials = 12"}).study.trials, 12);
  EXPECT_EQ(plan_of(text, {"study.name=bare words"}).study.name, "bare words");
  EXPECT_EQ(plan_of(text, {"study.horizon=[100, 200]"}).cells.size(), 4u);
  EXPECT_EQ(plan_of(text, {"learner.beta=[0.4, 0.5]"}).cells.size(), 3u);
  EXPECT_TRUE(contains(plan_of(text, {"learner.cautious.window=20"}).cells[1], "window=20\n"));
  EXPECT_TRUE(contains(plan_of(text, {"learner.A.estimator=instantaneous"}).cells[1], "estimator=\"instantaneous\"\n"));
  EXPECT_TRUE(contains(plan_of(text, {"environment.noise.half_width=0.2"}).cells[0], "noise_half_width=0.2\n"));
  EXPECT_TRUE(contains(plan_of(text, {"environment.corruption={kind='late', budget=3}"}).cells[0],
                       "corruption.budget=3\ncorruption.kind=\"late\"\n"));
  EXPECT_TRUE(
      contains(plan_of(text, {"environment.steady.corruption.budget=100"}).cells[0], "corruption.budget=100\n"));
}

TEST(Study, WithoutTrialsTheStopRuleIsWithinFivePercent) {
  const Plan plan = plan_of(tiny_study);
  ASSERT_TRUE(plan.study.stop);
  EXPECT_EQ(plan.study.stop->until, "within 5%");
  EXPECT_EQ(plan.study.stop->least, 64);
  EXPECT_EQ(plan.study.trials, 65'536) << "short trials: the limit is as large as possible";
  const std::int64_t fewer = plan_of(tiny_study, {"study.horizon=100_000"}).study.trials;
  EXPECT_LT(fewer, 65'536);
  EXPECT_FALSE(plan_of(tiny_study, {"study.trials=10"}).study.stop);
  const Plan stopped = plan_of(tiny_study, {"study.until=ranked", "study.trials=100"});
  EXPECT_EQ(stopped.study.trials, 65'536);
  EXPECT_EQ(stopped.study.stop->least, 100);
}

TEST(Study, FactsAreComputedOnceOnDemand) {
  const Plan plan = plan_of(std::string(tiny_study) + "[[learner]]\nkind='cautious'\n");
  EXPECT_EQ(plan.cells[0].work->without_facts().facts, nullptr);
  std::vector<const CellFacts*> seen(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    threads.emplace_back([&, i] { seen[i] = plan.cells[i % 2].prepared().facts.get(); });
  }
  for (auto& thread : threads) thread.join();
  for (const CellFacts* facts : seen) EXPECT_EQ(facts, seen[0]);
  ASSERT_NE(seen[0], nullptr);
  EXPECT_NEAR(seen[0]->optimum.value, 0.25, 1e-12);
  EXPECT_EQ(plan.cells[0].prepared().problem.horizon, 1000);
}

TEST(Study, DifferenceBetweenStudiesIsNamed) {
  const std::string text = std::string(tiny_study) + "[[learner]]\nkind='cautious'\nbeta=[0.1, 0.2]\n";
  const auto identity = [](const Plan& plan) { return identity_json(plan.study); };
  const std::string trials = "study.trials=64";
  const auto stored = identity_json(parse_canonical(canonical_text(plan_of(text, {trials}).study), "stored"));
  const auto difference = [&](const std::string& text_now, std::vector<std::string> overrides = {}) {
    overrides.insert(overrides.begin(), trials);
    return first_difference(stored, identity(plan_of(text_now, overrides)));
  };
  EXPECT_EQ(difference(text), std::nullopt);
  EXPECT_EQ(difference("# a comment\n" + text + "window = 1e1   # the default, written out\n"), std::nullopt);
  EXPECT_EQ(difference(text, {"study.trials=10"}), "study.trials was 64 and is now 10");
  EXPECT_EQ(difference(text, {"learner.beta=[0.1, 0.3]"}),
            "learner.beta of learner 2 (cautious) was [0.1,0.2] and is now [0.1,0.3]");
  EXPECT_EQ(difference(text, {"environment.corruption.budget=1"}),
            "environment.corruption.budget of environment 1 (steady) was 0.0 and is now 1.0");
  EXPECT_EQ(difference(text + "[[learner]]\nkind='cautious'\n"), "learner: there were 2 and are now 3");
  auto edited = stored;
  edited["study"].erase("delta");
  EXPECT_EQ(first_difference(edited, stored), "study.delta was absent and is now 0.05");
}

TEST(Study, TraceEditedInPlaceIsNoticed) {
  const Study study =
      parse_study("[[learner]]\nkind='plain'\n[[environment]]\nkind='tape'\nfile='a.csv'\n", "f.toml", "");
  Catalogue catalogue = fakes::catalogue();
  const auto identity = [&] { return identity_json(make_plan(study, catalogue).study); };
  const auto before = identity();
  EXPECT_EQ(first_difference(before, identity()), std::nullopt);
  catalogue.environments[1].build = [](const Settings&, const EnvironmentContext&) {
    return fakes::constant_means({0.1, 0.2}, {-1, 1 - 1e-16 * 2}, 100);
  };
  const auto found = first_difference(before, identity());
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->starts_with("means: ")) << *found;
}

TEST(Study, CanonicalTextRoundTrips) {
  const Plan plan =
      plan_of(R"(
[study]
horizon = 1_000
[[environment]]
kind = "steady"
corruption.budget = [0, 1e11]
noise = ["none", "uniform"]
[[learner]]
kind = "cautious"
name = 'with "quotes" and \\'
weights = [0.5, 1]
corruption = [0, "measured"]
[[learner]]
kind = "cautious"
weights = [[0.25, 0.5], [1, 0]]
exploration = [true, false]
)",
              {"study.horizon=[100, 1e3]", "study.until='within 1%'", "study.metric=regret", "study.most_trials=640"});
  const std::string text = canonical_text(plan.study);
  const Study stored = parse_canonical(text, "stored");
  EXPECT_EQ(canonical_text(stored), text);
  const Plan reread_plan = make_plan(stored, fakes::catalogue());
  EXPECT_EQ(canonical_text(reread_plan.study), text);
  ASSERT_EQ(reread_plan.cells.size(), plan.cells.size());
  for (std::size_t k = 0; k < plan.cells.size(); ++k)
    EXPECT_EQ(reread_plan.cells[k].content->hash, plan.cells[k].content->hash);
}

TEST(Study, ChangedDefaultsAndMeansAreRejected) {
  const std::string text = std::string(tiny_study) + "[[learner]]\nkind='cautious'\n[learner.defaults]\n";
  EXPECT_EQ(error_of(text + "window = 10\nbeta = 0.5\n"), "");
  EXPECT_NE(
      error_of(text + "window = 11\n").find("learner.defaults.window: 11 was the default of cautious, which is now 10"),
      std::string::npos);
  EXPECT_NE(error_of(text + "none = 1\n").find("learner.defaults.none"), std::string::npos);
  EXPECT_EQ(error_of(text + "window = 11\n", {"learner.window=20"}), "") << "the default of a set parameter is unused";
  const std::string means = plan_of(std::string(tiny_study)).study.means;
  EXPECT_EQ(error_of(tiny_study, {"study.means=" + means}), "");
  EXPECT_NE(error_of(tiny_study, {"study.means=0123456789abcdef"})
                .find("study.means: the environments' means have the digest"),
            std::string::npos);
}

/// The same means in all rounds, held in memory if `is_held`. Counts calls of read() in `reads`.
struct CountedRow {
  bool is_held = false;
  std::vector<double> values{};
  int* reads = nullptr;

  std::int64_t num_rows() const { return 1; }
  std::int64_t row_at(std::int64_t) const { return 0; }
  std::int64_t same_until(std::int64_t t) const { return t + 1'000; }
  void read(std::int64_t, std::span<double> out) const {
    ++*reads;
    std::ranges::copy(values, out.begin());
  }
  const double* held(std::int64_t) const { return is_held ? values.data() : nullptr; }
};

TEST(MeansDigest, RowsInMemoryAreReadInPlace) {
  int reads = 0;
  const auto digest = [&](bool is_held) {
    Adversary adversary;
    adversary.num_arms = 2;
    adversary.num_constraints = 1;
    adversary.horizon = 100;
    adversary.losses = CountedRow{is_held, {0.25, 0.5}, &reads};
    adversary.violations = CountedRow{is_held, {-1, 0.75}, &reads};
    reads = 0;
    return means_digest({&adversary});
  };
  const std::string copied = digest(false);
  EXPECT_EQ(reads, 2);
  EXPECT_EQ(digest(true), copied);
  EXPECT_EQ(reads, 0) << "copies may be large: a row of 10,000 arms and 1,000 constraints takes 80 MB";
}

}  // namespace
}  // namespace regretta
