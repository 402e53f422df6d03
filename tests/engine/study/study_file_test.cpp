// The results file: results are read as they were saved, and any change in between is detected. Learner names on the
// command line: the cells that they match, and the suggestions of error messages.

#include <bit>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include "../../environments/temporary_folder.hpp"
#include "../study_fakes.hpp"

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/tests/engine/study/changed_block.hpp"

namespace regretta {
namespace {

const char* const study_text = R"(
[study]
trials = 11
horizon = 1000
checkpoints = 4
[[environment]]
kind = "steady"
[[learner]]
kind = "cautious"
beta = [0.25, 0.75]
)";

/// A block of unusual numbers: NaN, a subnormal, negative zero, numbers that need all digits.
BlockResult unusual_block(const Plan& plan, const BlockRange& range) {
  BlockResult block{range, {}, 0.5};
  for (std::int64_t number = range.first; number < range.first + range.count; ++number) {
    TrialResult trial;
    trial.trial = number;
    for (std::size_t q = 0; q < num_quantities; ++q)
      trial.quantities[q] = 1.0 / static_cast<double>(3 + number + static_cast<std::int64_t>(q) + 100 * range.cell);
    trial[Quantity::regret] = std::nan("");
    trial[Quantity::violation] = -0.0;
    trial[Quantity::rho] = 5e-324;
    for (std::size_t k = 0; k < plan.cells[0].work->without_facts().checkpoints.size(); ++k)
      trial.curve.push_back({std::nan(""), -0.0, 1e300, 1.0 / static_cast<double>(number + 7)});
    if (number == 9) trial.failure = Failure{123, "why, \"because\""};
    block.trials.push_back(trial);
  }
  return block;
}

class StudyFileTest : public ::testing::Test {
 protected:
  void fill() const {
    StudyWriter file(path_, plan_);
    for (const BlockRange& range : blocks_of(file.missing())) {
      std::vector<BlockResult> blocks = {unusual_block(plan_, range)};
      file.save(blocks);
    }
  }
  void run_sql(const std::string& text) const { Database(path_, Database::Mode::write).run(text); }
  /// The error message of reading all blocks; "" if there is none.
  std::string read_error() const {
    try {
      const StudyReader study = StudyReader::open(path_);
      for (const CellLabel& cell : study.cells()) study.for_each_block(cell, [](const BlockResult&) {});
    } catch (const StudyFileError& error) {
      return error.what();
    }
    return "";
  }
  std::string write_error(const Plan& plan) const {
    try {
      const StudyWriter file(path_, plan);
    } catch (const StudyFileError& error) {
      return error.what();
    }
    return "";
  }

  const Plan plan_ = fakes::plan_of(study_text);
  const tests::TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/s.db";
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(StudyFileTest, SavedBlocksAreReadBackExactly) {
  fill();
  const StudyReader study = StudyReader::open(path_);
  ASSERT_EQ(study.cells().size(), 2U);
  EXPECT_EQ(study.swept(), std::vector<std::string>{"learner.beta"});
  EXPECT_EQ(study.cells()[1].swept[0], Value(0.75));
  EXPECT_EQ(study.cells()[0].checkpoints, plan_.cells[0].work->without_facts().checkpoints);
  for (const CellLabel& cell : study.cells()) {
    std::int64_t next = 0;
    study.for_each_block(cell, [&](const BlockResult& block) {
      EXPECT_EQ(block.range.first, next);
      BlockResult expected = unusual_block(plan_, block.range);
      make_canonical(expected, study.shape(cell));
      ASSERT_EQ(block.trials.size(), expected.trials.size());
      for (std::size_t k = 0; k < expected.trials.size(); ++k) {
        const TrialResult& trial = block.trials[k];
        EXPECT_EQ(trial.trial, next++);
        for (std::size_t q = 0; q < num_quantities; ++q)
          EXPECT_EQ(std::bit_cast<std::uint64_t>(trial.quantities[q]),
                    std::bit_cast<std::uint64_t>(expected.trials[k].quantities[q]));
        EXPECT_EQ(trial.failure.has_value(), trial.trial == 9);
      }
      EXPECT_EQ(block_bytes(block), block_bytes(expected));
    });
    EXPECT_EQ(next, 11);
  }
}

TEST_F(StudyFileTest, ReopenedFileReportsMissingBlocks) {
  {
    StudyWriter file(path_, plan_);
    const std::vector<BlockRange> missing = blocks_of(file.missing());
    ASSERT_EQ(missing.size(), 4U);
    EXPECT_EQ(missing[1].count, 3);
    std::vector<BlockResult> blocks = {unusual_block(plan_, missing[1]), unusual_block(plan_, missing[2])};
    file.save(blocks);
  }
  StudyWriter file(path_, plan_);
  EXPECT_EQ(blocks_of(file.missing()), (std::vector<BlockRange>{{0, 0, 8}, {1, 8, 3}}));
}

TEST_F(StudyFileTest, DamagedBlocksAreNoticedAndNamed) {
  fill();
  ASSERT_EQ(read_error(), "");
  const auto in_block = [this](const std::function<void(BlockResult&)>& change) {
    return [this, change] { fakes::change_block(path_, 1, 8, change); };
  };
  const auto in_row = [this](const std::string& change) {
    return [this, change] {
      run_sql("UPDATE block SET " + change +
          " WHERE first_trial = 8 AND content = (SELECT content FROM cell WHERE cell = 1)");
    };
  };
  const std::vector<std::function<void()>> changes = {
      in_block([](BlockResult& block) { block.trials[2][Quantity::opt] *= 1 + 2.3e-16; }),
      in_block([](BlockResult& block) { block.trials[0][Quantity::regret] = 0; }),
      in_block([](BlockResult& block) { block.trials[2].curve[1][0] = 7; }),
      in_block([](BlockResult& block) { block.trials[1].failure->round = 124; }),
      in_block([](BlockResult& block) { block.trials[1].failure->message = "why not"; }),
      in_block([](BlockResult& block) { block.trials[1].failure.reset(); }),
      in_block([](BlockResult& block) { block.trials.pop_back(); }),
      in_row("checksum = '0123456789abcdef'"),
      in_row("results = zeroblob(length(results))"),
      in_row("results = x'00'"),
      in_row("results = NULL"),
      in_row("trials = 4"),
      in_row("failed = 0"),
      in_row("infeasible = 1"),
  };
  for (std::size_t k = 0; k < changes.size(); ++k) {
    std::filesystem::copy_file(path_, path_ + ".good", std::filesystem::copy_options::overwrite_existing);
    changes[k]();
    EXPECT_TRUE(contains(read_error(), "damaged: cell 1, trials 8 to ")) << k << "\n" << read_error();
    std::filesystem::rename(path_ + ".good", path_);
  }
  EXPECT_EQ(read_error(), "");
}

TEST_F(StudyFileTest, ChangedCellDescriptionIsNoticed) {
  fill();
  run_sql("UPDATE cell SET learner = 'other' WHERE cell = 1");
  EXPECT_TRUE(contains(read_error(), "damaged: the description")) << read_error();
  EXPECT_TRUE(contains(write_error(plan_), "damaged: the description"));
}

TEST_F(StudyFileTest, TrialsInCommonWithAnotherStudyAreCounted) {
  fill();
  const auto change = [&](const std::vector<std::string>& overrides) {
    const StudyWriter file(path_, fakes::plan_of(study_text, overrides));
    return file.change() == nullptr ? StudyChange{} : *file.change();
  };
  EXPECT_EQ(change({"study.seed=2"}).difference, "study.seed was 1 and is now 2");
  EXPECT_EQ(change({"study.seed=2"}).now, 0);
  EXPECT_EQ(change({"study.name=other"}).now, 22);
  EXPECT_EQ(change({"learner.beta=[0.5, 0.75]"}).now, 11);
  EXPECT_EQ(change({"study.trials=9"}).now, 18);
  EXPECT_EQ(change({}).before, 0) << "an unchanged study reports no change";
}

TEST_F(StudyFileTest, FilesOfOtherFormatsAreRejected) {
  fill();
  for (const std::string format : {"4", "6", "99"}) {
    run_sql("PRAGMA user_version = " + format);
    for (const std::string& error : {read_error(), write_error(plan_)})
      EXPECT_TRUE(contains(error, ": the file has format " + format + ", but this version reads 5")) << error;
  }
}

TEST_F(StudyFileTest, OtherDatabasesAreRejectedUnchanged) {
  std::ofstream(path_).close();
  run_sql("CREATE TABLE study (key, value)");
  const auto size = std::filesystem::file_size(path_);
  for (const std::string& error : {read_error(), write_error(plan_)})
    EXPECT_TRUE(contains(error, "not a Regretta results file")) << error;
  EXPECT_EQ(std::filesystem::file_size(path_), size);
}

TEST_F(StudyFileTest, EmptyFileIsFilled) {
  std::ofstream(path_).close();
  EXPECT_TRUE(contains(read_error(), "empty")) << read_error();
  fill();
  EXPECT_EQ(read_error(), "");
}

TEST_F(StudyFileTest, SecondWriterIsRejected) {
  const StudyWriter file(path_, plan_);
  const std::string error = write_error(plan_);
  EXPECT_TRUE(contains(error, "another process is writing it")) << error;
}

TEST_F(StudyFileTest, IsReadableWhileItIsWritten) {
  StudyWriter file(path_, plan_);
  std::vector<BlockResult> blocks = {unusual_block(plan_, file.missing()[0].block(0))};
  file.save(blocks);
  const StudyReader before(Database(path_, Database::Mode::read));
  blocks = {unusual_block(plan_, file.missing()[0].block(0))};
  file.save(blocks);
  const StudyReader after(Database(path_, Database::Mode::read));
  EXPECT_EQ(blocks_in(before.saved_ranges()), 1);
  EXPECT_EQ(blocks_in(after.saved_ranges()), 2);
}

std::string error_for(const std::vector<LearnerLabel>& cells, const std::string& wanted) {
  try {
    cells_with(cells, wanted);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(LearnerNames, ErrorSuggestsTheNearestNameAndListsAFew) {
  std::vector<LearnerLabel> cells;
  for (int k = 0; k < 30; ++k) cells.push_back({fmt::format("learner-{}", k), "kind", {{"scale", "1"}}});
  EXPECT_EQ(error_for(cells, "learner-3"), "");
  EXPECT_EQ(error_for(cells, "other"),
            "no learner \"other\", expected one of learner-0,scale=1; learner-1,scale=1; learner-2,scale=1; "
            "learner-3,scale=1; learner-4,scale=1; learner-5,scale=1 and 24 more");
  EXPECT_TRUE(
      error_for(cells, "laerner-17")
          .starts_with(
              "no learner \"laerner-17\" (did you mean \"learner-17,scale=1\"?), expected one of learner-0,scale=1; "));
  EXPECT_TRUE(error_for(cells, "kind").starts_with("\"kind\" matches 30 learners, expected one of learner-0,scale=1; "));
}

}  // namespace
}  // namespace regretta
