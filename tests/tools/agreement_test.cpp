// Interval, p-value, verdict and rank of one difference never contradict each other, nor what is printed of them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "generated_results.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
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
Interval printed_ends(const Evidence& evidence) {
  return printed_ends(interval_text(evidence.mean, evidence.interval));
}

TEST(Agreement, OfEverythingThatIsSaidOfADifference) {
  std::mt19937 words(1);
  std::array<int, 2> verdicts{};
  for (int k = 0; k < 10'000; ++k) {
    const Contest contest = two_learners(words);
    const TrialValues& values = contest.values[0];
    const std::vector<Interval>& reaches = contest.reaches[0];
    const double alpha = words() % 2 == 0 ? 0.05 : 0.2;
    const PairedDifference line =
        paired_difference(values[0], values[1], reach_of_difference(reaches[0], reaches[1]), {.alpha = alpha});
    ++verdicts[line.is_shown];
    ASSERT_EQ(line.p <= alpha, line.is_shown) << k;
    ASSERT_EQ(line.interval.has(0), !line.is_shown) << k;
    ASSERT_EQ(standing_of(line) == Standing::not_separated, !line.is_shown) << k;
    const auto shown = shown_pairs({contest}, {.alpha = alpha})[0][0].less;
    ASSERT_EQ(shown[0][1] || shown[1][0], line.is_shown) << k;
    if (line.is_shown) {
      ASSERT_EQ(shown[0][1], line.interval.high < 0) << k;
      ASSERT_FALSE(printed_ends(line).has(0)) << interval_text(line.mean, line.interval);
    } else if (line.values > 1 && line.interval.low < 0 && line.interval.high > 0) {
      ASSERT_TRUE(printed_ends(line).has(0)) << interval_text(line.mean, line.interval);
    }
  }
  for (const int count : verdicts) EXPECT_GT(count, 200) << "both occur";
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

using fakes::contains;
using Line = std::map<std::string, std::string>;

/// "12 +4 -3" as LaTeX has it.
bool has_in_latex(const std::string& latex, const std::string& entry) {
  const std::string mean = entry.substr(0, entry.find(' ')), rest = entry.substr(mean.size() + (mean != entry));
  const std::size_t gap = rest.find(" -");
  return contains(latex, mean) &&
         (rest.starts_with("+") ? contains(latex, "$^{" + rest.substr(0, gap) + "}_{" + rest.substr(gap + 1) + "}$")
                                : contains(latex, rest.substr(rest.rfind(' ') + 1)));
}

class TwoDrawn {
 public:
  explicit TwoDrawn(std::mt19937& words) {
    const auto uniform = [&] { return static_cast<double>(words() % 1000) / 1000; };
    const auto learner = [&](int fails) {
      return fmt::format("law = {}\nfails = {}\nplace = {}\nspread = {}\nown = {}\n", words() % 6, fails,
                         0.4 + 0.05 * uniform(), 0.5 * uniform(), uniform() / 2);
    };
    const std::string a = learner(words() % 8 == 0 ? 2 : -1), never = "fails = 1000000";
    const std::string b = words() % 10 == 0
                              ? std::string(a).replace(a.find("fails"), a.find("place") - a.find("fails"), never + "\n")
                              : learner(words() % 8 == 0 ? 3 : -1);
    folder_.write("s.toml", fmt::format("[study]\nname = \"s\"\ntrials = {}\nseed = {}\nhorizon = 100\n"
                                        "[[environment]]\nkind = \"flat\"\n[[learner]]\nkind = \"drawn\"\n"
                                        "name = \"a\"\n{}[[learner]]\nkind = \"drawn\"\nname = \"b\"\n{}",
                                        3 + words() % 130, words() % 1000, a, b));
    said({"run", folder_.path("s.toml"), "-o", file(), "--quiet"});
    said({"plot", file(), "--all", "--format", "csv", "-o", folder_.path("figures")});
    said({"report", file(), "-o", folder_.path("page.html")});
    page_ = fakes::read_text(folder_.path("page.html"));
  }

  /// Every claim of a difference; returns the verdicts.
  std::vector<std::string> check_differences() const {
    const auto compared = [&](const std::string& format) {
      return said({"compare", file(), "--baseline", "a", "-m", "regret,violation", "--format", format});
    };
    const auto lines = fakes::rows_of(compared("csv"));
    const Line shown = markdown_rows(compared("markdown")).at(0);
    const std::string latex = compared("latex"), text = compared("text");
    const auto rivals = fakes::rows_of(
        said({"compare", file(), "--baseline", "a", "-m", "regret,violation", "--overall", "--format", "csv"}));
    std::vector<std::string> verdicts;
    for (std::size_t q = 0; q < lines.size(); ++q) {
      const Line& line = lines[q];
      const std::string &verdict = verdicts.emplace_back(line.at("verdict")), &metric = line.at("metric");
      const bool is_shown = verdict != "not separated";
      const Interval interval = {number(line, "interval_low"), number(line, "interval_high")};
      EXPECT_EQ(interval.has(0), !is_shown) << metric;
      EXPECT_EQ(number(line, "adjusted_p_value") <= 0.05, is_shown) << metric;
      const std::string& difference = shown.at(metric);
      EXPECT_EQ(shown.at(metric + " verdict"), verdict);
      EXPECT_EQ(printed_ends(difference).has(0), !is_shown) << difference;
      EXPECT_TRUE(contains(text, difference) && contains(text, verdict)) << text;
      EXPECT_TRUE(has_in_latex(latex, difference) && contains(latex, verdict)) << difference << latex;
      EXPECT_EQ(rivals.at(q).at("better"), verdict == "better" ? "1" : "0");
      EXPECT_EQ(rivals.at(q).at("worse"), verdict == "worse" ? "1" : "0");
      EXPECT_TRUE(contains(
          page_, fmt::format("{} to {}</td><td>{}", rounded(interval.low, 4), rounded(interval.high, 4), verdict)));
      const auto drawn = fakes::rows_of(fakes::read_text(folder_.path("figures/" + metric + "-paired.csv")));
      EXPECT_EQ(drawn.size(), 1U);
      EXPECT_EQ(drawn.at(0).at("low"), line.at("interval_low"));
      EXPECT_EQ(drawn.at(0).at("high"), line.at("interval_high"));
    }
    return verdicts;
  }

  /// Ranks, tallies and the words of rank, show and the page. `verdicts`: of b against a, in regret and violation.
  void check_ranks(const std::vector<std::string>& verdicts) const {
    const auto overall = fakes::rows_of(said({"rank", file(), "--overall", "--format", "csv"}));
    const std::string words = said({"rank", file()});
    const std::vector<LearnerLabel> labels = learner_labels(Results::open(file()));
    const bool has_failed =  // then they are no rivals
        std::ranges::any_of(overall, [](const Line& line) { return line.at("failed_trials") != "0"; });
    for (const std::string* said_there : {&words, &page_})
      EXPECT_EQ(contains(*said_there, "Trials failed, so not recommended"), has_failed);
    for (const Line& rank : fakes::rows_of(said({"rank", file(), "--format", "csv"}))) {
      const std::string& verdict = verdicts.at(rank.at("quantity") == "regret" ? 0 : 1);
      const bool is_shown = verdict != "not separated";
      const bool is_b = rank.at("cell") == "1", is_first = is_shown && is_b == (verdict == "better");
      EXPECT_EQ(rank.at("rank_low") == rank.at("rank_high"), is_shown) << verdict;
      EXPECT_EQ(rank.at("rank_high") == "1", is_first) << verdict;
      for (const Line& line : overall)
        if (line.at("learner") == rank.at("learner") && line.at("quantity") == rank.at("quantity")) {
          EXPECT_EQ(line.at("least"), is_first && !has_failed ? "1" : "0") << verdict;
        }
      if (!is_first || has_failed) continue;
      const std::string label = learner_text(labels.at(is_b ? 1 : 0)),
                        sentence = fmt::format("Least {}: {}.", rank.at("quantity"), label);
      EXPECT_TRUE(contains(words, sentence)) << words;
      EXPECT_TRUE(contains(page_, sentence));
    }
  }

  /// What show, the page and the figures have of every mean is what export has.
  void check_means() const {
    const auto means = fakes::rows_of(said({"export", file(), "--table", "means"}));
    const auto table = markdown_rows(said({"show", file(), "--format", "markdown"}));
    const std::string latex = said({"show", file(), "--format", "latex"});
    for (const Line& mean : means) {
      const std::string& quantity = mean.at("quantity");
      if (quantity != "regret" && quantity != "violation") continue;
      const Line& row = table.at(static_cast<std::size_t>(number(mean, "cell")));
      const std::string& text = row.at(quantity);
      const Interval interval = {number(mean, "low"), number(mean, "high")}, ends = printed_ends(text);
      const double slack = 0.06 * (interval.high - interval.low) + 1e-9 * std::abs(interval.low);
      if (interval.low != 0 && interval.high != 0) {  // where the range ends, 0 may be off by a digit
        EXPECT_EQ(ends.has(0), interval.has(0)) << text;
      }
      EXPECT_NEAR(ends.low, interval.low, slack) << text;
      EXPECT_NEAR(ends.high, interval.high, slack) << text;
      EXPECT_TRUE(has_in_latex(latex, text)) << text << latex;
      EXPECT_TRUE(contains(page_, fmt::format("<td class=\"number\">{}</td>", text))) << text;
      for (const std::string kind : {"heat", "over-t"}) {
        const std::string drawn = fakes::read_text(folder_.path("figures/" + quantity + "-" + kind + ".csv"));
        EXPECT_TRUE(drawn.empty() || contains(drawn, mean.at("low") + "," + mean.at("high"))) << kind << drawn;
      }
    }
  }

 private:
  std::string file() const { return folder_.path("s.db"); }
  std::string said(const std::vector<std::string>& words) const { return fakes::printed(folder_, words); }

  fakes::Folder folder_;
  std::string page_;
};

// Claim: no line whose verdict, interval and p disagree, in what compare, rank, show, plot, report and export print or
// draw of two learners and two quantities. Result k is drawn with seed k. REGRETTA_REPETITIONS sets their number and
// REGRETTA_FIRST the first; it stops at the first that disagrees, and the last line says how many were done.
TEST(Agreement, OfAllThatIsPrintedOrDrawnOfGeneratedResults) {
  const auto asked = [](const char* name, unsigned otherwise) {
    const char* const text = std::getenv(name);
    return text != nullptr ? static_cast<unsigned>(std::stoul(text)) : otherwise;
  };
  const unsigned first = asked("REGRETTA_FIRST", 0), studies = asked("REGRETTA_REPETITIONS", 20);
  std::map<std::string, int> verdicts;
  unsigned done = 0;
  for (; done < studies && !HasFailure(); ++done) {
    SCOPED_TRACE(first + done);
    std::mt19937 words(first + done);
    const TwoDrawn drawn(words);
    const std::vector<std::string> said = drawn.check_differences();
    for (const std::string& verdict : said) ++verdicts[verdict];
    drawn.check_ranks(said);
    drawn.check_means();
    if (done % 500 == 499) std::cout << first + done + 1 << " is next\n" << std::flush;
  }
  for (const auto& [verdict, count] : verdicts) std::cout << verdict << ": " << count << " lines\n";
  std::cout << fmt::format("{} to {}: {} done, {} disagree\n", first, first + done - 1, done, int{HasFailure()});
  EXPECT_EQ(verdicts.size(), 3U) << "all occur";
}

}  // namespace
}  // namespace regretta
