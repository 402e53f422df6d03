// Studies of which few trials are saved: what is said of them, and that memory does not grow with the planned ones.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/file/study_file.hpp"

namespace regretta::fakes {
namespace {

/// Of 2,000,000,000 trials a cell: the first blocks of all cells, and the last block of the first cell.
class PartialStudy {
 public:
  PartialStudy() {
    folder_.write("s.toml", dice_study);
    const Plan plan =
        make_plan(parse_study(dice_study, "s.toml", "", {"study.trials=2_000_000_000"}), dice_catalogue());
    StudyWriter file(folder_.path("s.db"), plan);
    BlockSpans some;
    for (const BlockSpan& span : file.missing()) {
      append(some, span.block(0));
      if (span.cell == 0) append(some, span.block(span.blocks() - 1));
    }
    RunProgress progress(1);
    run_blocks(plan, file.saver(), some, progress);
  }

  void is_said_to_have_the_trials_that_are_saved() const;
  void takes_memory_for_them() const;

 private:
  const Folder folder_;
};

void PartialStudy::is_said_to_have_the_trials_that_are_saved() const {
  const Outcome shown = regretta(folder_, {"show", "s.db"});
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_TRUE(contains(shown.out, "dice: 12 cells of ")) << shown.out;
  EXPECT_TRUE(contains(shown.out, " of 2,000,000,000 trials, seed 7")) << shown.out;
  EXPECT_FALSE(contains(shown.out, "from 2,000,000,000 trials")) << shown.out;
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"rank", "s.db"}, {"compare", "s.db", "--baseline", "dice, scale=1"}}) {
    const Outcome outcome = regretta(folder_, command);
    EXPECT_TRUE(contains(outcome.out, " to ")) << outcome.out << outcome.err;
    EXPECT_TRUE(contains(outcome.out, " of 2,000,000,000 trials per cell")) << outcome.out;
  }
}

void PartialStudy::takes_memory_for_them() const {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"rank", "s.db"},
                                                  {"show", "s.db", "--tails"},
                                                  {"report", "s.db", "--output", "s.html"},
                                                  {"compare", "s.db", "--baseline", "dice, scale=1"}}) {
    const Outcome outcome = regretta(folder_, command);
    EXPECT_EQ(outcome.status, 0) << command.front() << outcome.err;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    EXPECT_LT(outcome.memory, 200'000'000) << command.front();
#endif
  }
}

/// One test, because playing the study takes most of the time.
TEST(PartialStudy, ReadsAsTheTrialsThatAreSaved) {
  const PartialStudy study;
  study.is_said_to_have_the_trials_that_are_saved();
  study.takes_memory_for_them();
}

TEST(ManyLearners, AreRankedWithoutKeepingEveryPair) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  std::string scales = "learner.scale=[1";
  for (int k = 2; k <= 300; ++k) scales += fmt::format(",{}", k);
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--set", scales + "]", "--set", "study.trials=8"}).status, 0);
  const Outcome ranked = regretta(folder, {"rank", "s.db"});
  EXPECT_TRUE(contains(ranked.out, "pairs; about ")) << ranked.out;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(ranked.memory, 150'000'000);
#endif
}

}  // namespace
}  // namespace regretta::fakes
