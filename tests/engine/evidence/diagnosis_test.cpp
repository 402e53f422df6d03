// Diagnosis of artificial trials: each kind of finding is reported, and none for a healthy study.

#include "regretta/engine/evidence/diagnosis.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <numeric>

#include "../../environments/temporary_folder.hpp"
#include "../study_fakes.hpp"
#include "regretta/engine/evidence/tables/facts.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/trial/contract/result.hpp"

namespace regretta {
namespace {

/// A study with two cells of 40 trials; the learner has confidence_scale 1 and 0.5.
const char* const two_cells = R"(
[study]
trials = 40
horizon = 100000
[[environment]]
kind = "steady"
[[learner]]
kind = "cautious"
confidence_scale = [1.0, 0.5]
)";

/// A trial with violation sqrt(t) up to a few percent, rho > 0 and C = 0.
TrialResult healthy_trial(std::int64_t number, const std::vector<std::int64_t>& checkpoints) {
  TrialResult trial;
  trial.trial = number;
  std::ranges::fill(trial.quantities, 0.5);
  const double factor = 1 + 0.05 * std::sin(7.0 * static_cast<double>(number));
  for (const std::int64_t t : checkpoints) {
    const double violation = factor * std::sqrt(static_cast<double>(t));
    trial.curve.push_back({-violation, -violation, violation, violation});
  }
  trial[Quantity::violation] = trial[Quantity::signed_violation] = trial.curve.back()[2];
  trial[Quantity::regret] = trial[Quantity::expected_regret] = -trial.curve.back()[2];
  trial[Quantity::corruption] = 0;
  return trial;
}

class DiagnosisTest : public ::testing::Test {
 protected:
  using Change = std::function<void(std::int64_t cell, TrialResult&)>;

  /// Diagnoses healthy trials that `change` has modified, of which at most `max_blocks` blocks are saved.
  std::vector<Finding> findings(const Change& change, const std::vector<std::string>& overrides = {},
                                std::int64_t max_blocks = 1000) const {
    const Plan plan = make_plan(parse_study(two_cells, "f.toml", "", overrides), fakes::catalogue());
    {
      StudyWriter file(path_, plan);
      for (const BlockRange& range : blocks_of(file.missing())) {
        if (max_blocks-- == 0) break;
        std::vector<BlockResult> results(1);
        results[0].range = range;
        const auto& cell = plan.cells[static_cast<std::size_t>(range.cell)];
        for (std::int64_t number = range.first; number < range.first + range.count; ++number) {
          results[0].trials.push_back(healthy_trial(number, cell.work->without_facts().checkpoints));
          change(range.cell, results[0].trials.back());
        }
        file.save(results);
      }
    }
    return diagnose(Results::open(path_));
  }

  /// Returns the finding of this kind. Fails if there are other findings, except for unseen modes.
  Finding only(const std::string& kind, const std::vector<Finding>& found) const {
    std::string kinds;
    for (const Finding& finding : found)
      if (finding.kind != "unseen modes") kinds += std::string(finding.kind) + ", ";
    EXPECT_EQ(kinds, kind + ", ");
    return found.empty() ? Finding() : found.front();
  }

  static void no_change(std::int64_t, TrialResult&) {}

  const tests::TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/s.db";
};

using Cells = std::vector<std::int64_t>;

TEST_F(DiagnosisTest, HealthyStudyHasNoFindings) { EXPECT_TRUE(findings(no_change).empty()); }

TEST_F(DiagnosisTest, FailedTrials) {
  const Finding finding = only("failed trials", findings([](std::int64_t cell, TrialResult& trial) {
                                 if (cell == 1 && trial.trial >= 38) trial.failure = Failure{13, "left the simplex"};
                               }));
  EXPECT_EQ(finding.severity, Severity::problem);
  EXPECT_EQ(finding.cells, Cells{1});
  EXPECT_NE(finding.what.find("2 of 40 trials failed"), std::string::npos) << finding.what;
  EXPECT_NE(finding.what.find("trial 38 of cell 1, in round 13: left the simplex"), std::string::npos);
  EXPECT_NE(finding.advice.find("--cell 1 --trial 38"), std::string::npos);
}

TEST_F(DiagnosisTest, NonFiniteTrials) {
  const Finding finding = only("non-finite trials", findings([](std::int64_t cell, TrialResult& trial) {
                                 if (cell == 0 && trial.trial == 5)
                                   trial[Quantity::realised_violation] = std::numeric_limits<double>::infinity();
                                 if (cell == 1 && trial.trial == 6) trial[Quantity::violation] = std::nan("");
                                 trial[quantity_named("perceived_corruption")] = std::nan("");  // not a finding
                               }));
  EXPECT_EQ(finding.cells, (Cells{0, 1}));
  EXPECT_NE(finding.advice.find("--cell 0 --trial 5"), std::string::npos) << finding.advice;
}

/// 40 trials with only 1 or 5 distinct results are suspicious; 16 distinct results are not.
TEST_F(DiagnosisTest, IdenticalTrials) {
  const auto with_results = [this](std::int64_t num_distinct) {
    std::filesystem::remove(path_);
    return findings([num_distinct](std::int64_t cell, TrialResult& trial) {
      if (cell != 1) return;
      const std::int64_t number = trial.trial;
      trial = healthy_trial(number % num_distinct, log_spaced_checkpoints(100'000, 32));
      trial.trial = number;
    });
  };
  const Finding identical = only("identical trials", with_results(1));
  EXPECT_EQ(identical.severity, Severity::warning);
  EXPECT_EQ(identical.cells, Cells{1});
  EXPECT_EQ(identical.what,
            "the 40 trials of cell 1 have only 1 distinct result, to the bit: they say no more than 1 trial");
  EXPECT_NE(identical.advice.find("draw(random)"), std::string::npos);
  EXPECT_EQ(only("identical trials", with_results(5)).what,
            "the 40 trials of cell 1 have only 5 distinct results, to the bit: they say no more than 5 trials");
  EXPECT_TRUE(with_results(16).empty());
  std::filesystem::remove(path_);
  const auto last_differs = findings([](std::int64_t, TrialResult& trial) {
    const std::int64_t number = trial.trial;
    trial = healthy_trial(0, log_spaced_checkpoints(100'000, 32));
    trial.trial = number;
    trial.quantities.back() = static_cast<double>(number);
  });
  EXPECT_TRUE(last_differs.empty()) << last_differs.front().what;
}

TEST_F(DiagnosisTest, Unfinished) {
  const Finding finding = only("unfinished", findings(no_change, {}, 9));  // 9 of 10 blocks are saved
  EXPECT_EQ(finding.cells, Cells{1});
  EXPECT_EQ(finding.what, "8 of 80 trials are missing");
}

TEST_F(DiagnosisTest, InfeasibleAndSlater) {
  const auto found = findings([](std::int64_t cell, TrialResult& trial) {
    if (cell == 0) return;
    trial[Quantity::opt] = trial[Quantity::regret] = trial[Quantity::expected_regret] = std::nan("");
    trial[Quantity::rho] = trial[Quantity::rho_pure] = -0.1;
  });
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].kind, "infeasible");
  EXPECT_EQ(found[1].kind, "Slater fails");
  EXPECT_EQ(found[0].cells, Cells{1});
  EXPECT_LT(found[0].severity, found[1].severity);
}

TEST_F(DiagnosisTest, NoSafeArm) {
  only("no safe arm", findings([](std::int64_t, TrialResult& trial) { trial[Quantity::rho_pure] = 0; }));
}

TEST_F(DiagnosisTest, FewTrials) {
  const Finding finding = only("few trials", findings(no_change, {"study.trials=10"}));
  EXPECT_NE(finding.what.find("with 10 trials"), std::string::npos);
  EXPECT_NE(finding.what.find("probability 0.6"), std::string::npos) << "0.95^10 = 0.599: " << finding.what;
}

TEST_F(DiagnosisTest, RareMode) {
  const Finding mode = only("rare mode", findings([](std::int64_t cell, TrialResult& trial) {
                              if (cell == 1 && (trial.trial == 4 || trial.trial == 17)) trial[Quantity::violation] *= 3;
                            }));
  EXPECT_EQ(mode.cells, Cells{1});
  EXPECT_NE(mode.what.find("in cell 1 it is 2 of 40 trials"), std::string::npos) << mode.what;
  EXPECT_NE(mode.what.find("the same learners may have it unseen in cell 0"), std::string::npos) << mode.what;
}

TEST_F(DiagnosisTest, RareModesAreReadFromStoredFacts) {
  findings([](std::int64_t cell, TrialResult& trial) {
    if (cell == 1 && trial.trial == 4) trial[Quantity::violation] *= 3;
  });
  {
    const Results study = Results::open(path_);
    EXPECT_EQ(modes_seen(study), (std::vector{ModeSeen::elsewhere, ModeSeen::here})) << "computed from the trials";
    EXPECT_TRUE(store_all_facts(study, Database(path_, Database::Mode::write), {}));
  }
  Database(path_, Database::Mode::write).run("UPDATE block SET results = zeroblob(length(results))");
  const Results study = Results::open(path_);
  EXPECT_EQ(study.facts(study.cells()[0]).has_rare_mode, false);
  EXPECT_EQ(study.facts(study.cells()[1]).has_rare_mode, true);
  EXPECT_EQ(modes_seen(study), (std::vector{ModeSeen::elsewhere, ModeSeen::here})) << "must be read from stored facts";
}

TEST(FindingText, ListsAtMostAFewCellsAndWritesNumbersInFull) {
  EXPECT_EQ(some_cells({4}), "cell 4");
  EXPECT_EQ(some_cells({1, 2}), "cells 1, 2");
  std::vector<std::int64_t> many(14);
  std::iota(many.begin(), many.end(), 0);
  EXPECT_EQ(some_cells(many), "cells 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more");
  EXPECT_EQ(full_number(29731.4), "29731");
  EXPECT_EQ(full_number(-0.0123456), "-0.01235");
}

}  // namespace
}  // namespace regretta
