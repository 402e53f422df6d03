// Searches of learners and environments: of both at once, and in turns (min-max).

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include <fmt/format.h>

#include "program_process.hpp"
#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/engine/search/alternation.hpp"
#include "regretta/engine/search/found_study.hpp"
#include "searched.hpp"
#include "study_dump.hpp"

namespace regretta::fakes::search_alternation {

struct MixerParams {
  double first = 0.9;
  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("first", p.first, Range{0, 1}, "probability of the first of two arms");
  }
};

/// Against losses (a, b) its regret is T first (a - b) or T (1 - first) (b - a), whichever is positive: matching
/// pennies. The worst losses in [0, 1] cost T max(first, 1 - first), which is least, T / 2, where first is 1/2.
template <class Real>
class Mixer {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = MixerParams;
  Mixer(const Problem& problem, const Params& params) : x_(Vector<Real>::Constant(problem.num_arms, Real(0.0))) {
    x_[0] = Real(params.first);
    x_[1] = Real(1 - params.first);
  }
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& /*round*/) {}

 private:
  Vector<Real> x_;
};

namespace {

const Catalogue& catalogue() {
  static const Catalogue all = [] {
    Catalogue standard = shipped_catalogue();
    standard.learners.push_back(learner_entry<Mixer>({.name = "mixer", .summary = "", .source = ""}));
    return standard;
  }();
  return all;
}

/// {0}: losses, {1}: violations, {2}: of the learner, {3}: of [search].
std::string study_of(const std::string& loss, const std::string& violation, const std::string& first,
                     const std::string& search) {
  return fmt::format(R"(
[study]
name = "pennies"
horizon = 100
checkpoints = 1
[[environment]]
kind = "stationary"
name = "pennies"
loss = {}
violation = {}
noise = "none"
[[learner]]
kind = "mixer"
first = {}
[search]
candidates = 32
random_first = 32
finalists = 2
fresh = 16
rungs = 1
{}
)",
                     loss, violation, first, search);
}

const std::string any_share = "{ search = [0, 1] }";
const std::string any_losses = "[{ search = [0, 1] }, { search = [0, 1] }]";
const std::string safe = "[[-0.5, -0.5]]";
const std::string in_turns =
    "minimise = \"regret\"\nsubject_to = \"rho_pure >= 0.2\"\nagainst = \"search\"\nalternations = 2\nrounds = 4e5\n";

SearchSpace pennies(const std::string& text) { return space_of(text, catalogue()); }

AlternationOutcome alternated(const std::string& text, const std::string& path, int threads) {
  const SearchSpace space = pennies(text);
  SearchObserver nobody;
  return run_alternation(space, read_rules(space), catalogue(), path, with_threads(threads), nobody);
}

double share_of(const JudgedLearner& learner) { return *learner.values.front().second.number(); }

TEST(SearchOfBoth, PlaysEachLearnerInItsOwnEnvironment) {
  const Folder folder;
  const SearchSpace space =
      pennies(study_of(any_losses, safe, any_share, "maximise = \"regret\"\nrounds = 8e4\nablation = false\n"));
  ASSERT_EQ(space.dimensions().size(), 3U);
  const Point a{1, 0, 1}, b{0, 1, 0};
  const Plan plan = make_plan(space.with({{.label = "1", .point = &a}, {.label = "2", .point = &b}}), catalogue());
  ASSERT_EQ(plan.cells.size(), 2U);
  EXPECT_EQ(plan.cells[1].environment + " " + plan.cells[1].learner_name, "pennies-2 mixer-2");

  const SearchRules rules = read_rules(space);
  SearchObserver nobody;
  const std::string path = folder.path("both.db");
  const SearchOutcome outcome = run_search(space, rules, catalogue(), path, with_threads(2), nobody);
  ASSERT_FALSE(outcome.finalists.empty());
  const Finalist& best = outcome.finalists.front();
  EXPECT_GT(best.fresh.mean, 75);  // of 100, with the arm that loses most
  const double lost = 100 * (best.point[2] * best.point[0] + (1 - best.point[2]) * best.point[1] -
                             std::min(best.point[0], best.point[1]));
  EXPECT_NEAR(best.fresh.mean, lost, 1e-6);
  const Results results = Results::open(path);
  EXPECT_EQ(std::ssize(results.cells()), outcome.candidates - outcome.refused + std::ssize(outcome.finalists));
  const Study found = found_study(space, rules, outcome);
  EXPECT_EQ(make_plan(found, catalogue()).cells.size(), 1U);
  EXPECT_EQ(run_search(space, rules, catalogue(), folder.path("one.db"), with_threads(1), nobody).digest,
            outcome.digest);
}

TEST(SearchInTurns, FindsTheSaddlePoint) {
  const Folder folder;
  const std::string text = study_of(any_losses, safe, any_share, in_turns);
  const AlternationOutcome found = alternated(text, folder.path("s.db"), 3);
  ASSERT_EQ(found.of_search.size(), 5U);
  EXPECT_EQ(found.preset.values.front().second, Value(0.9));
  EXPECT_NEAR(share_of(found.found), 0.5, 0.1);
  EXPECT_NEAR(found.found.in_archive.mean, 50, 10);
  EXPECT_NEAR(found.found.under_last.mean, 50, 10);
  EXPECT_GT(found.preset.in_archive.mean, 65);  // of 90
  EXPECT_LT(found.found.in_archive.interval.high, found.preset.in_archive.interval.low);
  ASSERT_EQ(found.environments.size(), 3U);
  EXPECT_EQ(found.environments[0].name, "pennies-attack-1");
  EXPECT_TRUE(found.environments[2].is_last && !found.environments[1].is_last);
  double worst = 0;
  for (const JudgedEnvironment& one : found.environments) worst = std::max(worst, one.preset.mean);
  EXPECT_EQ(worst, std::max(found.preset.in_archive.mean, found.preset.under_last.mean));
  EXPECT_LE(found.rounds, 4e5);
  for (const AlternatingSearch& one : found.searches)  // what is known beforehand binds the adversary
    EXPECT_EQ(std::ssize(one.rules.subject_to), one.is_attack ? 1 : 0) << one.name;

  const AlternationOutcome again = alternated(text, folder.path("s.db"), 1),
                           one = alternated(text, folder.path("one.db"), 1);
  EXPECT_EQ(again.digest, found.digest);
  EXPECT_EQ(again.workers, 0);  // nothing was left to play
  EXPECT_EQ(one.digest, found.digest);
  EXPECT_EQ(one.found.values, found.found.values);
  for (std::size_t k = 0; k < one.of_search.size(); ++k)
    EXPECT_EQ(one.of_search[k].digest, found.of_search[k].digest) << found.searches[k].name;
}

/// The first arm is better and may violate: whoever plays it more often than the other violates by more than 0 in the
/// worst case, which does not show in the regret.
TEST(SearchInTurns, AttacksConstraintsToo) {
  const Folder folder;
  std::string search = in_turns;
  search.replace(search.find("rho_pure >= 0.2"), 15, "violation <= 2");
  search.replace(search.find("alternations = 2"), 16, "alternations = 1");
  const AlternationOutcome found =
      alternated(study_of("[0, 1]", "[[{ search = [-1, 0.5] }, -0.5]]", any_share, search), folder.path("s.db"), 2);
  ASSERT_EQ(found.searches.size(), 5U);
  EXPECT_EQ(found.searches[1].name, "attack-1-on-1");
  EXPECT_NEAR(share_of(found.found), 0.5, 0.1);
  EXPECT_TRUE(found.found.constraints_in_archive.front().is_met());
  EXPECT_TRUE(found.preset.constraints_in_archive.front().is_broken());
  EXPECT_TRUE(found.preset.constraints_under_last.front().is_broken());
}

TEST(SearchInTurns, KeepsTheDefaultWhereNothingIsBetter) {
  const Folder folder;
  const AlternationOutcome found = alternated(
      study_of("[{ search = [0, 1] }, 1]", safe, "{ search = [0.1, 0.9] }", in_turns), folder.path("s.db"), 2);
  EXPECT_TRUE(found.is_preset);
  EXPECT_EQ(share_of(found.found), 0.9);
  EXPECT_EQ(found.found.in_archive.mean, found.preset.in_archive.mean);
}

TEST(SearchInTurns, SaysWhatItNeeds) {
  const auto refused = [](const std::string& text) -> std::string {
    try {
      const SearchSpace space = pennies(text);
      alternating_searches(space, read_rules(space), catalogue());
    } catch (const StudyError& error) {
      return error.what();
    }
    return "";
  };
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string search = in_turns;
    search.replace(search.find(from), from.size(), to);
    return study_of(any_losses, safe, any_share, search);
  };
  EXPECT_EQ(refused(changed("rounds", "rounds")), "");
  const auto expect = [](const std::string& message, const std::string& words) {
    EXPECT_TRUE(contains(message, words)) << message;
  };
  expect(refused(study_of(any_losses, safe, "0.5", in_turns)), "search.against: \"search\" needs ranges");
  expect(refused(study_of(any_losses, safe, "0.5", in_turns)), "no learner has one");
  expect(refused(study_of("[0, 1]", safe, any_share, in_turns)), "no environment has one");
  expect(refused(changed("minimise", "maximise")), "search.maximise: is what the adversary does");
  expect(refused(changed("rounds = 4e5", "minutes = 2")), "search.minutes");
  expect(refused(changed("rounds = 4e5", "rounds = 1e5")), "search.rounds: 100000 are too few: each of the 5 searches");
  expect(refused(changed("rounds = 4e5", "rounds = 4e5\nhorizons = [1000]")), "search.horizons");
  expect(refused(changed("\"regret\"", "\"regret@pennies\"")), "without \"@pennies\"");
  expect(refused(changed("against = \"search\"", "against = \"worst\"")), "search.alternations");
  expect(refused(changed("alternations = 2", "alternations = 40")), "search.candidates: 32 at a time");
}

TEST(SearchInTurns, GoesOnToTheSameBitsAfterKills) {
  const Folder folder;
  const ShippedCatalogue shipped;
  folder.write("s.toml", R"(
[study]
horizon = 4_000
checkpoints = 1
[[environment]]
kind = "stationary"
name = "game"
loss = [{ search = [0, 1] }, 0.2, 0.9]
violation = [[-0.4, { search = [0.1, 1] }, -0.1]]
corruption = { budget_sqrt = 1, schedule = { search = ["front", "late"] } }
[[learner]]
kind = "expopt-conomd"
confidence_scale = { search = [0.05, 2], scale = "log" }
[search]
minimise = "regret"
against = "search"
alternations = 2
rounds = 8e6
candidates = 16
random_first = 16
finalists = 2
fresh = 16
rungs = 1
)");
  const auto command = [](const std::string& name) {
    return std::vector<std::string>{"search", "s.toml", "-o", name + ".db", "--best", name + ".toml"};
  };
  const Outcome whole = regretta(folder, command("whole"));
  ASSERT_EQ(whole.status, 0) << whole.err;
  int killed = 0;
  for (const char* file : {"killed-attack-1.db", "killed-learner-1.db", "killed-attack-2.db", "killed.db"}) {
    ProgramProcess process(folder, command("killed"));
    while (blocks_in(folder.path(file)) == 0 && !process.ended()) ::usleep(1'000);
    process.signal(SIGKILL);
    killed += process.wait().status == 128 + SIGKILL;
  }
  EXPECT_GE(killed, 1);
  const Outcome resumed = regretta(folder, command("killed"));
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  const auto from = [](const std::string& text, const char* word) { return text.substr(text.find(word), 30); };
  EXPECT_EQ(from(resumed.out, "Digest:"), from(whole.out, "Digest:"));
  EXPECT_EQ(read_text(folder.path("killed.toml")), read_text(folder.path("whole.toml")));
  EXPECT_TRUE(contains(whole.out, "the last attack")) << whole.out;

  const Outcome run = regretta(folder, {"run", "whole.toml", "-o", "run.db"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(regretta(folder, {"verify", "whole-learner-2.db"}).status, 0);
  const Outcome dry = regretta(folder, {"search", "s.toml", "--dry-run"});
  EXPECT_TRUE(contains(dry.out, "5 searches of")) << dry.out << dry.err;
}

}  // namespace
}  // namespace regretta::fakes::search_alternation
