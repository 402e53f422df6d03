// How many trials does a search need on landscapes whose optimum is known? A long campaign with
// REGRETTA_REPETITIONS=50.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/real/randomness.hpp"
#include "regretta/engine/search/evolution.hpp"
#include "regretta/engine/search/population.hpp"
#include "regretta/engine/search/random_points.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

/// Twelve numbers and three choices of 4, 4 and 2. Only the ranges matter here; the study is never played.
const std::string study_text = R"(
[study]
horizon = 1000
[[environment]]
kind = "stationary"
loss = [{ search = [0, 1] }, { search = [0, 1] }, { search = [0, 1] }, { search = [0, 1] }, { search = [0, 1] }, { search = [0, 1] }]
violation = [[{ search = [-1, 1] }, { search = [-1, 1] }, { search = [-1, 1] }, { search = [-1, 1] }, { search = [-1, 1] }, { search = [-1, 1] }]]
noise = { search = ["bernoulli", "none"] }
corruption = { budget = 1, schedule = { search = ["front", "late", "periodic", "random"] }, direction = { search = "all" }, arm = 1 }
[[learner]]
kind = "uniform"
[search]
maximise = "regret"
rounds = 1e9
)";

struct Split {
  std::vector<double> numbers;
  std::vector<int> choices;
};
Split split(const SearchSpace& space, const Point& point) {
  Split all;
  for (std::size_t d = 0; d < point.size(); ++d)
    if (space.dimensions()[d].choices.empty())
      all.numbers.push_back(point[d]);
    else
      all.choices.push_back(static_cast<int>(point[d]));
  return all;
}

double wrong_choices(const Split& x) {
  return static_cast<double>(std::ranges::count_if(x.choices, [](int one) { return one != 1; })) / 3;
}
double distance(const Split& x, double centre) {
  double sum = 0;
  for (const double one : x.numbers) sum += (one - centre) * (one - centre);
  return sum / static_cast<double>(x.numbers.size());
}

/// Each is 1 at its optimum, and less elsewhere.
double smooth(const Split& x) { return 1 - 2 * distance(x, 0.37) - 0.2 * wrong_choices(x); }
double ridge(const Split& x) {  // all numbers equal: a narrow way, on which it rises slowly
  double across = 0;
  for (std::size_t k = 1; k < x.numbers.size(); ++k) across += std::abs(x.numbers[k] - x.numbers[k - 1]);
  return 1 - across / 4 - 0.5 * std::abs(x.numbers[0] - 0.8) - 0.2 * wrong_choices(x);
}
double mixed(const Split& x) {  // the choices say where the optimum of the numbers is
  return 1 - 2 * distance(x, 0.15 + 0.2 * x.choices[0] + 0.05 * x.choices[1]) - 0.4 * wrong_choices(x);
}
double deceptive(const Split& x) {  // rises towards 0.8; the optimum is one candidate in 800, and nothing leads there
  const bool is_there =
      wrong_choices(x) == 0 && std::abs(x.numbers[0] - 0.2) < 0.1 && std::abs(x.numbers[5] - 0.7) < 0.1;
  return is_there ? 1 : 0.8 - distance(x, 0.9) - 0.2 * wrong_choices(x);
}

class Game {
 public:
  Game(const SearchSpace& space, double (*landscape)(const Split&), std::uint64_t seed)
      : space_(space), landscape_(landscape), draws_(seed, 7) {
    std::vector<double> values;
    for (int k = 0; k < 1001; ++k) values.push_back(value(random_point(space.dimensions(), 99, k)));
    std::ranges::nth_element(values, values.begin() + 500);
    wanted_ = values[500] + 0.95 * (1 - values[500]);
  }

  /// The trials that are played until the best of the race is nearly as good as the optimum; `most` if it never is.
  std::int64_t trials_until_found(Proposer* proposer, std::uint64_t seed, std::int64_t random_first,
                                  std::int64_t most) {
    std::int64_t played = 0;
    search(proposer, seed, random_first,
           [&](const Race& all, const std::vector<Point>& points, const ScoreAfter& score) {
             played = std::accumulate(all.trials.begin(), all.trials.end(), std::int64_t{0});
             return value(points[finalists_of(all, 1, score).front()]) >= wanted_ || played >= most;
           });
    return std::min(played, most);
  }

  /// Whether the interval of any of the finalists on fresh trials misses its value, after so many generations; adds
  /// what the race believed beyond the values to `optimism`.
  bool misses_a_finalist(Proposer& proposer, std::uint64_t seed, std::int64_t generations, double& optimism) {
    constexpr std::int64_t finalists = 4, fresh = 64;
    bool misses = false;
    search(&proposer, seed, 64, [&](const Race& all, const std::vector<Point>& points, const ScoreAfter& score) {
      if (--generations > 0) return false;
      for (const std::size_t one : finalists_of(all, finalists, score)) {
        std::vector<double> values;
        for (std::int64_t trial = 0; trial < fresh; ++trial)
          values.push_back(value(points[one]) + spread * noise(static_cast<std::int64_t>(one), (1 << 30) + trial));
        const Interval seen = seen_of(values, {-infinity, infinity}, {.alpha = 0.05, .lines = finalists}).seen;
        misses = misses || value(points[one]) < seen.low || value(points[one]) > seen.high;
        optimism += score(one, all.trials[one])->value - value(points[one]);
      }
      return true;
    });
    return misses;
  }

 private:
  using Ends = std::function<bool(const Race& race, const std::vector<Point>& points, const ScoreAfter& score)>;

  /// Generation after generation until `ends`.
  void search(Proposer* proposer, std::uint64_t seed, std::int64_t random_first, const Ends& ends) {
    std::vector<Point> points;
    std::vector<Racer> racers;
    for (std::int64_t generation = 0;; ++generation) {
      const std::size_t first = points.size();
      const std::int64_t count = std::max<std::int64_t>(64, std::ssize(points) / 10);
      std::vector<std::size_t> asked;
      for (std::int64_t k = 0; k < count; ++k) {
        const std::int64_t number = std::ssize(points) + 1;
        if (proposer != nullptr && number > random_first && number % one_in_random != 0) asked.push_back(points.size());
        points.push_back(random_point(space_.dimensions(), seed, number));
        racers.push_back({generation, true});
      }
      if (!asked.empty()) {
        const std::vector<Point> proposed = proposer->propose(static_cast<int>(asked.size()));
        for (std::size_t k = 0; k < asked.size(); ++k) points[asked[k]] = proposed[k];
      }
      const ScoreAfter score = [&](std::size_t candidate, std::int64_t trials) {
        const auto [place, is_new] = known_.try_emplace({candidate, trials});
        if (is_new) place->second = mean(points[candidate], static_cast<std::int64_t>(candidate), trials);
        return RaceScore{place->second, 0};
      };
      const Race all = race(racers, {8, 32, 128}, SearchRules::keep, score);
      if (ends(all, points, score)) {
        known_.clear();
        return;
      }
      if (proposer == nullptr) continue;
      std::vector<Proposer::Outcome> outcomes;
      for (std::size_t k = first; k < points.size(); ++k)
        outcomes.push_back({points[k], *score(k, all.trials[k]), all.trials[k]});
      proposer->learn(outcomes);
    }
  }

  double value(const Point& point) const { return landscape_(split(space_, point)); }
  /// Trials differ by `spread` times this, half of the variance common to all candidates.
  double noise(std::int64_t candidate, std::int64_t trial) const {
    const Randomness<double> common(draws_, trial + 1, Stream::learner), own(draws_, trial + 1, Stream::outcomes);
    return common.normal({.purpose = 0, .index = 0}) + own.normal({.purpose = 0, .index = candidate});
  }
  double mean(const Point& point, std::int64_t candidate, std::int64_t trials) const {
    double sum = 0;
    for (std::int64_t trial = 0; trial < trials; ++trial) sum += noise(candidate, trial);
    return value(point) + spread * sum / static_cast<double>(trials);
  }

  const double spread = 0.1 / std::sqrt(2.0);
  const SearchSpace& space_;
  double (*landscape_)(const Split&);
  Draws<double> draws_;
  double wanted_ = 0;
  std::map<std::pair<std::size_t, std::int64_t>, double> known_;
};

std::int64_t median(std::vector<std::int64_t> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

TEST(Evolution, TrustsCandidatesThatPlayedMore) {
  static const Catalogue catalogue = standard_catalogue();
  const SearchSpace space(parse_study(study_text, "s.toml", "", {}), catalogue);
  Evolution evolution(space, 1);
  const Point lucky(space.dimensions().size(), 0.0), sound(space.dimensions().size(), 1.0);
  evolution.learn(std::vector<Proposer::Outcome>(20, {lucky, {10, 0}, 8}));
  evolution.learn(std::vector<Proposer::Outcome>(20, {sound, {1, 0}, 128}));
  int like_sound = 0;
  for (const Point& child : evolution.propose(200)) {
    double sum = 0;
    for (const double one : split(space, child).numbers) sum += one;
    like_sound += sum > 6;
  }
  EXPECT_GT(like_sound, 190);
}

/// Claim: on the smooth, the mixed and the ridge landscape the median cost of the optimiser is at most a third of
/// random search's, on the deceptive one at most 1 / (share of random candidates) times that. A random search that
/// finds nothing counts as ten times the optimiser's median. Medians of REGRETTA_REPETITIONS searches; in the gate one
/// on two landscapes. Without learning directions the evolution never arrives on the ridge.
TEST(SearchLandscapes, AreClimbedFasterThanByRandomSearch) {
  const char* const wanted = std::getenv("REGRETTA_REPETITIONS");
  const int searches = wanted != nullptr ? std::atoi(wanted) : 1;
  constexpr std::int64_t at_most = 400'000;
  static const Catalogue catalogue = standard_catalogue();
  const SearchSpace space(parse_study(study_text, "s.toml", "", {}), catalogue);
  struct Landscape {
    const char* name;
    double (*value)(const Split&);
    double most;
  };
  std::vector<Landscape> landscapes{{"ridge", ridge, 1.0 / 3},
                                    {"deceptive", deceptive, static_cast<double>(one_in_random)}};
  if (wanted != nullptr) landscapes.insert(landscapes.end(), {{"smooth", smooth, 1.0 / 3}, {"mixed", mixed, 1.0 / 3}});
  for (const auto& [name, landscape, most] : landscapes) {
    std::vector<std::int64_t> evolved, random;
    for (int k = 1; k <= searches; ++k) {
      const auto seed = static_cast<std::uint64_t>(k);
      Evolution evolution(space, k);
      evolved.push_back(Game(space, landscape, seed).trials_until_found(&evolution, seed, 256, at_most));
    }
    EXPECT_LT(median(evolved), at_most) << name;
    const std::int64_t cap = wanted != nullptr ? 10 * median(evolved) : 4 * median(evolved);
    for (int k = 1; k <= searches; ++k) {
      const auto seed = static_cast<std::uint64_t>(k);
      random.push_back(Game(space, landscape, seed).trials_until_found(nullptr, seed, 0, cap));
    }
    const auto ratio = static_cast<double>(median(evolved)) / static_cast<double>(median(random));
    std::printf("%-10s evolution %lld trials, random %lld, ratio %.3f; the evolution arrives in %d of %d\n", name,
                static_cast<long long>(median(evolved)), static_cast<long long>(median(random)), ratio,
                static_cast<int>(std::ranges::count_if(evolved, [](std::int64_t one) { return one < at_most; })),
                searches);
    EXPECT_LE(ratio, most) << name;
  }
}

/// Claim: whatever the optimiser has chosen, the interval of any finalist on fresh trials misses its value with
/// probability at most 5%; the share of misses of n searches is at most that plus 3 standard errors. The race itself is
/// too optimistic.
TEST(SearchLandscapes, FreshTrialsCoverWhatTheOptimiserChose) {
  const char* const wanted = std::getenv("REGRETTA_REPETITIONS");
  const int searches = wanted != nullptr ? std::atoi(wanted) : 20;
  static const Catalogue catalogue = standard_catalogue();
  const SearchSpace space(parse_study(study_text, "s.toml", "", {}), catalogue);
  int missed = 0;
  double optimism = 0;
  for (int k = 1; k <= searches; ++k) {
    Evolution evolution(space, k);
    missed += Game(space, mixed, static_cast<std::uint64_t>(k))
                  .misses_a_finalist(evolution, static_cast<std::uint64_t>(k), 12, optimism);
  }
  std::printf("%d of %d searches miss; optimism %.4f\n", missed, searches, optimism / (4 * searches));
  EXPECT_LE(missed, searches * 0.05 + 3 * std::sqrt(searches * 0.05 * 0.95));
  EXPECT_GT(optimism, 0);
}

}  // namespace
}  // namespace regretta
