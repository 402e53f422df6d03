// Cells whose settings say the same in other words are played once, and have the trials of all.

#include <gtest/gtest.h>

#include <fmt/ranges.h>

#include "program_process.hpp"
#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/stopping.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/run_study.hpp"
#include "regretta/tools/commands/estimate.hpp"
#include "regretta/tools/standard_catalogue.hpp"
#include "regretta/tools/text/remarks.hpp"

namespace regretta::fakes {
namespace {

/// Two learners; budget 0 under two schedules and two directions, and budget 10, which are all different.
constexpr std::string_view sweep_with_zero = R"(
[study]
name = "sweep"
trials = 24
horizon = 300
[[environment]]
kind = "stationary"
noise = "bernoulli"
loss = [0.2, 0.5]
violation = [[0.1, -0.2]]
[environment.corruption]
budget = [0, 10]
schedule = ["front", "late"]
direction = ["slander", "flatter"]
[[learner]]
kind = ["conomd-fs", "ucb1"]
)";

Plan sweep_plan(const std::vector<std::string>& overrides = {}) {
  return make_plan(parse_study(sweep_with_zero, "s.toml", "", overrides), standard_catalogue());
}

/// For every cell the first with its content.
std::vector<std::int64_t> same_as(const Plan& plan) {
  const Layout layout = layout_of(plan);
  std::vector<std::int64_t> firsts;
  for (const Cell& cell : plan.cells) firsts.push_back(layout.first_with(cell.content->hash));
  return firsts;
}

/// One learner's trials in one setting, which is a study of its own.
std::vector<std::vector<double>> trials_in(const StudyReader& study, const CellLabel& cell) {
  std::vector<std::vector<double>> values;
  study.for_each_block(cell, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials) {
      std::vector<double>& own = values.emplace_back();
      for (const Quantity quantity : {Quantity::regret, Quantity::violation, Quantity::opt, Quantity::corruption})
        own.push_back(trial[quantity]);
    }
  });
  return values;
}

TEST(SameCells, AreThoseWithoutCorruptionOnly) {
  EXPECT_EQ(same_as(sweep_plan()), (std::vector<std::int64_t>{0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 10, 11, 12, 13, 14, 15}));
  const auto with_corruption = [](const std::string& lines) {
    const std::string text(sweep_with_zero), heading = "[environment.corruption]\n";
    const std::size_t from = text.find(heading) + heading.size();
    const std::string changed = text.substr(0, from) + lines + "\n" + text.substr(text.find("[[learner]]"));
    return same_as(make_plan(parse_study(changed, "s.toml", "", {}), standard_catalogue()));
  };
  EXPECT_EQ(with_corruption("budget_fraction = 0\nschedule = ['front', 'late']"),
            (std::vector<std::int64_t>{0, 1, 0, 1}));
  EXPECT_EQ(with_corruption("budget = 0\n[[environment]]\nkind = 'stationary'\nname = 'none'\nnoise = 'bernoulli'\n"
                            "loss = [0.2, 0.5]\nviolation = [[0.1, -0.2]]"),
            (std::vector<std::int64_t>{0, 1, 0, 1}));  // names are none of it, and a budget of 0 is no corruption
  EXPECT_EQ(with_corruption("kind = 'open-problem'\nbudget = 0\narm = [1, 2]"),
            (std::vector<std::int64_t>{0, 1, 2, 3}));  // an adaptive adversary may do something else
  EXPECT_EQ(same_as(sweep_plan({"environment.loss=[[0.2, 0.5], [0.2, 0.6]]", "environment.corruption.budget=0",
                                "environment.corruption.schedule=\"late\""})),
            (std::vector<std::int64_t>{0, 1, 0, 1, 4, 5, 4, 5}));  // two bases
}

TEST(SameCells, ArePlayedOnceAndHaveTheSameBits) {
  const Folder folder;
  const RunOptions options{.policy = usual_policy(), .threads = 3};
  const RunOutcome outcome = run_study(sweep_plan(), folder.path("s.db"), options);
  EXPECT_EQ(outcome.trials, 10 * 24);  // 6 of 16 cells are the same as others
  EXPECT_EQ(outcome.saved, 16 * 24);
  EXPECT_EQ(outcome.rounds, 10 * 24 * 300);
  const Plan plan = sweep_plan();
  EXPECT_EQ(estimate(plan, layout_of(plan).blocks(), 1).rounds, 10 * 24 * 300);
  const StudyReader together = StudyReader::open(folder.path("s.db"));
  for (std::size_t cell = 0; cell < 8; cell += 2) {
    const Plan alone =
        sweep_plan({"environment.corruption.budget=0",
                    fmt::format("environment.corruption.schedule=\"{}\"", cell < 4 ? "front" : "late"),
                    fmt::format("environment.corruption.direction=\"{}\"", cell % 4 == 0 ? "slander" : "flatter")});
    const StudyReader own = play_study(alone);
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_EQ(trials_in(together, together.cells()[cell + k]), trials_in(own, own.cells()[k])) << cell;
  }
}

TEST(SameCells, CountOnceInAFamily) {
  const Results study(play_study(sweep_plan(), {.policy = usual_policy()}));
  const std::vector<Quantity> violation = {Quantity::violation};
  const auto lines =
      compare_learners(study, [](const CellLabel& cell) { return cell.learner == "ucb1"; }, {.quantities = violation});
  ASSERT_EQ(lines.size(), 8U);
  const std::vector<RivalLine> rivals = rival_lines(study, lines);
  EXPECT_EQ(rivals.front().better + rivals.front().worse + rivals.front().open, 5);
  const Evidence& first = lines.front().difference;
  EXPECT_EQ(rank_learners(study, {.quantities = violation}).pairs, 5);
  EXPECT_EQ(first.p, lines[1].difference.p);  // of a cell and its like
}

TEST(SameCells, AreSaidToBeTheSame) {
  const Folder folder;
  const auto said = [&](const Plan& plan) {
    run_study(plan, folder.path("s.db"), {.policy = usual_policy()});
    const Results study = Results::open(folder.path("s.db"));
    return fmt::format("{}", fmt::join(remarks_on_study(study), "\n"));
  };
  EXPECT_TRUE(contains(said(sweep_plan()), "Cells 2 to 7 have the settings of cells 0 to 1 "));
  EXPECT_FALSE(contains(said(sweep_plan({"environment.corruption.budget=10"})), "have the settings of"));  // extended
  EXPECT_TRUE(contains(said(sweep_plan()), "Cells 2 to 7 have the settings of cells 0 to 1 "));
}

}  // namespace
}  // namespace regretta::fakes
