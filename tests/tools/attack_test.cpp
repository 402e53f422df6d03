// What a search is given first, what it says of the values of its winner, and `regretta attack`.

#include <gtest/gtest.h>

#include <algorithm>

#include "program_process.hpp"
#include "regretta/engine/search/cost.hpp"
#include "regretta/engine/search/found_study.hpp"
#include "searched.hpp"

namespace regretta::fakes {
namespace {

/// The regret of uniform play is T / 3 times the first loss, whatever the noise is: one value carries it all.
const std::string one_carries = R"(
[study]
horizon = 100
[[environment]]
kind = "stationary"
loss = [{ search = [0.001, 1], scale = "log" }, 0, 0]
violation = [[-0.5, -0.5, -0.5]]
noise = { search = ["none", "bernoulli"] }
[[learner]]
kind = "uniform"
[search]
maximise = "regret"
rounds = 70_000
candidates = 16
random_first = 16
finalists = 2
fresh = 64
rungs = 1
[search.first.environment.1]
loss.1 = [0.125, 0.25]
noise = "none"
)";

std::string replaced(const std::string& from, const std::string& to) { return replaced_in(one_carries, from, to); }

TEST(Dimension, KnowsTheCoordinatesOfItsValuesAndRounderOnes) {
  const Dimension share{.path = "x", .choices = {}, .low = -1, .high = 1};
  const Dimension log{.path = "x", .choices = {}, .low = 1e-5, .high = 1, .is_log = true};
  const Dimension word{.path = "x", .choices = {"a", "b"}};
  const Dimension whole{.path = "x", .choices = {}, .low = 0, .high = 1000, .is_integer = true};
  for (const double value : {-1.0, -0.3, 0.1, 0.7, 1.0})
    EXPECT_EQ(*share.at(*share.coordinate_of(value)).number(), value);
  for (const double value : {1e-5, 3e-4, 0.07, 1.0}) EXPECT_EQ(*log.at(*log.coordinate_of(value)).number(), value);
  for (const int value : {0, 1, 500, 1000}) EXPECT_EQ(whole.at(*whole.coordinate_of(value)), Value(value));
  EXPECT_EQ(word.coordinate_of("b"), 1);
  for (const Value& other : {Value("c"), Value(1)}) EXPECT_FALSE(word.coordinate_of(other));
  EXPECT_FALSE(share.coordinate_of(1.5));
  EXPECT_EQ(*share.at(share.rounded(*share.coordinate_of(-0.2749))).number(), -0.3);
  EXPECT_EQ(*log.at(log.rounded(*log.coordinate_of(0.000313))).number(), 0.0003);
}

TEST(Search, BeginsWithWhatItIsGiven) {
  const SearchSpace space = space_of(one_carries);
  const SearchRules rules = read_rules(space);
  ASSERT_EQ(rules.first.size(), 2U);
  EXPECT_EQ(*space.values(rules.first[0])[0].second.number(), 0.125);
  EXPECT_EQ(*space.values(rules.first[1])[0].second.number(), 0.25);
  const Folder folder;
  const SearchOutcome outcome = searched(one_carries, folder.path("s.db"), 2);
  const std::vector<Candidate> all = stored_candidates(StudyReader::open(folder.path("s.db")).database());
  EXPECT_EQ(all[0].proposer, "first");
  EXPECT_EQ(all[2].proposer, "random");
  // The better of the two is played on fresh trials, although others are better.
  ASSERT_EQ(outcome.finalists.size(), 3U);
  ASSERT_TRUE(outcome.first.has_value());
  const Finalist& first = outcome.finalists[*outcome.first];
  EXPECT_EQ(first.candidate, 2);
  EXPECT_NEAR(first.fresh.mean, 25 / 3.0, 1e-9);
  EXPECT_NEAR(outcome.gain.mean, outcome.finalists.front().fresh.mean - first.fresh.mean, 1e-9);
  EXPECT_GT(outcome.gain.interval.low, 0);
  for (const auto& [from, to, words] :
       {std::tuple{"loss.1 = [0.125, 0.25]", "loss.1 = [0.125, 2]", "not in the range"},
        std::tuple{"loss.1 = [0.125, 0.25]", "los.1 = 0.5", "did you mean \"environment.1.loss.1\""}}) {
    const SearchSpace other = space_of(replaced(from, to));
    try {
      read_rules(other);
      ADD_FAILURE() << to;
    } catch (const StudyError& error) {
      EXPECT_TRUE(contains(error.what(), words)) << error.what();
    }
  }
}

TEST(Search, SaysWhichValueCarriesTheHarm) {
  const Folder folder;
  const SearchOutcome one = searched(one_carries, folder.path("one.db"), 1);
  ASSERT_TRUE(one.ablation.has_value());
  const SearchSpace space = space_of(one_carries);
  const Ablation& found = *one.ablation;
  EXPECT_EQ(found.carriers(), std::vector<std::size_t>{0});
  // Noise does not matter: what is plain is taken. The loss can at most be rounded.
  const Value plain = space.dimensions()[1].default_value;
  EXPECT_EQ(space.values(found.point)[1].second, plain);
  const double loss = *space.values(found.point)[0].second.number(),
               before = *space.values(one.finalists.front().point)[0].second.number();
  EXPECT_GE(loss, 0.95 * before);
  EXPECT_GE(found.simplest.aim.mean, 0.95 * found.whole.aim.mean);
  EXPECT_NEAR(found.simplest.aim.mean, 100 * loss / 3, 1e-9);
  EXPECT_LE(one.rounds, 70'000);

  // As the search itself, whatever threads there are, and when it goes on.
  const SearchOutcome three = searched(one_carries, folder.path("three.db"), 3);
  EXPECT_EQ(one.digest, three.digest);
  EXPECT_EQ(searched(one_carries, folder.path("one.db"), 2).digest, one.digest);
  const std::string more = replaced("rounds = 70_000", "rounds = 100_000");
  const SearchOutcome longer = searched(more, folder.path("one.db"), 2), whole = searched(more, folder.path("w.db"), 2);
  EXPECT_GT(longer.candidates, one.candidates);
  EXPECT_EQ(longer.ablation->point, whole.ablation->point);

  // What is written is the simplest form on its own trials.
  const Study study = found_study(space, read_rules(space), one);
  const Results results(play_study(make_plan(study, shipped_catalogue())));
  const std::vector<double> values = results.values(results.cells().front(), {Quantity::expected_regret}).front();
  EXPECT_NEAR(values.front(), found.simplest.aim.mean, 1e-9);
}

TEST(Attack, AnswersInWords) {
  const Folder folder;
  const ShippedCatalogue shipped;
  const std::vector<std::string> command = {"attack", "expopt-conomd", "--budget",        "60",    "-T",
                                            "600",    "--set",         "search.fresh=32", "--set", "search.rounds=3e6",
                                            "--best", "worst.toml"};
  const Outcome outcome = regretta(folder, command);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  for (const char* words :
       {"A corruption of C = 60 costs expopt-conomd", "of loss in 600 rounds",
        "The worst of the shipped schedules costs", "First:", "Simplest:", "Digest:", "attack-expopt-conomd.db"})
    EXPECT_TRUE(contains(outcome.out, words)) << words << "\n" << outcome.out;
  EXPECT_EQ(regretta(folder, {"run", "worst.toml", "-o", "worst.db"}).status, 0);
  EXPECT_EQ(regretta(folder, {"verify", "attack-expopt-conomd.db"}).status, 0);
  const Outcome again = regretta(folder, command);
  const auto found = [](const std::string& out) {
    return out.substr(0, std::min(out.find("Effort:"), out.find("Best:")));
  };
  EXPECT_EQ(found(again.out), found(outcome.out));
}

TEST(Attack, RefusesWhatItCannotAttack) {
  const Folder folder;
  const ShippedCatalogue shipped;
  const auto refused = [&](const std::vector<std::string>& words, const std::string& message) {
    const Outcome outcome = regretta(folder, words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
  };
  refused({"attack", "conomd-f", "--budget", "5"}, "did you mean \"conomd-fs\"");
  refused({"attack", "conomd-fs"}, "--budget");
  refused({"attack", "conomd-fs", "--budget", "0"}, "--budget");
  refused({"attack", "conomd-fs", "--budget", "500", "-T", "100"}, "more than the 100 rounds");
  refused({"attack", "conomd-fs", "--budget", "5", "-m", "regrets"}, "no quantity \"regrets\"");
  refused({"attack", "conomd-fs", "--budget", "5", "--set", "learner.bet=1"}, "bet");
  const Outcome dry = regretta(folder, {"attack", "conomd-fs", "--budget", "5", "--dry-run"});
  EXPECT_EQ(dry.status, 0) << dry.err;
  EXPECT_TRUE(contains(dry.out, "forms of the winner")) << dry.out;
}

}  // namespace
}  // namespace regretta::fakes
