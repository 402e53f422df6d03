// A search by several processes: rank 0 proposes and decides, all play, and what is found is the same to the bit.

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <vector>

#include <fmt/format.h>

#include "program_process.hpp"
#include "regretta/engine/search/candidate.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta::fakes::search_ranks {
namespace {

const std::string study_text = R"(
[study]
horizon = 500
checkpoints = 2
[[environment]]
kind = "stationary"
loss = [{ search = [0, 1] }, 0.5, { search = [0, 1] }]
violation = [[{ search = [-1, 1] }, -0.4, { search = [0.1, 1] }]]
corruption = { budget_sqrt = 1, schedule = { search = ["front", "burst"] } }
[[learner]]
kind = "expopt-conomd"
[search]
maximise = "regret"
rounds = 2e6
candidates = 32
random_first = 32
finalists = 3
fresh = 32
)";

/// What the ranks of one command come to, rank 0 first. They are connected as regretta_join (tools/c/regretta.h) says.
std::vector<Outcome> with_ranks(const Folder& folder, int ranks, const std::vector<std::string>& command) {
  std::string of_leader;
  std::vector<int> of_others, all;
  for (int k = 1; k < ranks; ++k) {
    int pair[2] = {};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    of_leader += fmt::format(" {}", pair[0]);
    of_others.push_back(pair[1]);
    all.insert(all.end(), {pair[0], pair[1]});
  }
  std::vector<std::unique_ptr<ProgramProcess>> processes;
  for (int k = 0; k < ranks; ++k)
    processes.push_back(std::make_unique<ProgramProcess>(
        folder, command,
        std::vector<std::pair<std::string, std::string>>{
            {"REGRETTA_TEST_RANK",
             fmt::format("{} {}{}", k, ranks,
                         k == 0 ? of_leader : fmt::format(" {}", of_others[static_cast<std::size_t>(k) - 1]))}}));
  for (const int socket : all) ::close(socket);
  std::vector<Outcome> outcomes;
  for (const auto& process : processes) outcomes.push_back(process->wait());
  return outcomes;
}

void expect_the_same_as_one(const std::string& study, const std::string& rounds) {
  const Folder folder;
  const ShippedCatalogue shipped;
  folder.write("s.toml", study);
  const auto command = [&](const std::string& name) -> std::vector<std::string> {
    return {"search", "s.toml",     "-t",     "1",           "--set", "search.rounds=" + rounds,
            "-o",     name + ".db", "--best", name + ".toml"};
  };
  const Outcome alone = regretta(folder, command("alone"));
  ASSERT_EQ(alone.status, 0) << alone.err;
  const std::vector<Outcome> three = with_ranks(folder, 3, command("three"));
  for (const Outcome& one : three) ASSERT_EQ(one.status, 0) << one.err;
  EXPECT_TRUE(contains(three[0].out, "3 threads of 3 ranks")) << three[0].out;
  EXPECT_EQ(three[1].out + three[2].out, "");

  const auto digest = [](const std::string& out) { return out.substr(out.find("Digest:"), 30); };
  EXPECT_EQ(digest(three[0].out), digest(alone.out));
  EXPECT_EQ(read_text(folder.path("three.toml")), read_text(folder.path("alone.toml")));
  const auto trace = [&](const std::string& file) {
    return stored_candidates(StudyReader::open(folder.path(file)).database());
  };
  const std::vector<Candidate> a = trace("alone.db"), b = trace("three.db");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].point, b[k].point) << k;
    EXPECT_EQ(a[k].refusal, b[k].refusal) << k;
    EXPECT_EQ(a[k].forms, b[k].forms) << k;
  }
}

TEST(SearchRanks, FindTheSameAsOne) { expect_the_same_as_one(study_text, "2e6"); }

TEST(SearchRanks, FindTheSameFrontAsOne) {
  std::string study = study_text;
  const std::string aim = "maximise = \"regret\"";
  study.replace(study.find(aim), aim.size(), "maximise = [\"regret\", \"violation\"]");
  expect_the_same_as_one(study, "1e6");
}

TEST(SearchRanks, TellAMistakeOnce) {
  const Folder folder;
  const ShippedCatalogue shipped;
  const std::vector<Outcome> three = with_ranks(folder, 3, {"search", "nosuch.toml"});
  EXPECT_EQ(three[0].status, 2);
  EXPECT_TRUE(contains(three[0].err, "nosuch")) << three[0].err;
  EXPECT_EQ(three[1].err + three[2].err, "");
}

}  // namespace
}  // namespace regretta::fakes::search_ranks
