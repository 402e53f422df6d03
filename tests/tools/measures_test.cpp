// Tests measures: how a study requests them, that every table has them, and the messages for mistakes.

#include <gtest/gtest.h>

#include "program_process.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

class MeasuredStudy : public ::testing::Test {
 protected:
  /// Writes a study of two learners. keys: further lines of [study]; tables: further tables, such as [[measure]].
  void write(const std::string& keys, const std::string& tables = "") const {
    folder_.write("s.toml", "[study]\ntrials = 96\nhorizon = 200\n" + keys +
                                "\n[[environment]]\nkind = \"random-instance\"\narms = 3\n"
                                "[[learner]]\nkind = [\"ucb1\", \"conomd-fs\"]\n" +
                                tables);
  }
  std::string error_of(const std::string& keys, const std::string& tables = "") const {
    write(keys, tables);
    const Outcome result = regretta(folder_, {"run", "s.toml"});
    EXPECT_EQ(result.status, 2) << result.out;
    return result.err;
  }

  const ShippedCatalogue shipped_;
  const Folder folder_;
};

constexpr const char* scaled = "[[measure]]\nkind = \"alpha-regret\"\nname = \"scaled\"\nalpha = 0.9\n";

TEST_F(MeasuredStudy, EveryTableHasTheMeasures) {
  write("measures = [\"dynamic-regret\", \"loss-corruption\"]", scaled);
  output_of(folder_, {"run", "s.toml"});
  const std::string cells = output_of(folder_, {"export", "s.db", "--table", "cells"});
  const std::string trials = output_of(folder_, {"export", "s.db", "--table", "trials"});
  const std::string curves = output_of(folder_, {"export", "s.db", "--table", "curves"});
  EXPECT_TRUE(contains(cells, ",dynamic_regret_mean,")) << cells;
  EXPECT_TRUE(contains(trials, ",dynamic_regret,loss_corruption,scaled,failed_round,"));
  EXPECT_TRUE(contains(curves, ",dynamic_regret_q95,scaled_mean,")) << "loss-corruption is not a quantity of curves";
  EXPECT_FALSE(contains(curves, "loss_corruption"));
  expect_parts(output_of(folder_, {"show", "s.db"}), {"dynamic_regret", "loss_corruption", "scaled"});
  EXPECT_TRUE(contains(output_of(folder_, {"compare", "s.db", "--baseline", "ucb1", "-m", "scaled"}), "scaled"));
  EXPECT_TRUE(
      contains(output_of(folder_, {"plot", "s.db", "-m", "scaled", "-o", "figures", "--format", "csv"}), "scaled"));
  EXPECT_TRUE(contains(regretta(folder_, {"show", "s.db", "-m", "scald"}).err, "did you mean \"scaled\""));
  output_of(folder_, {"verify", "s.db", "--share", "100%"});
  output_of(folder_, {"report", "s.db"});
  output_of(folder_, {"rates", "s.db", "-m", "scaled"});

  output_of(folder_, {"baseline", "s.db", "-o", "base.json", "-m", "regret,scaled"});
  output_of(folder_, {"run", "s.toml", "--output", "again.db", "--threads", "1"});
  EXPECT_TRUE(contains(output_of(folder_, {"compare", "base.json", "again.db"}), "the same bits: 192 trials"));
  output_of(folder_, {"run", "s.toml", "--output", "other.db", "--set", "measure.alpha=0.8"});
  const Outcome changed = regretta(folder_, {"compare", "base.json", "other.db"});
  EXPECT_TRUE(contains(changed.out, "scaled")) << changed.out;
  const Outcome resumed = regretta(folder_, {"run", "s.toml", "--set", "measure.alpha=0.8"});
  EXPECT_EQ(resumed.status, 2) << "with another parameter of a measure, it is another study";
}

TEST_F(MeasuredStudy, PlaysHaveAColumnForEachArm) {
  write("measures = [\"plays\", \"best-arm-share\"]", "[[measure]]\nkind = \"plays\"\nname = \"second\"\narm = 2\n");
  output_of(folder_, {"run", "s.toml"});
  const std::string trials = output_of(folder_, {"export", "s.db", "--table", "trials"});
  EXPECT_TRUE(contains(trials, ",plays_1,plays_2,plays_3,best_arm_share,second,failed_round,"))
      << trials.substr(0, 999);
  const auto rows = rows_of(trials);
  ASSERT_EQ(rows.size(), 192U);
  for (const auto& row : rows) {
    EXPECT_EQ(std::stoi(row.at("plays_1")) + std::stoi(row.at("plays_2")) + std::stoi(row.at("plays_3")), 200);
    EXPECT_EQ(row.at("plays_2"), row.at("second"));
  }
  output_of(folder_, {"verify", "s.db", "--share", "100%"});
  EXPECT_TRUE(contains(output_of(folder_, {"run", "s.toml"}), "Nothing to do"))
      << "the study must be recognised as the same";
}

TEST_F(MeasuredStudy, InvalidArmsAreRefused) {
  const auto plays_of = [](const std::string& arm) { return "[[measure]]\nkind = \"plays\"\narm = " + arm + "\n"; };
  EXPECT_TRUE(
      contains(error_of("", plays_of("4")), "measure.arm: 4 is not an arm of these environments, expected 1 to 3 or"));
  EXPECT_TRUE(contains(error_of("", plays_of("\"every\"")), "has the wrong type, expected an integer or \"all\""));
  EXPECT_TRUE(contains(error_of("", plays_of("1") + plays_of("2")), "\"plays\" is given twice"));
  EXPECT_TRUE(contains(error_of("", plays_of("1") + "name = \"kind\"\n"), "\"kind\" is a column of every table"));
  EXPECT_TRUE(contains(error_of("metric = \"plays\"\nuntil = \"within 9%\"", plays_of("\"all\"")),
                       "s.toml:4: study.metric: \"plays\" is a quantity of each arm here"));
  write("measures = [\"plays\"]");
  expect_refused(folder_, {"run", "s.toml", "--set", "environment.arms=33"},
                 {"s.toml:4: measure.arm: \"all\" is a measure for each of 33 arms, expected at most 32"});
}

TEST_F(MeasuredStudy, AStopRuleMayUseAMeasure) {
  write("measures = [\"dynamic-regret\"]\nuntil = \"within 50%\"\nmetric = \"dynamic_regret\"");
  EXPECT_TRUE(contains(output_of(folder_, {"run", "s.toml"}), "cells decided"));
}

TEST_F(MeasuredStudy, MergedShardsEqualOneRun) {
  write("", scaled);
  for (const char* shard : {"1/2", "2/2"}) output_of(folder_, {"run", "s.toml", "--shard", shard});
  output_of(folder_, {"merge", "s.1-of-2.db", "s.2-of-2.db", "--output", "merged.db"});
  output_of(folder_, {"run", "s.toml"});
  EXPECT_EQ(output_of(folder_, {"digest", "merged.db"}), output_of(folder_, {"digest", "s.db"}));
}

TEST_F(MeasuredStudy, InvalidMeasuresAreRefused) {
  EXPECT_TRUE(contains(error_of("measures = [\"dynamic-regre\"]"),
                       "s.toml:4: measure.kind: \"dynamic-regre\" is unknown (did you mean \"dynamic-regret\"?)"));
  EXPECT_TRUE(contains(error_of("measures = [\"safe-regret\", \"safe-regret\"]"), "\"safe_regret\" is given twice"));
  EXPECT_TRUE(contains(error_of("", "[[measure]]\nkind = \"safe-regret\"\nname = \"regret\"\n"),
                       "is a quantity that every trial reports"));
  EXPECT_TRUE(
      contains(error_of("", "[[measure]]\nkind = \"safe-regret\"\nname = \"Safe Regret\"\n"), "cannot name a column"));
  EXPECT_TRUE(
      contains(error_of("", "[[measure]]\nkind = \"alpha-regret\"\nalpha = [0.5, 1]\n"), "a measure cannot be swept"));
}

}  // namespace
}  // namespace regretta::fakes
