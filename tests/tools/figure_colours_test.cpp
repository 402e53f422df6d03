// Which learners have a colour in figures, and which are grey.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "plotted.hpp"
#include "regretta/tools/figures/learner_styles.hpp"

namespace regretta::fakes {
namespace {

/// `count` learners called l0, l1, ..., the last of the least rank; those with an odd number are of a group.
std::vector<StudyLearner> learners_of(std::size_t count) {
  std::vector<StudyLearner> learners;
  for (std::size_t k = 0; k < count; ++k) {
    const double rank = static_cast<double>(count - k) / static_cast<double>(count);
    learners.push_back({.label = {fmt::format("l{}", k), "kind", {{"scale", fmt::format("{}", k)}}},
                        .group = k % 2 == 1 ? "odd" : "",
                        .regret_rank = rank,
                        .violation_rank = rank / 2});
  }
  return learners;
}

/// The places of the learners with a colour.
std::vector<std::size_t> coloured(std::size_t count, const std::vector<std::string>& highlight) {
  std::vector<std::size_t> places;
  for (const LineStyle& style : learner_styles(learners_of(count), highlight))
    if (!style.is_grey) places.push_back(style.place);
  return places;
}

std::string refusal(const std::vector<std::string>& highlight) {
  try {
    learner_styles(learners_of(9), highlight);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

using Places = std::vector<std::size_t>;

TEST(FigureColours, EightLearnersHaveAHueEachAndOfMoreTheSevenBest) {
  const std::vector<LineStyle> eight = learner_styles(learners_of(8), {});
  for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(eight[k].hue, k);
  EXPECT_EQ(coloured(8, {}).size(), 8U);
  EXPECT_EQ(coloured(12, {}), (Places{5, 6, 7, 8, 9, 10, 11}));
  const std::vector<LineStyle> twelve = learner_styles(learners_of(12), {});
  EXPECT_EQ(twelve[11].hue, 0U) << "the best has the first hue";
  EXPECT_EQ(twelve[5].hue, 7U);
  EXPECT_EQ(twelve[11].place, 11U) << "its place stays";
  std::vector<StudyLearner> advised = learners_of(12);
  advised[0].is_recommended = true;
  const std::vector<LineStyle> with_advised = learner_styles(advised, {});
  EXPECT_FALSE(with_advised[0].is_grey) << "what is recommended has a colour, whatever its mean rank";
  EXPECT_TRUE(with_advised[5].is_grey) << "in place of the seventh";
  for (StudyLearner& learner : advised) learner.is_recommended = true;
  for (const LineStyle& style : learner_styles(advised, {})) EXPECT_FALSE(style.is_grey) << style.place;
  std::vector<StudyLearner> some = learners_of(12);  // --where leaves eight
  for (std::size_t k = 2; k < 6; ++k) some[k].regret_rank = some[k].violation_rank = std::nan("");
  std::set<std::size_t> hues;
  for (const LineStyle& style : learner_styles(some, {})) {
    EXPECT_FALSE(style.is_grey) << style.place;
    if (!std::isnan(some[style.place].regret_rank)) hues.insert(style.hue);
  }
  EXPECT_EQ(hues.size(), 8U) << "which look different";
}

TEST(FigureColours, HighlightTakesNamesSettingsKindsAndGroups) {
  EXPECT_EQ(coloured(12, {"l3", "l0"}), (Places{0, 3}));
  EXPECT_EQ(coloured(12, {"l3, scale=3, l1,scale=1"}), (Places{1, 3}));
  EXPECT_EQ(coloured(12, {"odd"}), (Places{1, 3, 5, 7, 9, 11}));
  EXPECT_EQ(coloured(16, {"odd"}), (Places{3, 5, 7, 9, 11, 13, 15})) << "seven of eight";
  EXPECT_EQ(coloured(4, {"l2", "l3"}), (Places{2, 3})) << "of few learners, too";
  EXPECT_EQ(coloured(4, {"kind"}).size(), 4U);
  EXPECT_EQ(refusal({"l1", "od"}),
            "--highlight: no learner or group \"od\" (did you mean \"odd\"?), expected a learner of the study or a "
            "group: odd");
  EXPECT_TRUE(contains(refusal({"l3,scale=4"}), "\"l3,scale=4\" (did you mean \"l3,scale=3\"?)"));
}

TEST(FigureColours, ReferenceLinesAreGreyUnlessTheyAreChosenOrAlone) {
  std::vector<StudyLearner> learners = learners_of(4);
  learners[1].is_reference = learners[3].is_reference = true;
  const auto greys = [&](const std::vector<std::string>& highlight) {
    Places places;
    for (const LineStyle& style : learner_styles(learners, highlight))
      if (style.is_grey) places.push_back(style.place);
    return places;
  };
  EXPECT_EQ(greys({}), (Places{1, 3}));
  EXPECT_EQ(greys({"l1"}), (Places{0, 2, 3}));
  for (StudyLearner& learner : learners) learner.is_reference = true;
  EXPECT_EQ(greys({}), Places{});
  learners = learners_of(12);
  learners[11].is_reference = true;  // of the least rank
  EXPECT_EQ(greys({}), (Places{0, 1, 2, 3, 11}));
}

/// What the figures of a study of dice say of the looks of its learners.
nlohmann::json styles_of(const std::vector<std::string>& settings, const std::string& study, const std::string& figure,
                         const std::vector<std::string>& words = {}) {
  const Plotted plotted(settings, {"--format", "json"}, study);
  EXPECT_EQ(plotted.plot.status, 0) << plotted.plot.err << plotted.run.err;
  std::vector<std::string> all = {"--format", "json"};
  all.insert(all.end(), words.begin(), words.end());
  EXPECT_EQ(plotted.drawn(all).status, 0);
  return nlohmann::json::parse(read_text(plotted.folder.path("s-figures/" + figure + ".json"))).at("styles");
}

std::size_t greys_in(const nlohmann::json& styles) {
  return static_cast<std::size_t>(
      std::ranges::count_if(styles, [](const nlohmann::json& style) { return style.contains("grey"); }));
}

/// A study of `count` dice called d0, d1, ..., each with larger means than the one before.
std::string many_dice(int count) {
  std::string text = "[study]\nname = \"many\"\ntrials = 8\nhorizon = 100\n[[environment]]\nkind = \"flat\"\n";
  for (int k = 0; k < count; ++k)
    text += fmt::format("[[learner]]\nkind = \"dice\"\nname = \"d{}\"\nscale = {}\n", k, k + 1);
  return text;
}

TEST(FigureColours, OfManyLearnersMostAreGreyInEveryFigure) {
  for (const char* figure : {"regret-over-t", "frontier", "violation-distribution", "regret-paired"}) {
    const nlohmann::json styles = styles_of({}, many_dice(9), figure);
    EXPECT_GE(greys_in(styles), 1U) << figure;
    EXPECT_LE(greys_in(styles), 2U) << figure;
  }
  EXPECT_EQ(greys_in(styles_of({}, many_dice(8), "regret-over-t")), 0U);
  EXPECT_EQ(greys_in(styles_of({}, many_dice(9), "regret-over-t", {"--highlight", "d8"})), 8U);
}

TEST(FigureColours, ASweepOfANumberHasItsNumbersInOrder) {
  const std::vector<std::string> one_setting = {"study.horizon=100", "environment.gap=0.5"};
  const nlohmann::json styles = styles_of(one_setting, dice_study, "frontier");
  ASSERT_EQ(styles.size(), 3U);
  std::map<double, double> shares;
  for (const nlohmann::json& style : styles) {
    EXPECT_EQ(style.at("order").at("name"), "scale");
    shares[style.at("order").at("number")] = style.at("order").at("share");
  }
  EXPECT_EQ(shares, (std::map<double, double>{{3e-7, 0}, {0.1, 0.5}, {1, 1}}));
  EXPECT_FALSE(styles_of(one_setting, many_dice(3), "frontier").begin()->contains("order")) << "they have names";
}

}  // namespace
}  // namespace regretta::fakes
