#pragma once
/// A study of eight learners with other roles, and what is read off its results.

#include <algorithm>
#include <filesystem>
#include <string>

#include "program_process.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta::fakes {

/// Two settings; full and bandit feedback, two that ignore the constraint, one that has prior knowledge.
inline const std::string eight_learners = R"([study]
name = "field"
trials = 64
horizon = 1000
[[environment]]
kind = "stationary"
loss = [0.5, 0.2, 0.7]
violation = [[-0.3, 0.5, -0.3]]
noise = "bernoulli"
corruption = { budget = [0, 200], schedule = "front", direction = "slander" }
[[learner]]
kind = ["conomd-fs", "ucpd", "hedge"]
[[learner]]
kind = ["pd-wa", "loe2d", "lincon-ts", "ucb1"]
[[learner]]
kind = "optimal"
)";

inline Results results_of_run(const Folder& folder, const std::string& text) {
  folder.write("s.toml", text);
  std::filesystem::remove(folder.path("s.db"));
  const Outcome outcome = regretta(folder, {"run", "s.toml"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return Results::open(folder.path("s.db"));
}

inline const OverallLearner& learner_of_kind(const Overall& overall, const std::string& kind) {
  return *std::ranges::find_if(overall.learners, [&](const OverallLearner& one) { return one.label.kind == kind; });
}

}  // namespace regretta::fakes
