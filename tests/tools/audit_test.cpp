// `regretta audit`: what it reports of a lemma agrees with the rounds.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include <nlohmann/json.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "round_columns.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

// The paper's lemma, computed from the rounds that replay prints: estimates with full feedback and with bandit
// feedback, for fixed means and for means that an adversary changes.
TEST(Audit, TheConcentrationLemmaIsWhatReplayShows) {
  const ShippedCatalogue shipped;
  const Folder folder;
  folder.write("s.toml", R"(
[study]
name = "lemma"
trials = 8
horizon = 600
delta = 0.2
[[environment]]
kind = "random-instance"
arms = 3
constraints = 2
noise = "bernoulli"
corruption = { budget = 40, schedule = "front", direction = "slander" }
[[environment]]
kind = "mannor"
[[learner]]
kind = "conomd-fs"
[[learner]]
kind = "expopt-conomd"
beta = 0.5
[[learner]]
kind = "hedge"
)");
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto rows =
      nlohmann::json::parse(regretta(folder, {"export", "s.db", "--table", "trials", "--format", "json"}).out);
  std::istringstream audit(
      regretta(folder, {"audit", "s.db", "--metric", "concentration", "--watch", "1", "--format", "csv"}).out);
  std::string line;
  std::getline(audit, line);
  for (int cell = 0; cell < 6; ++cell) {
    ASSERT_TRUE(std::getline(audit, line)) << cell;
    if (cell % 3 == 2) {
      EXPECT_TRUE(contains(line, "not applicable,shows no ghat")) << line;
      continue;
    }
    const auto rounds =
        columns_of(regretta(folder, {"replay", "s.db", "--cell", std::to_string(cell), "--trial", "0"}).out);
    const int arms = cell < 3 ? 3 : 2;
    const int constraints = cell < 3 ? 2 : 1;
    const double corruption = rows.at(static_cast<std::size_t>(8 * cell)).at("corruption").get<double>();
    const double log_term = std::log(600.0 * arms * constraints / 0.2);
    double worst = 0;
    for (int a = 1; a <= arms; ++a) {
      for (int i = 1; i <= constraints; ++i) {
        const double mean = sum_of(rounds.at(fmt::format("mean_g{}_{}", i, a))) / 600;
        for (std::size_t t = 0; t < 600; ++t) {
          const double n = cell % 3 == 0 ? static_cast<double>(t + 1) : rounds.at(fmt::format("pulls_{}", a))[t];
          if (n == 0) continue;
          const double width = 4 * std::sqrt(log_term / n) + corruption / n + corruption / 600;
          worst = std::max(worst, std::abs(rounds.at(fmt::format("ghat{}_{}", i, a))[t] - mean) / width);
        }
      }
    }
    EXPECT_GT(worst, 0.01) << cell;
    const std::string median =
        line.substr(line.find("concentration,1,") + std::string("concentration,1,0,0,0,0,").size());
    EXPECT_NEAR(std::stod(median), worst, 1e-9) << line;
  }
}

// Theorem 1 of Sinha and Vaze is about two measures, and about rows as they are observed.
TEST(Audit, CocoIsHeldToItsTheorem) {
  const ShippedCatalogue shipped;
  const Folder folder;
  const auto study = [](const std::string& measures, const std::string& noise) {
    return "[study]\nname = \"coco\"\ntrials = 2\nhorizon = 20000\n" + measures +
           "[[environment]]\nkind = \"stationary\"\nloss = [0.2, 0.6, 0.8]\nviolation = [0.5, -0.4, -0.2]\nnoise = \"" +
           noise + "\"\n[[learner]]\nkind = \"coco\"\npenalty_scale = [1, 2]\n";
  };
  const std::string measures = "measures = [\"safe-regret\", \"summed-violation\"]\n";
  const auto audited = [&](const std::string& text) {
    folder.write("s.toml", text);
    std::filesystem::remove(folder.path("s.db"));
    EXPECT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
    return rows_of(regretta(folder, {"audit", "s.db", "--format", "csv"}).out);
  };
  auto lines = audited(study(measures, "none"));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].at("quantity"), "safe_regret");
  EXPECT_EQ(lines[0].at("verdict"), "holds");
  EXPECT_NEAR(std::stod(lines[0].at("bound")), 2 * std::sqrt(6.0) * (std::sqrt(20000.0) + 1), 1e-9);
  EXPECT_EQ(lines[1].at("quantity"), "summed_violation");
  EXPECT_EQ(lines[1].at("verdict"), "holds");
  EXPECT_NEAR(std::stod(lines[1].at("bound")), 4 * std::sqrt(6.0) * std::log(80002.0) * std::sqrt(20000.0), 1e-6);
  EXPECT_EQ(lines[2].at("reason"), "no theorem with these parameters");
  lines = audited(study(measures, "bernoulli"));
  EXPECT_TRUE(contains(lines[0].at("reason"), "observed rows, which have noise")) << lines[0].at("reason");
  lines = audited(study("", "none"));
  EXPECT_TRUE(contains(lines[1].at("reason"), "measure summed_violation: add it to [study] measures"));
}

}  // namespace
}  // namespace regretta::fakes
