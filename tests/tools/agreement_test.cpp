// Tests that the interval, p-value, verdict and rank of a difference, and the printed interval, never contradict each
// other.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// Random values of two learners, and the ranges that they can reach. Some have ties, rare modes or a single value, and
/// some are missing or nearly the same.
ComparedCells two_learners(std::mt19937& generator) {
  const auto uniform = [&] { return static_cast<double>(generator()) / 4294967296.0; };
  const double scale = std::exp(12 * uniform() - 4), far = generator() % 4 == 0 ? 20 : 1;
  const double apart = far * scale * (uniform() - 0.5) * std::exp(-4 * uniform());
  const auto kind = generator() % 6;
  const auto size = generator() % 100;
  ComparedCells compared{{TrialValues(2)}, {std::vector<Interval>(2, {-2 * scale, 12 * scale})}};
  for (unsigned k = 0; k < size; ++k)
    for (std::size_t learner = 0; learner < 2; ++learner) {
      const double u = uniform();
      const double x = kind == 0   ? u
                       : kind == 1 ? -std::log(u + 1e-4)
                       : kind == 2 ? 10 * double(u < 0.05)
                       : kind == 3 ? 1
                       : kind == 4 ? std::round(2 * u)
                                   : 0.01 * u;
      const double value = scale * x + (learner == 1 ? apart : 0);
      compared.values[0][learner].push_back(generator() % 30 == 0 ? not_a_number : value);
    }
  if (generator() % 6 == 0) compared.reaches[0][0].high = infinity;
  return compared;
}

/// The interval that a text such as "12 ± 3" or "12 +4 -3" states.
Interval printed_ends(const std::string& text) {
  const std::size_t gap = text.find(' ');
  const double mean = std::stod(text);
  const std::string rest = text.substr(gap + 1);
  if (rest.starts_with("±")) {
    const double half = std::stod(rest.substr(rest.find(' ')));
    return {mean - half, mean + half};
  }
  return {mean + std::stod(rest.substr(rest.find(' '))), mean + std::stod(rest)};
}
Interval printed_ends(const Evidence& evidence) {
  return printed_ends(interval_text(evidence.mean, evidence.interval));
}

TEST(Agreement, IntervalPValueVerdictAndRankAgree) {
  std::mt19937 generator(1);
  std::array<int, 2> verdicts{};
  for (int k = 0; k < 10'000; ++k) {
    const ComparedCells compared = two_learners(generator);
    const TrialValues& values = compared.values[0];
    const std::vector<Interval>& reaches = compared.reaches[0];
    const double alpha = generator() % 2 == 0 ? 0.05 : 0.2;
    const PairedDifference line =
        paired_difference(values[0], values[1], reach_of_difference(reaches[0], reaches[1]), {.alpha = alpha});
    ++verdicts[line.is_shown];
    ASSERT_EQ(line.p <= alpha, line.is_shown) << k;
    ASSERT_EQ(line.interval.has(0), !line.is_shown) << k;
    ASSERT_EQ(standing_of(line) == Standing::not_separated, !line.is_shown) << k;
    const auto shown = shown_pairs({compared}, {.alpha = alpha})[0][0].less;
    ASSERT_EQ(shown[0][1] || shown[1][0], line.is_shown) << k;
    if (line.is_shown) {
      ASSERT_EQ(shown[0][1], line.interval.high < 0) << k;
      ASSERT_FALSE(printed_ends(line).has(0)) << interval_text(line.mean, line.interval);
    } else if (line.values > 1 && line.interval.low < 0 && line.interval.high > 0) {
      ASSERT_TRUE(printed_ends(line).has(0)) << interval_text(line.mean, line.interval);
    }
  }
  for (const int count : verdicts) EXPECT_GT(count, 200) << "both verdicts must occur often";
}

}  // namespace
}  // namespace regretta
