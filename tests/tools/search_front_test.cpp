// `regretta search` with two aims: a front that is known, the same however it is run, what is refused, and what is
// written and drawn of it.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <map>

#include "plotted.hpp"
#include "regretta/engine/search/found_record.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "searched.hpp"
#include "study_dump.hpp"

namespace regretta::fakes::search_front {
namespace {

/// The regret of uniform play is T / 3 times the first loss, its violation T / 3 times the first mean: the front is
/// where that mean is 0, and there the second aim is T - regret.
const std::string planted = R"(
[study]
name = "planted"
horizon = 30
checkpoints = 1
[[environment]]
kind = "stationary"
loss = [{ search = [0, 1] }, 0, 0]
violation = [[{ search = [0, 1] }, 0, 0]]
[[learner]]
kind = "uniform"
[search]
maximise = ["regret", "T - regret - violation"]
rounds = 45_000
candidates = 32
random_first = 32
rungs = 1
fresh = 16
)";

TEST(SearchFront, IsFoundWhereItIsKnown) {
  const Folder folder;
  const SearchOutcome one = searched(planted, folder.path("one.db"), 1);
  ASSERT_GE(one.finalists.size(), 8U);
  EXPECT_LE(one.finalists.size(), 12U);
  ASSERT_EQ(one.places.size(), one.finalists.size());
  double least = 30, most = 0;
  for (const Finalist& member : one.finalists) {
    const double regret = member.fresh.mean;
    EXPECT_GT(member.second.mean, 30 - regret - 1) << member.candidate;
    EXPECT_LE(member.second.mean, 30 - regret + 1e-6) << member.candidate;
    least = std::min(least, regret);
    most = std::max(most, regret);
  }
  EXPECT_LT(least, 1.5);
  EXPECT_GT(most, 8.5);
  // Nothing is random here but who is played, so that all is shown.
  EXPECT_GE(std::ranges::count(one.places, FrontStanding::on_front, &FrontPlace::standing), 8);

  EXPECT_EQ(searched(planted, folder.path("five.db"), 5).digest, one.digest);
  EXPECT_EQ(searched(planted, folder.path("one.db"), 2).digest, one.digest);  // nothing to do
  const std::string more = replaced_in(planted, "rounds = 45_000", "rounds = 55_000");
  const SearchOutcome longer = searched(more, folder.path("one.db"), 2), whole = searched(more, folder.path("w.db"), 2);
  EXPECT_GT(longer.candidates, one.candidates);
  ASSERT_EQ(longer.finalists.size(), whole.finalists.size());
  for (std::size_t k = 0; k < whole.finalists.size(); ++k) {
    EXPECT_EQ(longer.finalists[k].candidate, whole.finalists[k].candidate);
    EXPECT_EQ(longer.finalists[k].second.mean, whole.finalists[k].second.mean);
    EXPECT_EQ(longer.places[k].rivals, whole.places[k].rivals);
  }
  EXPECT_THROW(searched(replaced_in(planted, "\"regret\", ", "\"violation\", "), folder.path("one.db"), 1),
               StudyFileError);
}

TEST(SearchFront, MeetsConstraintsAndMinimises) {
  const Folder folder;
  const std::string text = replaced_in(planted, "maximise = [\"regret\", \"T - regret - violation\"]",
                                       "maximise = \"regret\"\nminimise = \"violation\"\nsubject_to = \"regret <= 7\"");
  const SearchOutcome outcome = searched(text, folder.path("s.db"), 2);
  ASSERT_FALSE(outcome.places.empty());
  for (std::size_t k = 0; k < outcome.places.size(); ++k) EXPECT_LE(outcome.finalists[k].fresh.mean, 7);
  EXPECT_GT(outcome.finalists.front().fresh.mean, 5);
  EXPECT_LT(outcome.finalists.back().second.mean, 1);

  const std::string none = replaced_in(text, "regret <= 7", "violation <= -1");
  const SearchOutcome unmet = searched(none, folder.path("none.db"), 2);
  EXPECT_TRUE(unmet.places.empty());
  ASSERT_FALSE(unmet.finalists.empty());
  EXPECT_FALSE(unmet.finalists.front().meets_all());
}

TEST(SearchFront, KeepsWhatWasFoundUntilItGoesOn) {
  const Folder folder;
  const SearchOutcome outcome = searched(planted, folder.path("s.db"), 2);
  const auto found = stored_found(StudyReader::open(folder.path("s.db")).database());
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(std::ssize(found->played), outcome.candidates - outcome.refused);
  ASSERT_EQ(found->judged.size(), outcome.finalists.size());
  for (std::size_t k = 0; k < outcome.finalists.size(); ++k) {
    EXPECT_EQ(found->judged[k].candidate, outcome.finalists[k].candidate);
    EXPECT_EQ(found->judged[k].aims[1].interval.low, outcome.finalists[k].second.interval.low);
    EXPECT_EQ(found->judged[k].standing, outcome.places[k].standing);
  }
  forget_found(Database(folder.path("s.db"), Database::Mode::write));
  EXPECT_FALSE(stored_found(StudyReader::open(folder.path("s.db")).database()));
}

TEST(SearchFront, RefusesWhatNeedsOneAim) {
  const auto refused = [](const std::string& from, const std::string& to, const std::vector<std::string>& words) {
    try {
      read_rules(space_of(replaced_in(planted, from, to)));
      ADD_FAILURE() << "nothing was refused; expected " << words.front();
    } catch (const StudyError& error) {
      for (const std::string& word : words) EXPECT_TRUE(contains(error.what(), word)) << error.what();
    }
  };
  refused("[\"regret\"", "[\"regret\", \"violation\"", {"search.maximise", "3 aims in all", "two for a front"});
  refused("rungs = 1", "minimise = \"violation\"", {"search.minimise", "3 aims"});
  refused("rungs = 1", "ablation = true", {"search.ablation", "one aim"});
  refused("rungs = 1", "horizons = [300]", {"search.horizons", "one aim"});
  refused("rungs = 1", "against = \"search\"", {"search.against", "one aim"});
  refused("[\"regret\"", "[5", {"search.maximise", "5 is no text"});
  refused("[\"regret\"", "[\"regrets\"", {"search.maximise", "no quantity \"regrets\""});
  const std::string aims = "[\"regret\", \"T - regret - violation\"]";
  refused(aims, "[]", {"search.maximise", "empty list"});
  refused(aims, "[\"regret\", \"regret\"]", {"search.maximise", "both aims"});
}

const std::string of_learner = R"(
[study]
name = "front"
horizon = 20_000
checkpoints = 2
[[environment]]
kind = "stationary"
loss = [{ search = [0, 1] }, 0.5, { search = [0, 1] }]
violation = [[{ search = [-1, 1] }, -0.4, { search = [0.1, 1] }]]
[[learner]]
kind = "expopt-conomd"
[search]
maximise = ["regret", "violation"]
rounds = 1.2e7
candidates = 16
random_first = 16
finalists = 4
fresh = 32
rungs = 2
)";

TEST(SearchFront, ThatWasKilledIsTheSameAndIsWrittenAndDrawn) {
  const Folder folder;
  const ShippedCatalogue shipped;
  folder.write("s.toml", of_learner);
  const auto into = [](const std::string& name) -> std::vector<std::string> {
    return {"search", "s.toml", "-o", name + ".db", "--best", name + ".toml"};
  };
  const Outcome whole = regretta(folder, into("whole"));
  ASSERT_EQ(whole.status, 0) << whole.err;
  for (int kill = 0; kill < 2; ++kill) {
    ProgramProcess process(folder, into("killed"));
    const std::int64_t before = blocks_in(folder.path("killed.db"));
    while (blocks_in(folder.path("killed.db")) == before && !process.ended()) ::usleep(5'000);
    process.signal(SIGKILL);
    EXPECT_EQ(process.wait().status, 128 + SIGKILL) << "it had come to its end";
  }
  const Outcome resumed = regretta(folder, into("killed"));
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  const auto digest = [](const std::string& out) { return out.substr(out.find("Digest:"), 30); };
  EXPECT_EQ(digest(resumed.out), digest(whole.out));
  EXPECT_EQ(read_text(folder.path("killed.toml")), read_text(folder.path("whole.toml")));
  EXPECT_EQ(regretta(folder, {"verify", "killed.db"}).status, 0);
  for (const char* words : {"Front:", "(maximise regret and maximise violation)", "on the front", "believed"})
    EXPECT_TRUE(contains(whole.out, words)) << whole.out;

  // What was found is a study with an environment for each member, on the trials that it was judged by.
  ASSERT_EQ(regretta(folder, {"run", "whole.toml", "-o", "found.db"}).status, 0);
  const auto found = stored_found(StudyReader::open(folder.path("whole.db")).database());
  ASSERT_TRUE(found.has_value());
  std::map<std::string, double> regret, violation;  // by environment
  for (const CsvRow& row : rows_of(regretta(folder, {"export", "found.db", "--table", "cells"}).out)) {
    regret[row.at("environment")] = number(row, "expected_regret_mean");
    violation[row.at("environment")] = number(row, "violation_mean");
  }
  std::size_t written = 0;
  for (const FoundRecord::Judged& one : found->judged) {
    if (one.standing == FrontStanding::dominated) continue;
    const std::string name = fmt::format("stationary-{}", one.candidate);
    ASSERT_TRUE(regret.contains(name)) << name;
    EXPECT_NEAR(regret.at(name), one.aims[0].mean, 1e-9 * std::abs(one.aims[0].mean));
    EXPECT_NEAR(violation.at(name), one.aims[1].mean, 1e-9 * std::abs(one.aims[1].mean));
    ++written;
  }
  EXPECT_EQ(regret.size(), written);

  // The figure has every candidate and every member, with a box of its intervals.
  ASSERT_EQ(regretta(folder, {"plot", "whole.db", "--figure", "search", "-o", "front.csv"}).status, 0);
  std::vector<CsvRow> rows = rows_of(read_text(folder.path("front.csv")));
  std::erase_if(rows, [](const CsvRow& row) { return row.at("panel") != "front"; });
  const auto count = [&](const std::string& mark) {
    return std::ranges::count_if(rows, [&](const CsvRow& row) { return row.at("mark") == mark; });
  };
  EXPECT_EQ(count("dots"), std::ssize(found->played));
  EXPECT_EQ(count("points"), std::ssize(found->judged));
  EXPECT_EQ(count("outline"), 4 * std::ssize(found->judged));
  for (const FoundRecord::Judged& one : found->judged) {
    const auto own = std::ranges::find_if(rows, [&](const CsvRow& row) {
      return row.at("mark") == "points" && row.at("label") == std::to_string(one.candidate);
    });
    ASSERT_NE(own, rows.end());
    EXPECT_EQ(number(*own, "x"), one.aims[1].mean);
    EXPECT_EQ(number(*own, "y"), one.aims[0].mean);
  }
  for (const char* file : {"front.png", "front.json"})
    EXPECT_EQ(regretta(folder, {"plot", "whole.db", "--figure", "search", "-o", file}).status, 0) << file;
  const Outcome report = regretta(folder, {"report", "whole.db"});
  EXPECT_EQ(report.status, 0) << report.err;
  EXPECT_TRUE(contains(read_text(folder.path("whole.html")), "What the search has found"));
}

}  // namespace
}  // namespace regretta::fakes::search_front
