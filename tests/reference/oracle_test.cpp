// Comparison with results of an independent implementation (tests/data/oracle): no noise, full feedback, a trace with
// one row per round.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "regretta/tests/reference/engine_side.hpp"

namespace regretta {
namespace {

naive::Game read_trace(const std::string& file, std::size_t K, std::size_t m) {
  std::ifstream in(file);
  std::string line, cell;
  std::getline(in, line);
  std::vector<std::string> header;
  for (std::stringstream cells(line); std::getline(cells, cell, ',');) header.push_back(cell);
  naive::Game game;
  while (std::getline(in, line)) {
    game.loss.emplace_back(K);
    game.violation.emplace_back(m, naive::Column(K));
    std::stringstream cells(line);
    for (const std::string& name : header) {
      std::getline(cells, cell, ',');
      const double value = std::stod(cell);
      int i = 0, a = 0;
      if (std::sscanf(name.c_str(), "loss_%d", &a) == 1) game.loss.back()[static_cast<std::size_t>(a - 1)] = value;
      if (std::sscanf(name.c_str(), "g%d_%d", &i, &a) == 2)
        game.violation.back()[static_cast<std::size_t>(i - 1)][static_cast<std::size_t>(a - 1)] = value;
    }
  }
  return game;
}

/// A title: "conomd-fs | confidence_scale 0.25", "known-c (full, C measured) | ...", "... constraints = false | ...".
naive::Setting read_setting(const std::string& title, double corruption) {
  naive::Setting setting;
  setting.confidence_scale = std::stod(title.substr(title.rfind(' ') + 1));
  if (title.starts_with("known-c")) {
    setting.name = "known-c";
    setting.fixed_share = false;
    setting.corruption = corruption;
  }
  setting.constraints = title.find("constraints = false") == std::string::npos;
  return setting;
}

void expect_close(double value, double expected, double tolerance, const std::string& what) {
  EXPECT_NEAR(value, expected, tolerance * std::max(1.0, std::abs(expected))) << what;
}

class OracleRoot : public testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(OracleRoot, AgreesWithAnIndependentImplementation) {
  const auto [name, tolerance] = GetParam();
  const std::string folder = std::string(REGRETTA_TEST_DATA) + "/oracle/" + name;
  nlohmann::json expected;
  std::ifstream(folder + "/expected.json") >> expected;
  naive::Game game = read_trace(folder + "/trace.csv", expected["K"], expected["m"]);
  game.delta = expected["delta"].get<double>();
  ASSERT_EQ(game.horizon(), expected["T"].get<std::size_t>());
  for (const auto& [title, want] : expected["noise_free"].items()) {
    const CellWork work = cell_of(game, 1);
    const naive::Setting setting = read_setting(title, work.facts->corruption);
    const EngineTrial got = engine_play(game, setting, 1, 0);
    expect_close(got.result[Quantity::violation], want["violation"], tolerance, title + " violation");
    expect_close(got.result[Quantity::expected_regret], want["expected_regret"], tolerance, title + " expected regret");
    EXPECT_EQ(got.result[quantity_named("empty_rounds")], want["empty_rounds"].get<double>()) << title;
    for (const auto& [round, strategy] : want["strategy_at_round"].items())
      for (std::size_t a = 0; a < strategy.size(); ++a) {
        const double x = strategy[a];
        EXPECT_NEAR(got.x[std::stoul(round) - 1][a], x, tolerance * std::max(x, 1e-3)) << title << " round " << round;
      }
  }
}
INSTANTIATE_TEST_SUITE_P(Traces, OracleRoot,
                         testing::Values(std::pair("c01_tiny", 1e-9), std::pair("c03_three_constraints", 1e-9),
                                         std::pair("c12_empty_sets", 1e-7)));

}  // namespace
}  // namespace regretta
