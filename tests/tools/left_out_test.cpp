// A learner that must be told facts, in a study with an adversary that has none.

#include <gtest/gtest.h>

#include "program_process.hpp"

namespace regretta::fakes {
namespace {

const std::string text_with_adaptive_first = R"(
[study]
trials = 9
horizon = [100, 200]
[[environment]]
kind = "mannor"
[[environment]]
kind = "random-instance"
arms = 3
[[learner]]
kind = ["uniform", "optimal", "ucb1"]
)";

TEST(LeftOut, APairThatCannotPlayIsNoCell) {
  const ShippedCatalogue shipped;
  const Folder folder;
  folder.write("s.toml", text_with_adaptive_first);
  const Outcome dry = regretta(folder, {"run", "s.toml", "--dry-run"});
  EXPECT_TRUE(contains(dry.out, "10 (4 environment settings, 2 incompatible pairs left out)")) << dry.out;
  const Outcome run = regretta(folder, {"run", "s.toml"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(contains(run.err, "note: left out: \"optimal\" in \"mannor\": it needs facts")) << run.err;
  EXPECT_TRUE(contains(run.err, "(and 1 pair like it)")) << run.err;
  EXPECT_TRUE(contains(run.out, "90 of 90 trials, 10 cells")) << run.out;
  EXPECT_TRUE(contains(regretta(folder, {"run", "s.toml"}).out, "Nothing to do"));
  EXPECT_EQ(regretta(folder, {"verify", "s.db", "--share", "100%"}).status, 0) << "cells are rebuilt by their numbers";
  const std::string cells = regretta(folder, {"export", "s.db", "--table", "cells"}).out;
  EXPECT_TRUE(contains(cells, "optimal") && contains(cells, "mannor"));

  const Outcome strict = regretta(folder, {"run", "s.toml", "--strict"});
  EXPECT_EQ(strict.status, 2);
  EXPECT_TRUE(contains(strict.err, "without --strict the pair is left out")) << strict.err;
}

TEST(LeftOut, AStudyOfSuchPairsAloneIsRefused) {
  const ShippedCatalogue shipped;
  const Folder folder;
  folder.write("s.toml",
               "[study]\nhorizon = 100\n[[environment]]\nkind = \"mannor\"\n[[learner]]\nkind = \"optimal\"\n");
  const Outcome run = regretta(folder, {"run", "s.toml"});
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(contains(run.err, "no learner can play against these environments")) << run.err;
}

}  // namespace
}  // namespace regretta::fakes
