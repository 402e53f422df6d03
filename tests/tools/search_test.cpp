// `regretta search`: the space, what is refused, the same finding however it is run, and that it is a study that runs.

#include "regretta/engine/search/search.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <map>

#include "program_process.hpp"
#include "regretta/engine/search/admission.hpp"
#include "searched.hpp"
#include "study_dump.hpp"

namespace regretta::fakes {
namespace {

const std::string study_text = R"(
[study]
name = "small"
horizon = 200
checkpoints = 2

[[environment]]
kind = "stationary"
loss = [{ search = [0, 1] }, 0.5, { search = [0, 1] }]
violation = [[{ search = [-1, 1] }, -0.4, { search = [0.1, 1], scale = "log" }]]
corruption = { budget_sqrt = 1, schedule = { search = ["front", "burst"] }, burst_start_fraction = { search = [0.01, 1.5] }, direction = { search = "all" }, arm = { search = "all" }, value = { search = [-1, 1] } }

[[learner]]
kind = "expopt-conomd"

[search]
maximise = "regret"
subject_to = ["rho_pure >= 0.2", "violation <= 1000"]
rounds = 70_000
candidates = 16
finalists = 3
fresh = 32
rungs = 2
optimiser = "random"
ablation = false
)";

std::string replaced(const std::string& from, const std::string& to) { return replaced_in(study_text, from, to); }

void expect_refused(const std::string& text, const std::vector<std::string>& words) {
  try {
    const SearchSpace space = space_of(text);
    read_rules(space);
    ADD_FAILURE() << "nothing was refused; expected " << words.front();
  } catch (const StudyError& error) {
    for (const std::string& word : words) EXPECT_TRUE(contains(error.what(), word)) << error.what();
  }
}

TEST(SearchSpace, HasARangeForEachAndLeavesOutWhatBelongsToOtherChoices) {
  const SearchSpace space = space_of(study_text);
  ASSERT_EQ(space.dimensions().size(), 9U);
  std::map<std::string, std::size_t> places;
  for (const Dimension& one : space.dimensions()) places[one.path] = places.size();
  EXPECT_EQ(space.dimensions()[places.at("environment.1.corruption.arm")].choices, (std::vector<Value>{1, 2, 3}));
  Point point(9, 0.0);
  const auto chosen = [&](const std::string& direction, const std::string& schedule) {
    for (const auto& [path, word] : {std::pair{"direction", direction}, {"schedule", schedule}}) {
      const std::size_t place = places.at(std::string("environment.1.corruption.") + path);
      const auto& choices = space.dimensions()[place].choices;
      point[place] = static_cast<double>(std::ranges::find(choices, Value(word)) - choices.begin());
    }
    const Study study = space.with({{.label = "7", .point = &point}});
    EXPECT_EQ(study.environments.front().name, "stationary-7");
    return study.environments.front().settings.below("corruption");
  };
  EXPECT_TRUE(chosen("target", "front").contains("arm"));
  EXPECT_FALSE(chosen("target", "front").contains("burst_start_fraction"));
  EXPECT_FALSE(chosen("slander", "burst").contains("value"));
  EXPECT_TRUE(chosen("slander", "burst").contains("burst_start_fraction"));
}

TEST(SearchSpace, TiesValues) {
  const SearchSpace space = space_of(replaced("loss = [{ search = [0, 1] }, 0.5, { search = [0, 1] }]",
                                              "loss = [{ search = [0, 1] }, 0.5, 0.25]\nnoise_half_width = 0.1\n"
                                              "noise = \"uniform\"") +
                                     "\n[[environment]]\nkind = \"stationary\"\nname = \"clean\"\n"
                                     "loss = { same = \"environment.1.loss\" }\nviolation = [[-0.4, 0.1, 0.2]]\n");
  Point point(space.dimensions().size(), 0.25);
  const Study study = space.with({{.label = "1", .point = &point}});
  EXPECT_EQ(to_text(*study.environments[1].settings.find("loss")),
            to_text(*study.environments[0].settings.find("loss")));
  EXPECT_EQ(study.environments[1].name, "clean-1");
}

TEST(SearchSpace, RefusesWhatNoCandidateCanHave) {
  expect_refused(replaced("value = { search = [-1, 1] }", "value = { search = [1, -1] }"),
                 {"s.toml:11", "[1, -1]", "empty"});
  expect_refused(replaced("value = { search = [-1, 1] }", "value = { search = [] }"), {"empty space"});
  expect_refused(replaced("value = { search = [-1, 1] }", "value = { search = [-1, 1], scale = \"log\" }"),
                 {"no logarithms"});
  expect_refused(replaced("value = { search = [-1, 1] }", "value = { search = [2, 3] }"), {"out of range"});
  expect_refused(replaced("value = { search = [-1, 1] }", "value = { search = [-1, 1], step = 1 }"),
                 {"\"step\" is no part"});
  expect_refused(replaced("value = { search = [-1, 1] }", "worth = { search = [-1, 1] }"), {"unknown key"});
  expect_refused(replaced("horizon = 200", "horizon = { search = [100, 200] }"), {"study.horizon", "may not vary"});
  expect_refused(replaced("kind = \"expopt-conomd\"", "kind = \"expopt-conomd\"\ngroup = \"a\""),
                 {"s.toml:13", "learner.group"});
  expect_refused(replaced("rounds = 70_000", "round = 3"), {"search.round", "did you mean \"rounds\""});
  expect_refused(replaced("maximise = \"regret\"", "maximise = \"regrets\""), {"search.maximise", "no quantity"});
  expect_refused(replaced("maximise = \"regret\"", "maximise = \"regret@x\""), {"no environment \"x\""});
  expect_refused(replaced("\"rho_pure >= 0.2\"", "\"rho_pure\""), {"search.subject_to", "no constraint"});
  expect_refused(replaced("finalists = 3", "minimise = \"regret\""), {"search.minimise", "both aims"});
  expect_refused(replaced("finalists = 3", "trials = 350"),
                 {"search.trials", "beside rounds = 70000", "one of the two"});
  expect_refused(replaced("rounds = 70_000", ""), {"search.rounds: missing", "trials, or minutes"});
}

TEST(SearchSpace, SaysWhichCandidateIsNearestToConstraintsThatNoneMeets) {
  const auto refused = [](const std::string& constraint) -> std::string {
    const SearchSpace space = space_of(replaced("\"rho_pure >= 0.2\"", constraint));
    try {
      check_admits(space, read_rules(space), shipped_catalogue());
    } catch (const StudyError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refused("\"rho_pure >= 0.2\""), "");
  for (const char* constraint : {"\"rho_pure >= 1.5\"", "\"rho_pure >= 0.6\", \"rho_pure <= 0.5\""}) {
    const std::string message = refused(constraint);
    for (const char* words : {"s.toml:18: search.subject_to", "the nearest, with environment.1.", "violates"})
      EXPECT_TRUE(contains(message, words)) << message;
  }
}

TEST(Search, PlaysNoCandidateTwice) {
  const Folder folder;
  std::string text = replaced("optimiser = \"random\"", "random_first = 16");
  text.replace(text.find("70_000"), 6, "110_000");
  searched(text, folder.path("s.db"), 2);
  const std::vector<Candidate> all = stored_candidates(StudyReader::open(folder.path("s.db")).database());
  const SearchSpace space = space_of(study_text);
  std::map<std::string, std::int64_t> played;
  std::int64_t evolved = 0;
  for (const Candidate& one : all) {
    evolved += one.proposer == "evolution";
    std::string values;
    for (const auto& [path, value] : space.values(one.point)) values += path + to_text(value);
    if (one.refusal.empty()) {
      EXPECT_EQ(++played[values], 1) << one.number;
    }
  }
  EXPECT_GT(evolved, 10);
}

TEST(SearchSpace, IsNotForARunAndARunNotForASearch) {
  const Study study = parse_study(study_text, "s.toml", "", {});
  EXPECT_THROW(make_plan(study, shipped_catalogue()), StudyError);
  std::string text = study_text;
  text.resize(text.find("[search]"));
  try {
    parse_study(text, "s.toml", "", {});
    ADD_FAILURE();
  } catch (const StudyError& error) {
    EXPECT_TRUE(contains(error.what(), "regretta search")) << error.what();
  }
}

TEST(Search, FindsTheSameWithAnyThreadsAndGoesOnWithMoreRounds) {
  const Folder folder;
  const SearchOutcome one = searched(study_text, folder.path("one.db"), 1);
  const SearchOutcome three = searched(study_text, folder.path("three.db"), 3);
  ASSERT_EQ(one.finalists.size(), 3U);
  EXPECT_FALSE(one.digest.empty());
  EXPECT_EQ(one.digest, three.digest);
  EXPECT_GT(one.refused, 0);
  EXPECT_LE(one.rounds, 70'000);
  EXPECT_EQ(searched(study_text, folder.path("one.db"), 2).digest, one.digest);  // nothing to do
  const std::string more = replaced("rounds = 70_000", "rounds = 110_000");
  const SearchOutcome longer = searched(more, folder.path("one.db"), 2),
                      whole = searched(more, folder.path("new.db"), 2);
  EXPECT_GT(longer.generations, one.generations);
  ASSERT_EQ(longer.finalists.size(), whole.finalists.size());
  for (std::size_t k = 0; k < whole.finalists.size(); ++k) {
    EXPECT_EQ(longer.finalists[k].candidate, whole.finalists[k].candidate);
    EXPECT_EQ(longer.finalists[k].fresh.mean, whole.finalists[k].fresh.mean);
  }
  EXPECT_THROW(searched(replaced("rungs = 2", "rungs = 1"), folder.path("one.db"), 1), StudyFileError);
}

TEST(Search, ThatWasKilledGoesOnToTheSameBits) {
  const Folder folder;
  const ShippedCatalogue shipped;
  folder.write("s.toml", replaced("horizon = 200", "horizon = 20_000"));
  const std::vector<std::string> command = {"search", "s.toml", "--set", "search.rounds=1e7", "-o"};
  const auto into = [&](const std::string& file, const std::string& best) {
    std::vector<std::string> words = command;
    words.insert(words.end(), {file, "--best", best});
    return words;
  };
  folder.write("killed.db", "");  // as of one that was killed before it had written anything
  const Outcome whole = regretta(folder, into("whole.db", "whole.toml"));
  ASSERT_EQ(whole.status, 0) << whole.err;
  const auto play_some = [&](ProgramProcess& process, const std::string& file) {
    const std::int64_t before = blocks_in(folder.path(file));
    while (blocks_in(folder.path(file)) == before && !process.ended()) ::usleep(5'000);
  };
  for (int kill = 0; kill < 4; ++kill) {
    ProgramProcess process(folder, into("killed.db", "killed.toml"));
    play_some(process, "killed.db");
    process.signal(SIGKILL);
    EXPECT_EQ(process.wait().status, 128 + SIGKILL) << "it had not come to its end";
  }
  const Outcome resumed = regretta(folder, into("killed.db", "killed.toml"));
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  ProgramProcess stopped(folder, into("stopped.db", "stopped.toml"));
  play_some(stopped, "stopped.db");
  stopped.signal(SIGINT);
  EXPECT_EQ(stopped.wait().status, 130);
  EXPECT_EQ(regretta(folder, into("stopped.db", "stopped.toml")).status, 0);
  EXPECT_EQ(read_text(folder.path("stopped.toml")), read_text(folder.path("whole.toml")));
  const auto digest = [](const std::string& out) { return out.substr(out.find("Digest:"), 30); };
  EXPECT_EQ(digest(resumed.out), digest(whole.out));
  EXPECT_EQ(read_text(folder.path("killed.toml")), read_text(folder.path("whole.toml")));

  // What was found is a study, on the trials that it was judged by.
  const Outcome run = regretta(folder, {"run", "whole.toml", "-o", "found.db"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(regretta(folder, {"run", "whole.toml", "-o", "other.db", "--set", "environment.loss=[0, 0.5, 1]"}).status,
            0);
  const std::string cells = regretta(folder, {"export", "found.db", "--table", "cells"}).out;
  EXPECT_TRUE(contains(cells, "stationary-found")) << cells;
  EXPECT_EQ(regretta(folder, {"verify", "found.db"}).status, 0);
  EXPECT_EQ(regretta(folder, {"verify", "killed.db"}).status, 0);
  EXPECT_FALSE(contains(regretta(folder, {"show", "killed.db"}).out, "Stopped: "));
  EXPECT_EQ(regretta(folder, {"run", "s.toml"}).status, 2);
  EXPECT_EQ(regretta(folder, {"search", "whole.toml"}).status, 2);
}

TEST(Search, PlaysFreshTrialsThatAreOthers) {
  const std::string study =
      "[study]\nhorizon = 300\ntrials = 32\n[[environment]]\nkind = \"random-instance\"\n"
      "[[learner]]\nkind = \"conomd-fs\"\n";
  const auto values = [](const std::string& text) {
    const Results results(play_study(make_plan(parse_study(text, "s.toml", "", {}), shipped_catalogue())));
    return results.values(results.cells().front(), {Quantity::regret}).front();
  };
  const std::vector<double> from_0 = values(study), from_16 = values(study + "first_trial = 16\n");
  EXPECT_EQ(std::vector<double>(from_0.begin() + 16, from_0.end()),
            std::vector<double>(from_16.begin(), from_16.begin() + 16));
  EXPECT_NE(from_0, values(study + "first_trial = 1_073_741_824\n"));
}

TEST(Search, SaysWhereNothingMeetsTheConstraints) {
  const Folder folder;
  const SearchOutcome outcome =
      searched(replaced("\"violation <= 1000\"", "\"violation <= 0\""), folder.path("x.db"), 2);
  ASSERT_FALSE(outcome.finalists.empty());
  for (const Finalist& one : outcome.finalists) EXPECT_FALSE(one.meets_all());
  EXPECT_THROW(searched(replaced("rounds = 70_000", "rounds = 20_000"), folder.path("y.db"), 2), StudyError);
}

}  // namespace
}  // namespace regretta::fakes
