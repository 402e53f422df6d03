// Profiles of gaps to the best: closed cases, and how often their bands hold.

#include "regretta/engine/evidence/statistics/gap_profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace regretta {
namespace {

TEST(GapProfile, CountsSettingsWithinEachGap) {
  // gaps of the first learner: 0, 2, 0; of the second: 5, 0, 0
  const std::vector<SettingTrials> settings = {{{-1, -1}, {4, 4}}, {{3, 3}, {1, 1}}, {{7, 7}, {7, 7}}};
  const GapProfiles profiles = gap_profiles(settings, 0.95);
  EXPECT_EQ(profiles.settings, 3);
  ASSERT_EQ(profiles.learners.size(), 2U);
  for (std::size_t l = 0; l < 2; ++l) {
    const std::vector<ProfilePoint>& profile = profiles.learners[l];
    ASSERT_EQ(profile.size(), l == 0 ? 3U : 2U);
    EXPECT_EQ(profile[0].gap, 0);
    EXPECT_EQ(profile[1].gap, l == 0 ? 2 : 5);
    EXPECT_EQ(profile.back().gap, 5) << "where the last one ends";
    for (std::size_t k = 0; k < profile.size(); ++k) {
      EXPECT_DOUBLE_EQ(profile[k].share, k == 0 ? 2 / 3.0 : 1);
      EXPECT_EQ(profile[k].low, profile[k].share) << "trials without spread";
      EXPECT_EQ(profile[k].high, profile[k].share) << "trials without spread";
    }
  }
}

TEST(GapProfile, WithoutBandsItIsTheSameStaircase) {
  const std::vector<SettingTrials> settings = {{{1, 2, 4}, {2, 2, 3}}, {{3, 5, 1}, {1, 8, 2}}, {{7, 7, 1}, {7, 9, 3}}};
  const auto trials_of = [&](std::size_t s) { return settings[s]; };
  const GapProfiles banded = gap_profiles(settings, 0.95), plain = gap_profiles(settings.size(), trials_of, {});
  ASSERT_EQ(plain.learners.size(), banded.learners.size());
  for (std::size_t l = 0; l < plain.learners.size(); ++l)
    for (const ProfilePoint& point : banded.learners[l]) {
      const auto after = std::ranges::upper_bound(plain.learners[l], point.gap, {}, &ProfilePoint::gap);
      ASSERT_NE(after, plain.learners[l].begin());
      EXPECT_EQ((after - 1)->share, point.share) << l << " at " << point.gap;
      EXPECT_TRUE(std::isnan((after - 1)->low));
    }
}

TEST(GapProfile, BandsCloseBetweenTheSteps) {
  SettingTrials close(2);
  for (int t = 0; t < 64; ++t) {
    close[0].push_back(10 + t % 5);
    close[1].push_back(t % 3);
  }
  std::vector<SettingTrials> settings(20, close);
  settings.push_back({{1000, 1000}, {0, 0}});
  const std::vector<ProfilePoint> profile = gap_profiles(settings, 0.95).learners[0];
  const auto later = std::ranges::find_if(profile, [](const ProfilePoint& point) { return point.gap > 13; });
  ASSERT_NE(later, profile.begin());
  const ProfilePoint& before = *(later - 1);
  EXPECT_DOUBLE_EQ(before.share, 20 / 21.0);
  EXPECT_EQ(before.low, before.share) << "at a gap of " << before.gap
                                      << " all resamples of the close settings are within";
  EXPECT_EQ(before.high, before.share);
}

TEST(GapProfile, AddingToAllLearnersOfASettingChangesNothing) {
  const std::vector<SettingTrials> settings = {{{1, 2, 4}, {2, 2, 3}}, {{3, 5, 1}, {1, 8, 2}}};
  std::vector<SettingTrials> shifted = settings;
  for (auto& list : shifted[0])
    for (double& x : list) x -= 64;
  const GapProfiles before = gap_profiles(settings, 0.95), after = gap_profiles(shifted, 0.95);
  for (std::size_t l = 0; l < 2; ++l)
    for (std::size_t k = 0; k < before.learners[l].size(); ++k) {
      EXPECT_NEAR(before.learners[l][k].gap, after.learners[l][k].gap, 1e-12);
      EXPECT_EQ(before.learners[l][k].share, after.learners[l][k].share);
      EXPECT_EQ(before.learners[l][k].low, after.learners[l][k].low);
      EXPECT_EQ(before.learners[l][k].high, after.learners[l][k].high);
    }
}

TEST(GapProfile, OnlyTrialsOfAllLearnersCount) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<SettingTrials> settings = {{{1, nan, 3}, {2, 100, 2}}, {{nan}, {1}}, {{1, 1}, {1, 2}}};
  const GapProfiles profiles = gap_profiles(settings, 0.95);
  EXPECT_EQ(profiles.settings, 2);
  EXPECT_EQ(profiles.learners[0].front().share, 1) << "2 and 2, 1 and 1.5";
  EXPECT_EQ(profiles.learners[1].front().share, 0.5);
  EXPECT_EQ(std::ranges::find(profiles.learners[1], 1.0, &ProfilePoint::share)->gap, 0.5);
}

TEST(GapProfile, BandsWidenWhereTrialsDisagree) {
  SettingTrials close(2), clear(2);
  for (int t = 0; t < 50; ++t) {
    close[0].push_back(t % 5);
    close[1].push_back(3 * t % 5 + 0.2 * (t % 2));  // 0.1 more on average
    clear[0].push_back(t % 7);
    clear[1].push_back(20 + t % 5);
  }
  const GapProfiles profiles = gap_profiles({close, clear}, 0.95);
  const ProfilePoint& best = profiles.learners[0].front();
  EXPECT_EQ(best.high, 1);
  EXPECT_EQ(best.low, 0.5) << "surely the best in one of two settings";
  EXPECT_EQ(profiles.learners[1].front().high, 0.5);
}

}  // namespace
}  // namespace regretta
