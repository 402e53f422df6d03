// Replay: tests that `regretta replay` plays a single trial again and prints every round.
// Digest: tests that a digest does not depend on how results were computed, and locates a difference.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta::fakes {
namespace {

std::map<std::string, std::vector<double>> columns_of(const std::string& csv) {
  std::map<std::string, std::vector<double>> columns;
  std::vector<std::string> names;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    std::istringstream fields(line);
    std::size_t k = 0;
    for (std::string text; std::getline(fields, text, ','); ++k) {
      if (columns.size() <= k && names.size() == k) {
        names.push_back(text);
        columns[text];
      } else {
        columns[names.at(k)].push_back(std::stod(text));
      }
    }
    EXPECT_EQ(k, names.size()) << line;
  }
  return columns;
}

double sum_of(const std::vector<double>& values) {
  double total = 0;
  for (const double x : values) total += x;
  return total;
}

// The study has both feedback models; learners that draw random numbers, that compute in doubles only, and that commit
// to an arm; noise; an adversary that depends on x_t; an environment with two constraints.
const std::string varied_study = R"(
[study]
name = "varied"
trials = 10
horizon = 700
checkpoints = 5
[[environment]]
kind = "random-instance"
arms = 3
constraints = 2
noise = "beta"
corruption = { budget = 50, schedule = "front", direction = "slander" }
[[environment]]
kind = "mannor"
[[learner]]
kind = "conomd-fs"
confidence_scale = 0.05
[[learner]]
kind = "conomd-fs-ix"
[[learner]]
kind = "expopt-conomd"
[[learner]]
kind = "corral"
[[learner]]
kind = "loe2d"
[[learner]]
kind = "pd-wa"
[[learner]]
kind = "ucb1"
)";

TEST(Replay, ATrialThatDiffersWhenPlayedAloneIsReported) {
  const Folder folder;
  std::string text = dice_study;
  text.replace(text.find("pause = 0"), 9, "word = \"crooked\"");
  folder.write("c.toml", text);
  ASSERT_EQ(regretta(folder, {"run", "c.toml"}).status, 0);
  const Outcome replayed = regretta(folder, {"replay", "c.db", "--cell", "0", "--trial", "9", "-o", "r.csv"});
  EXPECT_EQ(replayed.status, 1);
  EXPECT_TRUE(contains(replayed.err, "beside the other trials of its pack it is")) << replayed.err;
  EXPECT_FALSE(contains(replayed.err, "a trace was edited")) << replayed.err;
}

TEST(Replay, ReproducesTheSavedBitsForEveryKindOfLearner) {
  const ShippedCatalogue shipped;
  const Folder folder;
  folder.write("s.toml", varied_study);
  output_of(folder, {"run", "s.toml"});
  for (int cell = 0; cell < 14; ++cell) {
    const Outcome result =
        regretta(folder, {"replay", "s.db", "--cell", std::to_string(cell), "--trial", "9", "-o", "r.csv"});
    EXPECT_EQ(result.status, 0) << result.err;
    expect_parts(result.err, {"700 rounds in r.csv", "equal the saved ones to the bit"});
    EXPECT_EQ(result.out, "");
  }
}

TEST(Replay, PrintsTheMeansBeforeCorruption) {
  const ShippedCatalogue shipped;
  const ResultsFolder folder(R"(
[study]
trials = 1
horizon = 50
measures = ["uncorrupted-violation"]
[[environment]]
kind = "stationary"
loss = [0.5, 0.2]
violation = [[-0.5, 0.5]]
corruption = { budget = 15, direction = "flatter" }
[[environment]]
name = "clean"
kind = "stationary"
loss = [0.5, 0.2]
violation = [[-0.5, 0.5]]
[[learner]]
kind = "expopt-conomd"
)");
  auto columns = columns_of(regretta(folder, {"replay", "s.db", "--cell", "0", "--trial", "0"}).out);
  std::vector<double> corrupted(50, 0.5);
  std::fill_n(corrupted.begin(), 10, -1);
  EXPECT_EQ(columns["mean_g1_2"], corrupted);
  EXPECT_EQ(columns["uncorrupted_g1_1"], std::vector<double>(50, -0.5));
  EXPECT_EQ(columns["uncorrupted_g1_2"], std::vector<double>(50, 0.5));
  double violation = 0;
  for (std::size_t t = 0; t < 50; ++t) violation += std::max(0.0, (columns["x_2"][t] - columns["x_1"][t]) / 2);
  const StudyReader study = StudyReader::open(folder.path("s.db"));
  EXPECT_NEAR((*study.trial(study.cells()[0], 0))[measure_quantity(0)], violation, 1e-9);
  EXPECT_FALSE(contains(regretta(folder, {"replay", "s.db", "--cell", "1", "--trial", "0"}).out, "uncorrupted_g"));
}

TEST(Replay, RoundsAddUpToTheResultsOfTheTrial) {
  const ShippedCatalogue shipped;
  const ResultsFolder folder(varied_study);
  const StudyReader study = StudyReader::open(folder.path("s.db"));
  for (const int cell : {0, 3, 9}) {
    const std::string result = output_of(folder, {"replay", "s.db", "--cell", std::to_string(cell), "--trial", "3"});
    auto columns = columns_of(result);
    ASSERT_EQ(columns["t"].size(), 700U);
    const int arms = columns.contains("x_3") ? 3 : 2;
    const int constraints = columns.contains("g2_1") ? 2 : 1;
    double realised_loss = 0, expected_loss = 0, violation = 0, realised_violation = -1e9;
    for (int i = 1; i <= constraints; ++i) {
      double positive_part = 0, realised = 0;
      for (std::size_t t = 0; t < 700; ++t) {
        double mean = 0;
        for (int a = 1; a <= arms; ++a) {
          const std::string arm = fmt::format("_{}", a);
          const std::string g = fmt::format("g{}_{}", i, a);
          mean += columns["x" + arm][t] * columns["mean_" + g][t];
          if (columns["arm"][t] == a) realised += columns[g][t];
          if (i == 1) {
            expected_loss += columns["x" + arm][t] * columns["mean_loss" + arm][t];
            if (columns["arm"][t] == a) realised_loss += columns["loss" + arm][t];
          }
        }
        positive_part += std::max(mean, 0.0);
      }
      violation = std::max(violation, positive_part);
      realised_violation = std::max(realised_violation, realised);
    }
    const auto stored = study.trial(study.cells().at(static_cast<std::size_t>(cell)), 3);
    ASSERT_TRUE(stored.has_value());
    const TrialResult& trial = *stored;
    // In sums of 700 x 3 terms of order 1, rounding errors are far below 1e-9.
    EXPECT_NEAR(realised_loss, trial[Quantity::regret] + trial[Quantity::opt], 1e-9) << cell;
    EXPECT_NEAR(expected_loss, trial[Quantity::expected_regret] + trial[Quantity::opt], 1e-9) << cell;
    EXPECT_NEAR(violation, trial[Quantity::violation], 1e-9) << cell;
    EXPECT_NEAR(realised_violation, trial[Quantity::realised_violation], 1e-9) << cell;
    if (columns.contains("empty_rounds")) {
      EXPECT_EQ(columns["empty_rounds"].back(), trial[quantity_named("empty_rounds")]);
      EXPECT_EQ(columns["active_rounds"].back(), trial[quantity_named("active_rounds")]);
    }
  }
}

TEST(Replay, PrintsTheStateOfTheLearner) {
  const ShippedCatalogue shipped;
  const ResultsFolder folder(varied_study);
  const auto table = [&](const std::string& cell) {
    return columns_of(regretta(folder, {"replay", "s.db", "--cell", cell, "--trial", "0"}).out);
  };
  auto full = table("0");  // conomd-fs, whose ghat is the mean of an arm's realised violations
  for (const char* entry : {"1_1", "1_3", "2_2"}) {
    EXPECT_NEAR(full[std::string("ghat") + entry].back(), sum_of(full[std::string("g") + entry]) / 700, 1e-12);
    EXPECT_EQ(full[std::string("ghat") + entry].front(), full[std::string("g") + entry].front());
  }
  const double width_at_1 = 0.05 * 4 * std::sqrt(std::log(700 * 3 * 2 / 0.05));  // confidence_scale; T, K, m, delta
  for (const std::size_t t : {1U, 2U, 700U})
    EXPECT_NEAR(full["width"][t - 1], width_at_1 / std::sqrt(static_cast<double>(t)), 1e-12);
  auto bandit = table("2");  // expopt-conomd
  EXPECT_EQ(bandit["pulls_1"].back() + bandit["pulls_2"].back() + bandit["pulls_3"].back(), 700);
  EXPECT_TRUE(table("5").contains("multiplier_2"));
}

TEST(Replay, RefusesAChangedTrace) {
  const ShippedCatalogue shipped;
  const Folder folder;
  folder.write("t.csv", "loss_1,loss_2,g1_1,g1_2\n0.5,0.25,-0.5,0.5\n0.25,0.5,-0.5,0.5\n");
  folder.write("s.toml",
               "[study]\ntrials = 9\n[[environment]]\nkind = \"trace\"\nfile = \"t.csv\"\nhold = 50\n"
               "[[learner]]\nkind = \"conomd-fs\"\n");
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const std::vector<std::string> again = {"replay", "s.db", "--cell", "0", "--trial", "8", "-o", "r.csv"};
  EXPECT_EQ(regretta(folder, again).status, 0);
  folder.write("t.csv", "loss_1,loss_2,g1_1,g1_2\n0.5,0.25,-0.5,0.5\n0.75,0.5,-0.5,0.5\n");
  expect_refused(folder, again, {"cell 0 cannot be built again: \"data "});
  folder.write("t.csv", "loss_1,loss_2,g1_1,g1_2\n0.5,0.25,-0.5,0.5\n");
  expect_refused(folder, again, {"\"horizon=100\" was and \"horizon=50\" is now"});
  std::vector<std::string> elsewhere = again;
  elsewhere.insert(elsewhere.end(), {"--folder", "/nonexistent"});
  expect_refused(folder, elsewhere, {"cell 0 cannot be built again: environment.file"});
}

TEST(Replay, RefusesUnknownCellsAndUnsavedTrials) {
  const ResultsFolder folder(dice_study, {"--set", "learner.throws=11"}, 3);
  const auto replay = [&](const char* cell, const char* trial) {
    return regretta(folder, {"replay", "s.db", "--cell", cell, "--trial", trial});
  };
  EXPECT_TRUE(contains(replay("12", "0").err, "--cell: no cell 12, expected 0 to 11"));
  EXPECT_TRUE(contains(regretta(folder, {"digest", "s.db", "--explain", "12"}).err, "--explain: no cell 12"));
  EXPECT_TRUE(contains(replay("0", "20").err, "--trial: no trial 20, expected 0 to 19"));
  EXPECT_EQ(replay("0", "11").status, 0) << "the saved trial failed, and fails again";
  const Outcome dice = replay("5", "3");
  EXPECT_EQ(dice.status, 0) << dice.err;
  EXPECT_TRUE(contains(dice.err, "0 rounds")) << dice.err;
  {
    const Database file(folder.path("s.db"), Database::Mode::write);
    file.run("DELETE FROM block WHERE first_trial = 8 AND content = (SELECT content FROM cell WHERE cell = 3)");
    file.run("UPDATE study SET value = '0.0.9' WHERE key = 'compiler'");
  }
  EXPECT_TRUE(contains(replay("3", "9").err, "trial 9 of cell 3 is not saved yet")) << replay("3", "9").err;
}

std::string digest(const Folder& folder, const std::string& file) {
  const std::string result = output_of(folder, {"digest", file});
  EXPECT_EQ(result.size(), 33U) << result;
  return result;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t position = 0; position < text.size(); position = text.find('\n', position) + 1)
    lines.push_back(text.substr(position, text.find('\n', position) - position));
  return lines;
}

TEST(Digest, RunAndDigestAgreeForAnyNumberOfThreads) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  std::set<std::string> digests;
  for (const char* threads : {"1", "3", "16"}) {
    const std::string file = std::string("t") + threads + ".db";
    const std::string run = output_of(folder, {"run", "s.toml", "--output", file, "--threads", threads});
    digests.insert(digest(folder, file));
    EXPECT_TRUE(contains(run, "Digest:  " + *digests.begin())) << run;
  }
  // The value changes only with the definition in maintenance/digest.hpp, or with the content of a study or a trial.
  EXPECT_EQ(digests, std::set<std::string>{"f914224de2ab7d0d38763e300d54d6ae\n"});
  const Outcome again = regretta(folder, {"run", "s.toml", "--output", "t1.db"});
  EXPECT_TRUE(contains(again.out, "Digest:  " + *digests.begin())) << again.out;
}

TEST(Digest, APartialFileIsMarkedAndHasStatus1) {
  const ResultsFolder folder(dice_study);
  const std::string whole = digest(folder, "s.db");
  {
    const Database file(folder.path("s.db"), Database::Mode::write);
    file.run("DELETE FROM block WHERE first_trial = 8 AND content = (SELECT content FROM cell WHERE cell = 3)");
  }
  const Outcome partial = regretta(folder, {"digest", "s.db", "--cells"});
  EXPECT_EQ(partial.status, 1);
  expect_parts(partial.out, {"  partial: 232 of 240 trials\n", "cell 3: dice in flat, \"quoted\", learner.scale = 1, ",
                             "(12 of 20 trials)\n"});
  EXPECT_FALSE(contains(partial.out, whole.substr(0, 32)));
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  EXPECT_EQ(digest(folder, "s.db"), whole);
}

TEST(Digest, DigestsOfCellsLocateADifference) {
  const ResultsFolder folder(dice_study, {"--output", "a.db"});
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--output", "b.db", "--set", "learner.scale=[1, 0.2, 3e-7]"}).status, 0);
  const std::vector<std::string> a = lines_of(regretta(folder, {"digest", "a.db", "--cells"}).out);
  const std::vector<std::string> b = lines_of(regretta(folder, {"digest", "b.db", "--cells"}).out);
  ASSERT_EQ(a.size(), 13U);
  ASSERT_EQ(b.size(), 13U);
  for (std::size_t cell = 0; cell < 12; ++cell) EXPECT_EQ(a[cell] == b[cell], cell % 3 != 1) << a[cell];
  EXPECT_NE(a.back(), b.back());
}

}  // namespace
}  // namespace regretta::fakes
