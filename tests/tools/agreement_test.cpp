// Interval, p-value, verdict, rank and bold of one difference never contradict each other, nor what is printed of them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "program_process.hpp"
#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/comparison/separated_best.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "table_rows.hpp"

namespace regretta {
namespace {

/// Two learners: values with ties, rare modes, one value only, missing ones, or nearly the same; and their reach.
Contest two_learners(std::mt19937& words) {
  const auto uniform = [&] { return static_cast<double>(words()) / 4294967296.0; };
  const double scale = std::exp(12 * uniform() - 4), far = words() % 4 == 0 ? 20 : 1;
  const double apart = far * scale * (uniform() - 0.5) * std::exp(-4 * uniform());
  const auto kind = words() % 6;
  const auto size = words() % 100;
  Contest contest{{TrialValues(2)}, {std::vector<Interval>(2, {-2 * scale, 12 * scale})}};
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
      contest.values[0][learner].push_back(words() % 30 == 0 ? not_a_number : value);
    }
  if (words() % 6 == 0) contest.reaches[0][0].high = infinity;
  return contest;
}

/// The ends of "12 ± 3" and "12 +4 -3" as they are printed.
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
Interval printed_ends(const Evidence& evidence, const Interval& interval) {
  return printed_ends(interval_text(evidence.mean, interval));
}

TEST(Agreement, OfEverythingThatIsSaidOfADifference) {
  std::mt19937 words(1);
  std::array<int, 3> grades{};
  for (int k = 0; k < 10'000; ++k) {
    const Contest contest = two_learners(words);
    const TrialValues& values = contest.values[0];
    const std::vector<Interval>& reaches = contest.reaches[0];
    const double alpha = words() % 2 == 0 ? 0.05 : 0.2;
    const PairedDifference line =
        paired_difference(values[0], values[1], reach_of_difference(reaches[0], reaches[1]), {.alpha = alpha});
    ++grades[static_cast<std::size_t>(line.grade)];
    ASSERT_EQ(line.p <= alpha, line.grade != Grade::none) << k;
    ASSERT_EQ(line.sure_p <= alpha, line.grade == Grade::outright) << k;
    ASSERT_EQ(line.seen.has(0), line.grade == Grade::none) << k;
    ASSERT_EQ(line.sure.has(0), line.grade != Grade::outright) << k;

    const Standing standing = standing_of(line);
    ASSERT_EQ(standing == Standing::not_separated, line.grade == Grade::none) << k;
    ASSERT_EQ(is_unless_rare(standing), line.grade == Grade::seen) << k;
    const auto shown = shown_pairs({contest}, {.alpha = alpha})[0][0].less;
    ASSERT_EQ(std::max(shown[0][1], shown[1][0]), line.grade) << k;
    if (line.grade != Grade::none) {
      ASSERT_EQ(shown[0][1] != Grade::none, line.seen.high < 0) << k;
      const auto least = shown_least(values, reaches, {.alpha = alpha});
      ASSERT_TRUE(!least || least->grade == line.grade) << k;
      if (values[0].size() == static_cast<std::size_t>(line.values)) {
        ASSERT_TRUE(least && least->at == (line.mean < 0 ? 0U : 1U)) << k;
      }
      ASSERT_FALSE(printed_ends(line, line.seen).has(0)) << interval_text(line.mean, line.seen);
    } else if (line.values > 1 && line.seen.low < 0 && line.seen.high > 0) {
      ASSERT_TRUE(printed_ends(line, line.seen).has(0)) << interval_text(line.mean, line.seen);
    }
  }
  for (const int count : grades) EXPECT_GT(count, 200) << "all three occur";
}

/// The rows of the first table in Markdown, by column.
std::vector<std::map<std::string, std::string>> markdown_rows(const std::string& text) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("| ") && !lines.empty()) break;
    if (!line.starts_with("| ")) continue;
    lines.emplace_back();
    for (std::size_t from = 2, to; (to = line.find(" | ", from)) != std::string::npos || from < line.size();
         from = to + 3) {
      const bool is_last = to == std::string::npos;
      std::string entry = line.substr(from, (is_last ? line.size() - 2 : to) - from);
      entry.erase(0, entry.find_first_not_of(' '));
      lines.back().push_back(entry.substr(0, entry.find_last_not_of(' ') + 1));
      if (is_last) break;
    }
  }
  std::vector<std::map<std::string, std::string>> rows;
  for (std::size_t k = 2; k < lines.size(); ++k)
    for (std::size_t j = 0; j < lines[0].size(); ++j) {
      if (j == 0) rows.emplace_back();
      rows.back()[lines[0][j]] = lines[k].at(j);
    }
  return rows;
}

double number(const std::map<std::string, std::string>& row, const std::string& column) {
  return std::strtod(row.at(column).c_str(), nullptr);
}

// Two learners, two quantities: what compare, rank, show, plot and report say of them, as they print it.
// REGRETTA_REPETITIONS sets the number of studies.
TEST(Agreement, OfCompareRankShowReportAndPlot) {
  const char* const asked = std::getenv("REGRETTA_REPETITIONS");
  const int studies = asked != nullptr ? std::stoi(asked) : 15;
  std::mt19937 words(3);
  std::map<std::string, int> verdicts;
  for (int study = 0; study < studies; ++study) {
    const fakes::Folder folder;
    const auto trials = 4 + words() % 90;
    folder.write("s.toml", fmt::format("[study]\nname = \"s\"\ntrials = {}\nseed = {}\nhorizon = 100\n[[environment]]\n"
                                       "kind = \"flat\"\n[[learner]]\nkind = \"dice\"\nname = \"a\"\nscale = {}\n"
                                       "[[learner]]\nkind = \"dice\"\nname = \"b\"\nscale = {}\n",
                                       trials, words() % 1000, 0.1 + 0.001 * static_cast<double>(words() % 4000),
                                       0.1 + 0.001 * static_cast<double>(words() % 4000)));
    const auto printed = [&](std::vector<std::string> arguments) {
      const fakes::Outcome outcome = fakes::regretta(folder, arguments);
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      return outcome.out;
    };
    printed({"run", "s.toml"});
    const std::vector<std::string> compare = {"compare",          "s.db",    "--baseline", "a", "-m",
                                              "regret,violation", "--format"};
    const auto with = [&](std::string word) {
      std::vector<std::string> all = compare;
      all.push_back(std::move(word));
      return all;
    };
    const auto lines = fakes::rows_of(printed(with("csv")));
    const auto shown = markdown_rows(printed(with("markdown")));
    ASSERT_EQ(lines.size(), 2U);
    ASSERT_EQ(shown.size(), 1U) << "both quantities side by side";
    const auto ranks = fakes::rows_of(printed({"rank", "s.db", "--format", "csv"}));
    printed({"plot", "s.db", "--figure", "paired", "--format", "csv"});
    printed({"report", "s.db"});
    const std::string page = fakes::read_text(folder.path("s.html"));
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const auto& line = lines[k];
      const std::string& verdict = line.at("verdict");
      ++verdicts[verdict];
      const bool is_shown = verdict != "not separated", is_outright = verdict == "better" || verdict == "worse";
      const Interval seen = {number(line, "interval_low"), number(line, "interval_high")};
      const Interval sure = {number(line, "sure_low"), number(line, "sure_high")};
      ASSERT_EQ(seen.has(0), !is_shown) << line.at("metric");
      ASSERT_EQ(sure.has(0), !is_outright);
      ASSERT_EQ(number(line, "adjusted_p_value") <= 0.05, is_shown);
      ASSERT_EQ(number(line, "adjusted_outright_p_value") <= 0.05, is_outright);
      const std::string& difference = shown[0].at(line.at("metric"));
      ASSERT_EQ(shown[0].at(line.at("metric") + " verdict"), verdict);
      ASSERT_EQ(printed_ends(difference).has(0), !is_shown) << difference;

      for (const auto& rank : ranks)
        if (rank.at("quantity") == line.at("metric")) {
          ASSERT_EQ(rank.at("rank_low") == rank.at("rank_high"), is_shown) << verdict;
          ASSERT_EQ(rank.at("sure_rank_low") == rank.at("sure_rank_high"), is_outright) << verdict;
          if (is_shown) {
            ASSERT_EQ(rank.at("rank_low") == "1",
                      (rank.at("cell") == line.at("cell")) == verdict.starts_with("better"));
          }
        }
      const auto drawn =
          fakes::rows_of(fakes::read_text(folder.path("s-figures/" + line.at("metric") + "-paired.csv")));
      ASSERT_EQ(drawn.size(), 1U);
      ASSERT_EQ(drawn[0].at("low"), line.at("interval_low"));
      ASSERT_EQ(drawn[0].at("high"), line.at("interval_high"));
      ASSERT_TRUE(fakes::contains(page, fmt::format("\"interval_text\":\"{} to {}\",\"standing\":\"{}\"",
                                                    rounded(seen.low, 4), rounded(seen.high, 4), verdict)));
    }
    const auto means = fakes::rows_of(printed({"export", "s.db", "--table", "means"}));
    const auto table = markdown_rows(printed({"show", "s.db", "--format", "markdown"}));
    for (const auto& mean : means)
      for (const auto& row : table) {
        if (row.at("cell") != mean.at("cell") || !row.contains(mean.at("quantity"))) continue;
        std::string text = row.at(mean.at("quantity"));
        std::erase(text, '*');
        const Interval interval = {number(mean, "low"), number(mean, "high")}, ends = printed_ends(text);
        const double width = interval.high - interval.low;
        if (interval.low != 0 && interval.high != 0) {  // where the range ends, 0 may be off by a digit
          ASSERT_EQ(ends.has(0), interval.has(0)) << text;
        }
        ASSERT_NEAR(ends.low, interval.low, 0.06 * width) << text;
        ASSERT_NEAR(ends.high, interval.high, 0.06 * width) << text;
      }
  }
  EXPECT_GE(verdicts.size(), 3U) << "they differ";
}

}  // namespace
}  // namespace regretta
