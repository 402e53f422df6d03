// A study that gets trials, learners, levels or horizons goes on from what its file has, and then has the bits of one
// run of the whole.

#include <nlohmann/json.hpp>

#include "growing_study.hpp"
#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta::fakes {
namespace {

using Extension = GrowingStudy;

TEST_F(Extension, MoreTrialsGoOnFromThoseThatAreThere) {
  write({.trials = 20});
  ASSERT_EQ(run().status, 0);
  EXPECT_EQ(played({"--more", "12"}), 4 * (12 + 4)) << "with the pack of trials 16 to 19, which was not full";
  expect_as_at_once({"--set", "study.trials=32"});
  EXPECT_EQ(played({"--set", "study.trials=64"}), 4 * 32);
  expect_as_at_once({"--set", "study.trials=64"});
  write({.trials = 65});
  const Outcome grown = run();
  EXPECT_EQ(grown.status, 0);
  EXPECT_TRUE(contains(grown.err, "adding to s.db: study.trials was 64 and is now 65")) << grown.err;
  EXPECT_TRUE(contains(grown.err, "256 of 260 trials are saved")) << grown.err;
  expect_as_at_once();
  EXPECT_EQ(played(), 0);
}

TEST_F(Extension, MoreIsCountedOnceHoweverOftenItIsKilled) {
  write({.trials = 16, .pause = 20'000});
  ASSERT_EQ(run().status, 0);
  {
    ProgramProcess killed(folder_, {"run", "s.toml", "--output", "s.db", "--more", "16", "--threads", "1"});
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    killed.signal(SIGKILL);
    ASSERT_EQ(killed.wait().status, 128 + SIGKILL) << "64 trials take 1.3 seconds";
  }
  ASSERT_EQ(run({"--more", "16"}).status, 0);
  expect_as_at_once({"--set", "study.trials=32"});
  ASSERT_EQ(run({"--more", "16"}).status, 0);
  expect_as_at_once({"--set", "study.trials=48"});
}

TEST_F(Extension, MoreIsCountedOnceIfItIsKilledBeforeItHasSaidThatItIsFinished) {
  write({.trials = 16});
  ASSERT_EQ(run().status, 0);
  const auto with_16_more = [&](std::int64_t killed_at) {
    std::filesystem::copy_file(folder_.path("s.db"), folder_.path("more.db"),
                               std::filesystem::copy_options::overwrite_existing);
    for (const char* companion : {"more.db-wal", "more.db-shm"}) std::filesystem::remove(folder_.path(companion));
    std::int64_t calls = 0;
    const Outcome outcome =
        regretta_with({.call = killed_at}, folder_, {"run", "s.toml", "--output", "more.db", "--more", "16"}, calls);
    return std::pair(outcome, calls);
  };
  const auto trials = [&] { return StudyReader::open(folder_.path("more.db")).trials(); };
  const auto [whole, calls] = with_16_more(0);
  ASSERT_EQ(whole.status, 0) << whole.err;
  ASSERT_EQ(trials(), 32);
  int unsaid = 0;
  for (std::int64_t call = calls; call > calls - 100 && unsaid < 8; --call) {
    const Outcome killed = with_16_more(call).first;
    if (killed.status == 0) continue;  // it made fewer calls than the first
    ASSERT_EQ(killed.status, 128 + SIGKILL) << call;
    const bool has_said = contains(killed.out, "Digest:");
    unsaid += !has_said;
    ASSERT_EQ(run({"--more", "16"}, "more.db").status, 0);
    if (!has_said) {
      EXPECT_EQ(trials(), 32) << call << " of " << calls;
    }
  }
  EXPECT_EQ(unsaid, 8);
}

TEST_F(Extension, LearnersLevelsAndHorizonsAreAddedAnywhere) {
  write({.scales = "1, 0.1"});
  ASSERT_EQ(run().status, 0);
  write({.scales = "0.5, 1, 0.2, 0.1"});
  const Outcome dry = run({"--dry-run"});
  EXPECT_TRUE(contains(dry.out, "160 (20 per cell), 80 still to do")) << dry.out;
  EXPECT_EQ(played(), 2 * 2 * 20) << "two learners, two horizons";
  expect_as_at_once();
  write({.scales = "0.1, 0.2, 1, 0.5"});
  EXPECT_EQ(played(), 0) << "another order";
  expect_as_at_once();
  write({.scales = "0.1, 0.2, 1, 0.5", .horizons = "100, 300, 1000", .gaps = "0.25, 0.5"});
  EXPECT_EQ(played(), (24 - 8) * 20) << "another level, another horizon";
  expect_as_at_once();
  write({.trials = 32, .scales = "0.1, 7", .horizons = "300, 1000", .gaps = "0.5, 1"});
  run();
  expect_as_at_once();
}

TEST_F(Extension, WhatIsGoneIsNamedAndReturns) {
  write({.trials = 20, .scales = "1, 0.5, 0.1"});
  ASSERT_EQ(run().status, 0);
  write({.trials = 16, .scales = "1, 0.1", .horizons = "1000"});
  const Outcome less = run();
  EXPECT_EQ(less.status, 0) << less.err;
  for (const char* part :
       {"Nothing to do: all 32 trials", "Gone:    dice, scale = 1 in flat, gap = 0.5, horizon 100 (20 trials)",
        "Gone:    dice, scale = 0.5 in flat, gap = 0.5, horizon 1000 (20 trials)",
        "Gone:    trials from 16 on (8 trials)", "--prune"})
    EXPECT_TRUE(contains(less.out, part)) << part << "\n" << less.out;
  expect_as_at_once();
  write({.trials = 20, .scales = "1, 0.5, 0.1"});
  EXPECT_EQ(played(), 0) << "it was kept";
  expect_as_at_once();
  EXPECT_FALSE(contains(run().out, "Gone:"));

  write({.trials = 20, .scales = "0.5"});
  const auto before = std::filesystem::file_size(folder_.path("s.db"));
  EXPECT_FALSE(contains(run({"--prune"}).out, "Gone:"));
  EXPECT_LT(std::filesystem::file_size(folder_.path("s.db")), before);
  expect_as_at_once();
  write({.trials = 20, .scales = "1, 0.5, 0.1"});
  EXPECT_EQ(played(), 4 * 20);
  expect_as_at_once();
}

TEST_F(Extension, MergingAndDroppingWhatIsDamagedKeepWhatIsGone) {
  const Grid before{.trials = 20, .scales = "1, 0.5, 0.1"};
  write(before);
  ASSERT_EQ(run().status, 0);
  write({.trials = 16, .scales = "1, 0.1"});
  const std::string with_gone = run().out;
  ASSERT_TRUE(contains(with_gone, "Gone:")) << with_gone;
  ASSERT_EQ(regretta(folder_, {"merge", "s.db", "--output", "merged.db"}).status, 0);
  Database(folder_.path("merged.db"), Database::Mode::write)
      .run("UPDATE block SET results = zeroblob(length(results)) WHERE first_trial = 8 AND cell = 0");
  ASSERT_EQ(regretta(folder_, {"verify", "merged.db", "--drop-damaged"}).status, 0);
  std::filesystem::rename(folder_.path("merged.db"), folder_.path("s.db"));
  write(before);
  EXPECT_EQ(played(), 8) << "the damaged block";
  expect_as_at_once();
}

TEST_F(Extension, WhatCannotBecomeThisStudyIsRefusedAndLeftAlone) {
  write({});
  ASSERT_EQ(run().status, 0);
  const std::string before = digest("s.db");
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"study.seed=8", "study.seed was 1 and is now 8"},
      {"study.delta=0.1", "study.delta was 0.05 and is now 0.1"},
      {"study.checkpoints=7", "study.checkpoints was 6 and is now 7"},
      {"study.measures=[\"switches\"]", ""},
      {"study.name=another", "study.name was \"grows\" and is now \"another\""},
      {"learner.scale=[3, 4]", "learner.scale of learner 1 (dice) was [1.0,0.1] and is now [3.0,4.0]"}};
  for (const auto& [change, why] : refused) {
    const Outcome outcome = run({"--set", change, "--set", "study.trials=64"});
    EXPECT_EQ(outcome.status, 2) << change;
    EXPECT_TRUE(contains(outcome.err, why)) << outcome.err;
    if (!why.empty()) {
      EXPECT_TRUE(contains(outcome.err, "undo the change, or give another --output")) << outcome.err;
    }
  }
  EXPECT_EQ(digest("s.db"), before);
  EXPECT_EQ(played(), 0);
  const Outcome none = run({"--more", "8"}, "none.db");
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(contains(none.err, "--more: there is no none.db yet")) << none.err;
}

TEST_F(Extension, OfAStopRuleTakesTheLooksOfTheNewMaximum) {
  const auto rule = [](int trials) {
    return std::vector<std::string>{"--set", fmt::format("study.trials={}", trials), "--stop",
                                    "metric = \"violation\", half_width = 2, rare_trials = false"};
  };
  write({.scales = "1, 0.1"});
  ASSERT_EQ(run(rule(100)).status, 0);
  const std::string of_100 = digest("s.db");
  write({.scales = "0.3, 1, 0.1"});
  ASSERT_EQ(run(rule(2000)).status, 0);
  expect_as_at_once(rule(2000));
  write({.scales = "1, 0.1"});
  ASSERT_EQ(run(rule(100)).status, 0);
  EXPECT_EQ(digest("s.db"), of_100) << "fewer looks may end cells earlier";
  expect_as_at_once(rule(100));
}

TEST_F(Extension, DamageIsNeitherCoveredUpNorBroughtBack) {
  write({.trials = 16, .scales = "1, 0.1"});
  ASSERT_EQ(run().status, 0);
  {
    const Database file(folder_.path("s.db"), Database::Mode::write);
    file.run("UPDATE block SET results = zeroblob(length(results)) WHERE first_trial = 8 AND cell IN (0, 1)");
  }
  write({.trials = 16, .scales = "2, 1"});  // cell 0 becomes cell 1, cell 1 goes
  const Outcome refused = run();
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "damaged: cell 1, trials 8 to 15")) << refused.err;
  const Outcome verified = regretta(folder_, {"verify", "s.db"});
  EXPECT_TRUE(contains(verified.out, "1 row in table gone")) << verified.out;
  write({.trials = 16, .scales = "2, 0.1"});
  EXPECT_EQ(played({"--prune"}), 8) << "of what was set aside, the damaged block is played again";
  expect_as_at_once();
}

TEST_F(Extension, AnEditedTraceIsRefused) {
  const ShippedCatalogue shipped;
  const auto trace = [&](const std::string& name, double loss) {
    std::string text = "loss_1,loss_2,g1_1,g1_2\n";
    for (int t = 0; t < 50; ++t) text += fmt::format("{},0.5,-0.1,0.2\n", loss);
    folder_.write(name, text);
  };
  const auto study = [&](const std::string& learners) {
    folder_.write("s.toml",
                  "[study]\ntrials = 8\n[[environment]]\nkind = \"trace\"\nname = [\"a\"]\nfile = \"a.csv\"\n" +
                      std::string("[[environment]]\nkind = \"trace\"\nname = \"b\"\nfile = \"b.csv\"\n") +
                      "[[learner]]\nkind = [" + learners + "]\n");
  };
  trace("a.csv", 0.2);
  trace("b.csv", 0.3);
  study("\"hedge\"");
  const Outcome first = run();
  ASSERT_EQ(first.status, 0) << first.err;
  trace("b.csv", 0.4);
  study("\"hedge\", \"exp3\"");
  const Outcome edited = run();
  EXPECT_EQ(edited.status, 2);
  EXPECT_TRUE(contains(edited.err, "a trace was edited")) << edited.err;
  trace("b.csv", 0.3);
  ASSERT_EQ(run().status, 0);
  expect_as_at_once();
}

}  // namespace
}  // namespace regretta::fakes
