// What is said of the members of a front: its words, and how often they are wrong.

#include "regretta/engine/search/front.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/real/randomness.hpp"

namespace regretta {
namespace {

using Table = std::vector<std::vector<Better>>;

/// Of members with these intervals for both aims of how much each is better than each later one.
Table table_of(std::size_t members, const std::vector<std::array<Interval, 2>>& pairs) {
  Table table(members, std::vector<Better>(members));
  std::size_t next = 0;
  for (std::size_t a = 0; a < members; ++a)
    for (std::size_t b = a + 1; b < members; ++b, ++next)
      for (const std::size_t aim : {std::size_t{0}, std::size_t{1}}) {
        const Interval by = pairs[next][aim];
        table[a][b].by[aim] = by;
        table[b][a].by[aim] = {-by.high, -by.low};
      }
  return table;
}

TEST(Front, SaysOnlyWhatIsShown) {
  const Interval more{1, 2}, less{-2, -1}, unknown{-1, 1}, equal{0, 0};
  const std::vector<FrontPlace> apart = places_on_front(table_of(2, {{more, less}}));
  for (const FrontPlace& one : apart) EXPECT_EQ(one.standing, FrontStanding::on_front);
  const std::vector<FrontPlace> worse = places_on_front(table_of(2, {{more, more}}));
  EXPECT_EQ(worse[0].standing, FrontStanding::on_front);
  EXPECT_EQ(worse[1].standing, FrontStanding::dominated);
  EXPECT_EQ(worse[1].rivals, std::vector<std::size_t>{0});
  for (const Interval& second : {unknown, equal}) {
    const std::vector<FrontPlace> open = places_on_front(table_of(2, {{more, second}}));
    EXPECT_EQ(open[0].standing, FrontStanding::on_front);
    EXPECT_EQ(open[1].standing, FrontStanding::open);
  }
  for (const FrontPlace& one : places_on_front(table_of(2, {{unknown, unknown}})))
    EXPECT_EQ(one.standing, FrontStanding::open);
  // Of three the last is dominated by the first, whatever the second may do.
  const std::vector<FrontPlace> three =
      places_on_front(table_of(3, {{unknown, unknown}, {more, more}, {unknown, more}}));
  EXPECT_EQ(three[2].standing, FrontStanding::dominated);
  EXPECT_EQ(three[2].rivals, std::vector<std::size_t>{0});
  EXPECT_EQ(three[1].rivals, std::vector<std::size_t>{0});
  EXPECT_TRUE(places_on_front({}).empty());
}

/// Claim: with probability at most 5%, any statement about any member is wrong: that it is on the front, or dominated.
/// Eight members on and closely below a known front, with noise of which half of the variance is common; the share of
/// wrong fronts of n is at most 5% plus 3 standard errors. Some statements must be made, or nothing was tried.
TEST(Front, IsRarelyWrong) {
  const char* const wanted = std::getenv("REGRETTA_REPETITIONS");
  const int fronts = wanted != nullptr ? std::atoi(wanted) : 100;
  constexpr std::size_t members = 8, fresh = 64;
  const auto truth = [](std::size_t member, std::size_t aim) {
    const double share = static_cast<double>(member / 2) / 3, loss = member % 2 == 1 ? 0.15 : 0;
    return (aim == 0 ? share : 1 - share) - loss;
  };
  const Family family{.alpha = 0.05, .lines = members * 2 + members * (members - 1)};
  int wrong = 0, said = 0;
  for (int front = 0; front < fronts; ++front) {
    const Draws<double> draws(static_cast<std::uint64_t>(front), 1);
    const auto values = [&](std::size_t member, std::size_t aim) {
      std::vector<double> all;
      for (std::int64_t trial = 1; trial <= static_cast<std::int64_t>(fresh); ++trial) {
        const Randomness<double> random(draws, trial, Stream::process);
        const auto purpose = static_cast<int>(aim);
        all.push_back(truth(member, aim) + 0.2 * random.exponential({.purpose = purpose, .index = 100}) +
                      0.2 * random.exponential({.purpose = purpose, .index = static_cast<std::int64_t>(member)}));
      }
      return all;
    };
    Table better(members, std::vector<Better>(members));
    for (const std::size_t aim : {std::size_t{0}, std::size_t{1}}) {
      std::vector<std::vector<double>> own;
      for (std::size_t member = 0; member < members; ++member) own.push_back(values(member, aim));
      for (std::size_t a = 0; a < members; ++a)
        for (std::size_t b = 0; b < members; ++b) {
          std::vector<double> differences = own[a];
          for (std::size_t k = 0; k < fresh; ++k) differences[k] -= own[b][k];
          better[a][b].by[aim] = seen_of(differences, {-infinity, infinity}, family).seen;
        }
    }
    const std::vector<FrontPlace> places = places_on_front(better);
    bool is_wrong = false;
    for (std::size_t member = 0; member < members; ++member) {
      const bool on_front = member % 2 == 0;
      is_wrong = is_wrong || places[member].standing == (on_front ? FrontStanding::dominated : FrontStanding::on_front);
      said += places[member].standing != FrontStanding::open;
    }
    wrong += is_wrong;
  }
  EXPECT_LE(wrong, fronts * 0.05 + 3 * std::sqrt(fronts * 0.05 * 0.95));
  EXPECT_GT(said, fronts);
}

}  // namespace
}  // namespace regretta
