// Tests that a study to which trials, learners, levels or horizons are added keeps the trials in its file, and that the
// file then has the bits of a single run of the whole study.

#include <map>
#include <set>

#include "growing_study.hpp"
#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta::fakes {
namespace {

using Extension = GrowingStudy;

TEST_F(Extension, AddedTrialsExtendTheSavedOnes) {
  write({.trials = 20});
  ASSERT_EQ(run().status, 0);
  EXPECT_EQ(played({"--more", "12"}), 4 * (12 + 4)) << "the incomplete pack of trials 16 to 19 is played again";
  expect_same_as_single_run({"--set", "study.trials=32"});
  EXPECT_EQ(played({"--set", "study.trials=64"}), 4 * 32);
  expect_same_as_single_run({"--set", "study.trials=64"});
  write({.trials = 65});
  const Outcome grown = run();
  EXPECT_EQ(grown.status, 0);
  EXPECT_TRUE(
      contains(grown.err, "resuming s.db: study.trials was 64 and is now 65; 256 stored trials count, as before"))
      << grown.err;
  expect_same_as_single_run();
  EXPECT_EQ(played(), 0);
}

TEST_F(Extension, MoreAddsItsTrialsOnceAfterAKill) {
  write({.trials = 16, .pause = 5'000});
  ASSERT_EQ(run().status, 0);
  {
    ProgramProcess killed(folder_, {"run", "s.toml", "--output", "s.db", "--more", "16", "--threads", "1"});
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    killed.signal(SIGKILL);
    ASSERT_EQ(killed.wait().status, 128 + SIGKILL) << "64 trials take 0.3 s, so the run cannot have ended";
  }
  ASSERT_EQ(run({"--more", "16"}).status, 0);
  expect_same_as_single_run({"--set", "study.trials=32"});
}

TEST_F(Extension, MoreAddsItsTrialsOnceIfKilledBeforeItsReport) {
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
  int unreported = 0;
  for (std::int64_t call = calls; call > calls - 100 && unreported < 4; --call) {
    const Outcome killed = with_16_more(call).first;
    if (killed.status == 0) continue;  // this run made fewer calls than the first one
    ASSERT_EQ(killed.status, 128 + SIGKILL) << call;
    const bool has_reported = contains(killed.out, "Digest:");
    unreported += !has_reported;
    ASSERT_EQ(run({"--more", "16"}, "more.db").status, 0);
    if (!has_reported) {
      EXPECT_EQ(trials(), 32) << call << " of " << calls;
    }
  }
  EXPECT_EQ(unreported, 4);
}

TEST_F(Extension, LearnersLevelsAndHorizonsMayBeAddedInAnyOrder) {
  write({.scales = "1, 0.1"});
  ASSERT_EQ(run().status, 0);
  write({.scales = "0.5, 1, 0.2, 0.1"});
  const Outcome dry = run({"--dry-run"});
  EXPECT_TRUE(contains(dry.out, "160 (20 per cell), 80 still to do")) << dry.out;
  EXPECT_EQ(played(), 2 * 2 * 20) << "two new learners at two horizons";
  expect_same_as_single_run();
  write({.scales = "0.1, 0.2, 1, 0.5"});
  EXPECT_EQ(played(), 0) << "only the order of learners has changed";
  expect_same_as_single_run();
  write({.scales = "0.1, 0.2, 1, 0.5", .horizons = "100, 300, 1000", .gaps = "0.25, 0.5"});
  EXPECT_EQ(played(), (24 - 8) * 20) << "one gap and one horizon are new";
  expect_same_as_single_run();
  write({.trials = 32, .scales = "0.1, 7", .horizons = "300, 1000", .gaps = "0.5, 1"});
  run();
  expect_same_as_single_run();
}

TEST_F(Extension, RemovedTrialsAreKeptAndCountAgainLater) {
  const Grid whole{.trials = 20, .scales = "1, 0.5, 0.1"};
  write(whole);
  ASSERT_EQ(run().status, 0);
  write({.trials = 16, .scales = "1, 0.1", .horizons = "1000"});
  const Outcome less = run();
  EXPECT_EQ(less.status, 0) << less.err;
  EXPECT_TRUE(contains(less.err, "32 stored trials count, 120 before")) << less.err;
  expect_parts(less.out, {"Nothing to do: all 32 trials", "Kept:    88 other trials that the study does not have"});
  expect_same_as_single_run();
  ASSERT_EQ(regretta(folder_, {"merge", "s.db", "--output", "merged.db"}).status, 0);
  std::filesystem::rename(folder_.path("merged.db"), folder_.path("s.db"));
  write(whole);
  EXPECT_EQ(played(), 0) << "the removed trials must have been kept";
  expect_same_as_single_run();
  EXPECT_FALSE(contains(run().out, "Kept:"));

  write({.trials = 20, .scales = "0.5"});
  const auto before = std::filesystem::file_size(folder_.path("s.db"));
  EXPECT_FALSE(contains(run({"--prune"}).out, "Kept:"));
  EXPECT_LT(std::filesystem::file_size(folder_.path("s.db")), before);
  expect_same_as_single_run();
  write(whole);
  EXPECT_EQ(played(), 4 * 20);
  expect_same_as_single_run();
}

TEST_F(Extension, AFileWithoutTrialsOfTheStudyIsRefusedAndUnchanged) {
  write({});
  ASSERT_EQ(run().status, 0);
  const std::string before = digest("s.db");
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"study.seed=8", "study.seed was 1 and is now 8"},
      {"study.delta=0.1", "study.delta was 0.05 and is now 0.1"},
      {"study.checkpoints=7", "study.checkpoints was 6 and is now 7"},
      {"learner.scale=[3, 4]", "learner.scale of learner 1 (dice) was [1.0,0.1] and is now [3.0,4.0]"}};
  for (const auto& [change, why] : refused) {
    const Outcome outcome = run({"--set", change});
    EXPECT_EQ(outcome.status, 2) << change;
    expect_parts(outcome.err, {why, std::string("and it has none of the 80 trials in the file; undo the change, or "
                                                "give another --output, or --anew, which keeps them")});
  }
  EXPECT_EQ(digest("s.db"), before);
  EXPECT_EQ(played(), 0);
  EXPECT_EQ(played({"--set", "study.seed=8", "--anew"}), 80);
  expect_same_as_single_run({"--set", "study.seed=8"});
  EXPECT_EQ(played({"--anew"}), 0) << "the earlier trials must have been kept";
  EXPECT_EQ(played({"--set", "study.name=another"}), 0) << "names do not affect results";
  expect_same_as_single_run({"--set", "study.name=another"});
  expect_refused(run({"--more", "8"}, "none.db"), {"--more: there is no none.db yet"});
}

TEST_F(Extension, AStopRuleUsesTheLooksOfTheNewMaximum) {
  const auto rule = [](int trials) {
    return std::vector<std::string>{"--most-trials", fmt::format("{}", trials), "--until", "within 20%"};
  };
  write({.scales = "1, 0.1"});
  ASSERT_EQ(run(rule(100)).status, 0);
  const std::string digest_of_100 = digest("s.db");
  write({.scales = "0.3, 1, 0.1"});
  ASSERT_EQ(run(rule(2000)).status, 0);
  expect_same_as_single_run(rule(2000));
  write({.scales = "1, 0.1"});
  ASSERT_EQ(run(rule(100)).status, 0);
  EXPECT_EQ(digest("s.db"), digest_of_100) << "with fewer looks, cells may stop earlier";
  expect_same_as_single_run(rule(100));
}

TEST_F(Extension, AShardKeepsItsBlocks) {
  std::map<std::string, std::set<std::string>> owned;
  const auto blocks = [&](const std::string& file) {
    std::set<std::string> result;
    const StudyReader study = StudyReader::open(folder_.path(file));
    for (const BlockRange& block : blocks_of(study.saved_ranges()))
      result.insert(fmt::format("{} {}", study.cells()[static_cast<std::size_t>(block.cell)].content, block.first));
    return result;
  };
  for (const Grid& grid : {Grid{.trials = 32}, Grid{.trials = 96, .scales = "0.3, 1, 0.1, 4", .gaps = "0.1, 0.5"}}) {
    write(grid);
    std::size_t most = 0, least = 1000;
    for (const std::string index : {"1", "2", "3"}) {
      ASSERT_EQ(run({"--shard", index + "/3"}, index + ".db").status, 0);
      const std::set<std::string> now = blocks(index + ".db");
      EXPECT_TRUE(std::ranges::includes(now, owned[index]));
      most = std::max(most, now.size());
      least = std::min(least, now.size());
      owned[index] = now;
    }
    // A shard has at least one block of each cell, and at most one more than another shard.
    EXPECT_LE(most, 2 * least);
  }
}

TEST_F(Extension, ShardsWithDifferentNumbersOfTrialsLeaveGaps) {
  write({.trials = 16});
  ASSERT_EQ(run({"--shard", "1/2"}, "1.db").status, 0);
  ASSERT_EQ(run({"--shard", "2/2"}, "2.db").status, 0);
  ASSERT_EQ(run({"--shard", "2/2", "--more", "16"}, "2.db").status, 0);
  expect_refused(folder_, {"merge", "1.db", "2.db", "-o", "all.db"},
                 {"(of shard 1/2); finish them, or give --partial"});
  ASSERT_EQ(regretta(folder_, {"merge", "1.db", "2.db", "-o", "s.db", "--partial"}).status, 0);
  write({.trials = 32});
  EXPECT_EQ(played(), 4 * 8);
  expect_same_as_single_run();
}

TEST_F(Extension, DamagedBlocksAreRefusedUntilTheyAreDropped) {
  write({.trials = 16, .scales = "1, 0.1"});
  ASSERT_EQ(run().status, 0);
  {
    const Database file(folder_.path("s.db"), Database::Mode::write);
    file.run(
        "UPDATE block SET results = zeroblob(length(results)) WHERE first_trial = 8 AND content IN (SELECT content "
        "FROM "
        "cell WHERE cell IN (0, 1))");
  }
  write({.trials = 16, .scales = "2, 1"});  // cell 0 becomes cell 1, and cell 1 is removed
  expect_refused(run(), {"damaged: cell 1, trials 8 to 15"});
  const Outcome verified = regretta(folder_, {"verify", "s.db", "--drop-damaged", "--share", "0"});
  EXPECT_TRUE(contains(verified.out, "1 damaged block outside this study")) << verified.out;
  EXPECT_EQ(played(), 8);
  expect_same_as_single_run();
}

/// Tests of results that were computed with other code or data.
class Versions : public Extension {
 protected:
  static void trace(const Folder& folder, const std::string& name, double last) {
    std::string text = "t,loss_1,loss_2,g1_1,g1_2\n";
    for (int t = 0; t < 3000; ++t) text += fmt::format("{},{},0.5,-0.1,0.2\n", t, t < 2999 ? 1e-4 * t : last);
    folder.write(name, text);
  }
};

TEST_F(Versions, ChangedDataAreRefusedWithoutAnew) {
  const ShippedCatalogue shipped;
  folder_.write("s.toml",
                "[study]\ntrials = 8\n[[environment]]\nkind = \"trace\"\nname = \"a\"\nfile = \"a.csv\"\n"
                "[[environment]]\nkind = \"trace\"\nname = \"b\"\nfile = \"b.csv\"\n[[learner]]\nkind = [\"hedge\", "
                "\"exp3\"]\n");
  trace(folder_, "a.csv", 0.2);
  trace(folder_, "b.csv", 0.3);
  ASSERT_EQ(run().status, 0);
  const std::string before = digest("s.db");
  trace(folder_, "b.csv", 0.4);
  expect_refused(run(), {"16 of its trials were played with other plugin code or data: \"data ", "--anew, which"});
  const Outcome again = run({"--anew"});
  EXPECT_TRUE(contains(again.out, "Finished \"s\": 16 trials")) << again.out << again.err;
  expect_same_as_single_run();
  EXPECT_NE(digest("s.db"), before);
  trace(folder_, "b.csv", 0.3);
  EXPECT_TRUE(contains(run().out, "Nothing to do"));
  EXPECT_EQ(digest("s.db"), before);

  std::filesystem::create_directory(folder_.path("moved"));
  for (const char* name : {"a.csv", "b.csv", "s.toml"})
    std::filesystem::rename(folder_.path(name), folder_.path(std::string("moved/") + name));
  const Outcome moved = regretta(folder_, {"run", "moved/s.toml", "--output", "s.db"});
  EXPECT_TRUE(contains(moved.out, "Nothing to do")) << moved.err << moved.out;
}

TEST_F(Versions, ChangedPluginsAreRefusedWithoutAnew) {
  write({.trials = 24});
  const auto run_as = [&](const char* version, const std::vector<std::string>& more = {},
                          const char* broken = nullptr) {
    std::vector<std::string> arguments = {"run", "s.toml"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::vector<std::pair<std::string, std::string>> variables = {{"REGRETTA_TEST_VERSION", version}};
    if (broken != nullptr) variables.emplace_back("REGRETTA_TEST_BROKEN", broken);
    return ProgramProcess(folder_, arguments, variables).wait();
  };
  ASSERT_EQ(run_as("one").status, 0);
  EXPECT_TRUE(contains(run_as("one").out, "Nothing to do"));
  expect_refused(run_as("two"),
                 {"96 of its trials were played with other plugin code or data: code of learner dice: \"one\" was and "
                  "\"two\" is now",
                  "--anew"});
  EXPECT_EQ(run_as("two", {"--anew"}).status, 0);
  EXPECT_TRUE(contains(run_as("one").out, "Nothing to do")) << "trials of the first version must have been kept";
  const Outcome explained = regretta(folder_, {"digest", "s.db", "--explain", "2"});
  expect_parts(explained.out, {"cell 2: 24 trials from trial 0 on of content ", "\nsetting\n  flat\n", "  gap=0.5\n",
                               "  horizon=1000\n", "\nlearner\n  dice\n", "  code of learner dice\n    one\n"});

  ASSERT_EQ(run_as("one", {"--shard", "1/2", "-o", "1.db"}).status, 0);
  ASSERT_EQ(run_as("two", {"--shard", "2/2", "-o", "2.db"}).status, 0);
  expect_refused(folder_, {"merge", "1.db", "2.db", "-o", "m.db"},
                 {"2.db: holds another study than 1.db: code of learner dice: \"one\" was"});

  ASSERT_EQ(run_as("three", {"-o", "f.db"}, "1").status, 3);
  EXPECT_TRUE(contains(regretta(folder_, {"diagnose", "f.db"}).out, "--retry-failed"));
  EXPECT_EQ(run_as("three", {"-o", "f.db"}).status, 3) << "without the option, nothing is played again";
  EXPECT_EQ(run_as("three", {"-o", "f.db", "--retry-failed"}).status, 0);
  EXPECT_EQ(digest("f.db"), digest("s.db"));
}

}  // namespace
}  // namespace regretta::fakes
