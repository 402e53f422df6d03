// Which learners have a colour in figures, and which are grey.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "plotted.hpp"
#include "regretta/tools/figures/learner_styles.hpp"
#include "regretta/tools/figures/series_style.hpp"

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
  EXPECT_EQ(twelve[11].place, 11U) << "dash and marker stay";
  std::vector<StudyLearner> advised = learners_of(12);
  advised[0].is_recommended = true;
  const std::vector<LineStyle> with_advised = learner_styles(advised, {});
  EXPECT_FALSE(with_advised[0].is_grey) << "what is recommended has a colour, whatever its mean rank";
  EXPECT_TRUE(with_advised[5].is_grey) << "in place of the seventh";
  for (StudyLearner& learner : advised) learner.is_recommended = true;
  for (const LineStyle& style : learner_styles(advised, {})) EXPECT_FALSE(style.is_grey) << style.place;
  std::vector<StudyLearner> some = learners_of(12);  // --where leaves eight
  for (std::size_t k = 2; k < 6; ++k) some[k].regret_rank = some[k].violation_rank = std::nan("");
  for (const LineStyle& style : learner_styles(some, {})) EXPECT_EQ(style.is_grey, false) << style.place;
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

TEST(FigureColours, ANameToHighlightMayHaveCommas) {
  std::vector<StudyLearner> learners = learners_of(4);
  learners[1].label.name = "ours, tuned";
  learners[2].label.name = "ours";
  learners[3].label.name = "tuned";
  const auto chosen = [&](const std::vector<std::string>& highlight) {
    Places places;
    for (const LineStyle& style : learner_styles(learners, highlight))
      if (!style.is_grey) places.push_back(style.place);
    return places;
  };
  EXPECT_EQ(chosen({"ours, tuned"}), Places{1}) << "the longest name";
  EXPECT_EQ(chosen({"l0,ours, tuned,ours"}), (Places{0, 1, 2}));
  EXPECT_EQ(chosen({R"("ours, tuned",'tuned')"}), (Places{1, 3}));
  EXPECT_EQ(chosen({R"('ours', "tuned")"}), (Places{2, 3})) << "quotes separate";
  EXPECT_EQ(chosen({"tuned,ours"}), (Places{2, 3}));
  EXPECT_EQ(chosen({"ours", "tuned"}), (Places{2, 3})) << "repeated";
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

TEST(FigureColours, AnOrderedPaletteIsDarkToLightAndReadable) {
  const auto luminance = [](const Colour& colour) {
    const auto linear = [](double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
  };
  double before = 0;
  for (int k = 0; k <= 100; ++k) {
    LineStyle style;
    style.order = k / 100.0;
    const double own = luminance(colour_of(style));
    EXPECT_GT(own, before) << k;
    EXPECT_GE(1.05 / (own + 0.05), 3) << k;
    before = own;
  }
  LineStyle grey;
  grey.is_grey = true;
  EXPECT_GE(1.05 / (luminance(colour_of(grey)) + 0.05), 3);
}

/// L*, a* and b* of a colour, as seen by an eye without receptors for green if `is_deuteranope` (Machado et al., 2009).
std::array<double, 3> seen(const Colour& colour, bool is_deuteranope) {
  const auto linear = [](double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); };
  double r = linear(colour.red), g = linear(colour.green), b = linear(colour.blue);
  if (is_deuteranope) {
    const double red = r, green = g, blue = b;
    r = std::clamp(0.367322 * red + 0.860646 * green - 0.227968 * blue, 0.0, 1.0);
    g = std::clamp(0.280085 * red + 0.672501 * green + 0.047413 * blue, 0.0, 1.0);
    b = std::clamp(-0.011820 * red + 0.042940 * green + 0.968881 * blue, 0.0, 1.0);
  }
  const auto f = [](double x) { return x > 0.008856 ? std::cbrt(x) : 7.787 * x + 16.0 / 116; };
  const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505), y = f(0.2126 * r + 0.7152 * g + 0.0722 * b),
               z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

TEST(FigureColours, SixLearnersDifferInGreyPrintAndForEyesThatDoNotTellRedFromGreen) {
  for (std::size_t k = 0; k < 6; ++k)
    for (std::size_t other = 0; other < k; ++other) {
      const Colour one = colour_of(LineStyle(k)), two = colour_of(LineStyle(other));
      EXPECT_GT(std::abs(seen(one, false)[0] - seen(two, false)[0]), 7) << k << " and " << other << " in grey";
      const auto a = seen(one, true), b = seen(two, true);
      EXPECT_GT(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 20) << k << " and " << other;
      EXPECT_NE(marker(k, {}).size() * 10 + (marker(k, {})[0].y < -2 ? 1 : 0),
                marker(other, {}).size() * 10 + (marker(other, {})[0].y < -2 ? 1 : 0))
          << "markers";
    }
}

/// A study of `count` dice called d0, d1, ..., each with larger means than the one before.
std::string many_dice(int count) {
  std::string text = "[study]\nname = \"many\"\ntrials = 8\nhorizon = 100\n[[environment]]\nkind = \"flat\"\n";
  for (int k = 0; k < count; ++k)
    text += fmt::format("[[learner]]\nkind = \"dice\"\nname = \"d{}\"\nscale = {}\n", k, k + 1);
  return text;
}

/// Whether a line of the SVG has the colour that begins with these numbers.
bool has_colour(std::string svg, const std::string& begin) {
  std::erase(svg, ' ');  // as Cairo 1.18 writes after a comma, and 1.16 does not
  return contains(svg, "rgb(" + begin);
}

const std::string grey_ink = "54.117647%,54", blue_ink = "11.764706%,17.254902%", violet_ink = "26.666667%,0.392157%",
                  olive_ink = "58.039216%,55.686275%";

TEST(FigureColours, OfManyLearnersMostAreGreyInEveryFigure) {
  const Plotted plotted({}, {"--format", "svg"}, many_dice(9));
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  for (const char* name : {"regret-over-t", "frontier", "violation-distribution", "regret-paired"}) {
    const std::string svg = read_text(plotted.folder.path(fmt::format("s-figures/{}.svg", name)));
    EXPECT_TRUE(has_colour(svg, grey_ink)) << name;
  }
  EXPECT_TRUE(
      contains(plotted.plot.out,
               "In colour: who is recommended, and those of least mean rank in regret and violation. Grey: other "
               "learners."));
  EXPECT_FALSE(contains(plotted.plot.out, "reference lines")) << "these are others";
  const Outcome one =
      plotted.drawn({"--figure", "curves", "--metric", "regret", "--highlight", "d8,dice", "--output", "one.svg"});
  ASSERT_EQ(one.status, 0) << one.err;
  EXPECT_TRUE(contains(one.out, "Grey: other learners.")) << one.out;
  const Outcome wrong = plotted.drawn({"--highlight", "dcie"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(contains(wrong.err, "--highlight: no learner or group \"dcie\" (did you mean \"dice\"?)")) << wrong.err;
}

TEST(FigureColours, OfEightLearnersNoneIsGrey) {
  const Plotted plotted({}, {"--format", "svg"}, many_dice(8));
  ASSERT_EQ(plotted.plot.status, 0) << plotted.plot.err;
  const std::string svg = read_text(plotted.folder.path("s-figures/regret-over-t.svg"));
  EXPECT_FALSE(has_colour(svg, grey_ink));
  EXPECT_TRUE(has_colour(svg, blue_ink));
  EXPECT_FALSE(contains(plotted.plot.out, "In colour"));
}

TEST(FigureColours, ASweepOfANumberHasAnOrderedPalette) {
  const auto drawn = [](const std::vector<std::string>& settings, const std::string& study) {
    const Plotted plotted(settings, {"--figure", "frontier", "-o", "f.svg"}, study);
    EXPECT_EQ(plotted.plot.status, 0) << plotted.plot.err << plotted.run.err;
    return read_text(plotted.folder.path("f.svg"));
  };
  const std::vector<std::string> one_setting = {"study.horizon=100", "environment.gap=0.5"};
  const std::string swept = drawn(one_setting, dice_study);
  EXPECT_TRUE(has_colour(swept, violet_ink) && has_colour(swept, olive_ink)) << "the least and the largest";
  EXPECT_FALSE(has_colour(swept, blue_ink));
  const auto not_ordered = [&](const std::string& why, const std::vector<std::string>& more, const std::string& study) {
    std::vector<std::string> settings = one_setting;
    settings.insert(settings.end(), more.begin(), more.end());
    const std::string svg = drawn(settings, study);
    EXPECT_TRUE(has_colour(svg, blue_ink)) << why;
    EXPECT_FALSE(has_colour(svg, violet_ink)) << why;
  };
  not_ordered("two values are no order", {"learner.scale=[1,2]"}, dice_study);
  not_ordered("words have no order", {"learner.scale=1", "learner.word=[\"a\",\"b\",\"c\"]"}, dice_study);
  not_ordered("two parameters", {"learner.pause=[0,1]"}, dice_study);
  not_ordered("another learner", {}, dice_study + "[[learner]]\nkind = \"dice\"\nname = \"other\"\nscale = 2\n");
}

}  // namespace
}  // namespace regretta::fakes
