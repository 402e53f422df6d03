// `regretta worst`: which trials to replay.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta::fakes {
namespace {

TEST(Worst, RanksTrialsAndSaysHowToSeeThem) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--set", "learner.fails=11"}).status, 3);
  const StudyReader study = StudyReader::open(folder.path("s.db"));
  double largest = -1e300;
  std::string command;
  for (const CellLabel& cell : study.cells())
    study.for_each_block(cell, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials)
        if (trial[Quantity::violation] > largest) {
          largest = trial[Quantity::violation];
          command = fmt::format("replay s.db --cell {} --trial {}", cell.cell, trial.trial);
        }
    });
  const Outcome result = regretta(folder, {"worst", "s.db", "--metric", "violation", "--count", "3"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "the 3 trials of 228 with the largest violation")) << result.out;
  EXPECT_TRUE(contains(result.out, command)) << result.out;
  EXPECT_TRUE(contains(result.out, "Not ranked: 12 trials that failed")) << result.out;
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 2 + 2 + 3 + 3) << result.out;

  const Outcome least =
      regretta(folder, {"worst", "s.db", "--metric", "opt", "--least", "--where", "cell=4", "--count", "1"});
  EXPECT_TRUE(contains(least.out, "--cell 4 --trial 0 -o cell-4-trial-0.csv")) << least.out;
  const Outcome unknown = regretta(folder, {"worst", "s.db", "--metric", "violatoin"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_TRUE(contains(unknown.err, "--metric: no quantity \"violatoin\" (did you mean \"violation\"?)"))
      << unknown.err;
  EXPECT_EQ(regretta(folder, {"worst", "s.db", "--where", "cell=12"}).status, 2);
}

}  // namespace
}  // namespace regretta::fakes
