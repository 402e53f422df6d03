// `regretta rank` and the tables of intervals.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

/// The dice report sqrt(T) scale (u - 0.3) of everything: the larger the scale, the more.
const std::string ranked_study =
    "[study]\nname = \"ranked\"\ntrials = 200\nhorizon = 100\n[[environment]]\nkind = \"flat\"\n[[learner]]\nkind = "
    "\"dice\"\nscale = [100, 99.9, 10]\n";

TEST(Rank, LeastFirstWithWhatIsNotKnown) {
  const Folder folder;
  folder.write("s.toml", ranked_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto rows = rows_of(regretta(folder, {"rank", "s.db", "--format", "csv"}).out);
  ASSERT_EQ(rows.size(), 6U);
  for (const auto& row : rows) {
    const bool is_least = row.at("learner.scale") == "10", is_most = row.at("learner.scale") == "100";
    EXPECT_EQ(row.at("rank_low"), is_least ? "1" : is_most ? "3" : "2");
    EXPECT_EQ(row.at("rank_high"), is_least ? "1" : is_most ? "3" : "2");
    EXPECT_EQ(row.at("front"), is_least ? "yes" : "no");
    EXPECT_EQ(row.at("learners"), "3");
  }
  const Outcome text = regretta(folder, {"rank", "s.db"});
  for (const char* part : {"ranked: 200 trials per cell", "All of it holds with probability 0.95",
                           "200 trials can miss what happens in fewer than 1 of 66."})
    EXPECT_TRUE(contains(text.out, part)) << part << "\n" << text.out;
  EXPECT_EQ(regretta(folder, {"rank", "s.db", "-m", "rho"}).status, 2);
  EXPECT_EQ(regretta(folder, {"rank", "none.db"}).status, 2);
}

// A mode of 3 in n trials that none showed, in which the winner has the most and the loser the least that can be.
TEST(Rank, SaysWhichDecisionsAnUnseenModeCouldOverturn) {
  const Folder folder;
  folder.write("s.toml", ranked_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const Results study = Results::open(folder.path("s.db"));
  const Ranking ranking = rank_learners(study);
  ASSERT_EQ(ranking.decisions.size(), 6U) << "two quantities of three learners";
  std::vector<double> wanted, needed;
  for (const Quantity quantity : {Quantity::regret, Quantity::violation})
    for (const CellLabel& winner : study.cells())
      for (const CellLabel& loser : study.cells()) {
        const auto mean = [&](const CellLabel& cell) { return study.means(cell, {quantity}).front().mean; };
        const double difference = mean(winner) - mean(loser), chance = 3.0 / 200;
        if (difference >= 0) continue;
        const Quantity measured = estimated_by(quantity);
        const double worst = study.reach(winner, measured).high - study.reach(loser, measured).low;
        wanted.push_back((1 - chance) * difference + chance * worst);
      }
  for (const Decision& one : ranking.decisions) {
    EXPECT_EQ(one.values, 200);
    needed.push_back(one.needed);
  }
  const auto survive = std::ranges::count_if(wanted, [](double x) { return x < 0; });
  EXPECT_EQ(std::ranges::count_if(needed, [](double n) { return n < 200; }), survive);
  EXPECT_TRUE(survive > 0 && survive < 6);
  const std::string said = regretta(folder, {"diagnose", "s.db"}).out;
  EXPECT_TRUE(contains(said, fmt::format("{} of 6 decisions of `rank` would survive it", survive))) << said;
}

TEST(Rank, TheWorstOfSeveralEnvironments) {
  const Folder folder;
  folder.write("s.toml",
               "[study]\nname = \"worst\"\ntrials = 200\nhorizon = 100\n[[environment]]\nkind = \"flat\"\ngap = "
               "[0.5, 0.25]\n[[learner]]\nkind = \"dice\"\nscale = [100, 10]\n");
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto rows =
      rows_of(regretta(folder, {"rank", "s.db", "--worst-case", "-m", "violation", "--format", "csv"}).out);
  ASSERT_EQ(rows.size(), 2U) << "one per learner";
  for (const auto& row : rows) {
    EXPECT_EQ(row.at("environments"), "2");
    EXPECT_LE(std::stod(row.at("low")), std::stod(row.at("mean")));
    EXPECT_GE(std::stod(row.at("high")), std::stod(row.at("mean")));
    EXPECT_TRUE(contains(row.at("candidates"), " ")) << "the same dice in both";
  }
  const Outcome text = regretta(folder, {"rank", "s.db", "--worst-case"});
  for (const char* part : {"worst environment", "2 of 2", "scale = 100"})
    EXPECT_TRUE(contains(text.out, part)) << part << "\n" << text.out << text.err;
}

TEST(Tails, TheTableAndItsExport) {
  const Folder folder;
  folder.write("s.toml", ranked_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const Outcome shown = regretta(folder, {"show", "s.db", "--tails", "-m", "violation", "--above", "500,600"});
  ASSERT_EQ(shown.status, 0) << shown.err;
  for (const char* part : {"mean of worst 5%", "99%", "% above 500", "% above 600", "for any distribution"})
    EXPECT_TRUE(contains(shown.out, part)) << part << "\n" << shown.out;
  EXPECT_EQ(regretta(folder, {"show", "s.db", "--above", "500"}).status, 2) << "only with --tails";

  std::map<std::string, std::map<std::string, std::string>> tails;  // of violation, the largest scale
  for (const auto& row : rows_of(regretta(folder, {"export", "s.db", "--table", "tails"}).out))
    if (row.at("cell") == "0" && row.at("quantity") == "violation") tails[row.at("tail")] = row;
  ASSERT_EQ(tails.size(), 5U);
  for (const char* name : {"q50", "q90", "q95", "q99", "cvar95"}) {
    const double low = std::stod(tails.at(name).at("low")), high = std::stod(tails.at(name).at("high"));
    const double estimate = std::stod(tails.at(name).at("estimate"));
    EXPECT_LE(low, estimate) << name;
    EXPECT_GE(high, estimate) << name;
  }
  EXPECT_NEAR(std::stod(tails.at("q50").at("estimate")), 200, 60) << "1000 (u - 0.3)";
  EXPECT_EQ(tails.at("q50").at("values"), "200");
}

}  // namespace
}  // namespace regretta::fakes
