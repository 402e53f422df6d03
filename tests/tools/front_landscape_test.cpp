// How fast the evolution comes near to a front that is known.

#include <gtest/gtest.h>

#include <algorithm>

#include "regretta/engine/search/evolution.hpp"
#include "regretta/engine/search/front_order.hpp"
#include "regretta/engine/search/population.hpp"
#include "regretta/engine/search/random_points.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

/// The share of the square above 0 that the best of these scores dominate.
double area(const std::vector<RaceScore>& scores) {
  double sum = 0, second = 0;
  for (const std::size_t place : front_of(scores)) {
    sum += std::max(0.0, scores[place].value) * std::max(0.0, *scores[place].second - second);
    second = std::max(second, *scores[place].second);
  }
  return sum;
}

/// Claim: with 1,000 candidates the evolution leaves at most half as much of the area below a known front as random
/// candidates do. One number of ten says where on the front; the others and a choice must be met. Sums over 3 searches.
TEST(FrontLandscape, IsApproachedFasterThanByRandomCandidates) {
  static const Catalogue catalogue = standard_catalogue();
  const SearchSpace space(parse_study(R"(
[study]
horizon = 10
[[environment]]
kind = "stationary"
loss = [{ search = [0, 1] }, { search = [0, 1] }, { search = [0, 1] }, { search = [0, 1] }, { search = [0, 1] }]
violation = [[{ search = [-1, 1] }, { search = [-1, 1] }, { search = [-1, 1] }, { search = [-1, 1] }, { search = [-1, 1] }]]
noise = { search = ["bernoulli", "none"] }
[[learner]]
kind = "uniform"
[search]
maximise = ["regret", "violation"]
rounds = 1e9
)",
                                      "s.toml", "", {}),
                          catalogue);
  const auto score_of = [&](const Point& point) {
    double away = 0;
    for (std::size_t d = 1; d < 10; ++d) away += (point[d] - 0.3) * (point[d] - 0.3);
    away += point[10] == 1 ? 0.3 : 0;
    return RaceScore{point[0] - away, 0, 1 - point[0] * point[0] - away};
  };
  const double whole = 2.0 / 3;  // below 1 - x^2
  double left_by_evolution = 0, left_by_chance = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    for (const bool evolves : {true, false}) {
      Evolution evolution(space, static_cast<std::int64_t>(seed));
      std::vector<RaceScore> all;
      for (std::int64_t number = 1; number <= 1000;) {
        std::vector<Proposer::Outcome> generation;
        for (int k = 0; k < 50; ++k, ++number) {
          const bool is_random = !evolves || number <= 200 || number % one_in_random == 0;
          const Point point = is_random ? random_point(space.dimensions(), seed, number) : evolution.propose(1).front();
          all.push_back(score_of(point));
          generation.push_back({point, all.back(), 8});
        }
        evolution.learn(generation);
      }
      (evolves ? left_by_evolution : left_by_chance) += whole - area(all);
    }
  EXPECT_GT(left_by_evolution, 0);
  EXPECT_LT(left_by_evolution, left_by_chance / 2);
}

}  // namespace
}  // namespace regretta
