// Ranks and fronts from what is shown of pairs.

#include "regretta/engine/evidence/comparison/ranking.hpp"

#include <gtest/gtest.h>

namespace regretta {
namespace {

TEST(Ranking, IntervalsCountWhatIsShown) {
  // learner 0 is shown to have less than 1 and 2; nothing is known of 3
  const ShownLess shown = {{false, true, true, false},
                           {false, false, false, false},
                           {false, false, false, false},
                           {false, false, false, false}};
  const auto expect = [&](std::size_t j, int least, int most) {
    const Rank rank = rank_of(shown, j);
    EXPECT_EQ(rank.least, least) << j;
    EXPECT_EQ(rank.most, most) << j;
  };
  expect(0, 1, 2);
  expect(1, 2, 4);
  expect(2, 2, 4);
  expect(3, 1, 4);
}

TEST(Ranking, TheFrontOfTwoQuantities) {
  // regret: 0 < 1 < 2; violation: 1 < 0 < 2, and 0 against 2 is not shown
  const ShownLess regret = {{false, true, true}, {false, false, true}, {false, false, false}};
  const ShownLess violation = {{false, false, false}, {true, false, true}, {false, false, false}};
  EXPECT_EQ(front_of({regret, violation}, 0), OnFront::yes) << "less regret than both others";
  EXPECT_EQ(front_of({regret, violation}, 1), OnFront::yes);
  EXPECT_EQ(front_of({regret, violation}, 2), OnFront::no) << "1 has less of both";
  EXPECT_EQ(front_of({violation}, 0), OnFront::no);
  EXPECT_EQ(front_of({violation}, 1), OnFront::yes);
  const ShownLess nothing(2, std::vector<bool>(2, false));
  EXPECT_EQ(front_of({nothing, nothing}, 0), OnFront::possible);
  EXPECT_EQ(front_of({ShownLess(1, {false})}, 0), OnFront::yes) << "a single learner";
}

}  // namespace
}  // namespace regretta
