// Every shipped learner, run through its catalogue entry as in a study.

#include <atomic>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/conformance/shipped_learners.hpp"
#include "regretta/tools/standard_catalogue.hpp"

static std::atomic<std::int64_t> allocations = 0;  // number of allocations of this program
#if defined(__GLIBC__) && !defined(REGRETTA_SANITIZED)
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void* malloc(std::size_t size) noexcept { return ++allocations, __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) noexcept { return ++allocations, __libc_calloc(count, size); }
void* realloc(void* old, std::size_t size) noexcept { return ++allocations, __libc_realloc(old, size); }
void* aligned_alloc(std::size_t unit, std::size_t size) noexcept { return ++allocations, __libc_memalign(unit, size); }
}
#endif

namespace regretta {
namespace {

const Catalogue& catalogue() {
  static const Catalogue made = standard_catalogue();
  return made;
}

/// Number of rounds in which each setting of a learner plays each environment.
std::int64_t horizon() { return tests::rounds(2000, 5000); }

class EveryLearner : public testing::TestWithParam<std::string> {
 protected:
  /// Calls check(learner, label) for each setting of the learner that can be bound to the environment of `work`.
  template <class Check>
  void for_each_setting(const CellWork& work, const std::string& where, Check check) {
    for (const Settings& settings : tests::settings_of(GetParam(), work.problem))
      with_setting(settings, work, where, check);
  }
  /// Calls check(learner, label) for the first setting only.
  template <class Check>
  void with_first_setting(const CellWork& work, const std::string& where, Check check) {
    with_setting(tests::settings_of(GetParam(), work.problem).front(), work, where, check);
  }

  /// Every `step`th environment, from a start that depends on the learner.
  static std::vector<tests::EnvironmentChoice> environments(std::int64_t step) {
    return tests::some_environments(catalogue().learner(GetParam()) - catalogue().learners.data(), step);
  }

 private:
  template <class Check>
  void with_setting(const Settings& settings, const CellWork& work, const std::string& where, Check check) {
    if (HasFailure()) return;
    const LearnerEntry& entry = *catalogue().learner(GetParam());
    const auto learner = tests::bind_if_possible(entry, settings, work);
    std::string label = entry.name;
    for (const auto& [name, value] : settings) label += ", " + name + " = " + to_text(value);
    if (learner) check(*learner, label + ", against " + where);
  }
};

/// Maps each learner, whose name is in `backticks` in the first column of the table in learners/README.md, to its entry
/// in the column "def.".
std::map<std::string, std::string> definitions_in_readme() {
  std::ifstream file(REGRETTA_SOURCE_DIR "/learners/README.md");
  std::map<std::string, std::string> definitions;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| `")) continue;
    std::istringstream row(line.substr(2));
    std::string names, source, definition;
    std::getline(row, names, '|') && std::getline(row, source, '|') && std::getline(row, definition, '|');
    std::istringstream first_cell(names);
    for (std::string between, name; std::getline(first_cell, between, '`') && std::getline(first_cell, name, '`');)
      definitions[name] = definition;
  }
  return definitions;
}

TEST(Catalogue, DefinitionsOfLearnersMatchTheReadme) {
  const std::map<std::string, std::string> rows = definitions_in_readme();
  for (const LearnerEntry& entry : catalogue().learners) {
    EXPECT_FALSE(entry.summary.empty() || entry.source.empty() || entry.guarantee.empty() || entry.group.empty())
        << entry.name;
    const auto row = rows.find(entry.name);
    if (row == rows.end()) {
      ADD_FAILURE() << entry.name << " has no row in learners/README.md";
      continue;
    }
    // Reference points have no mark: the catalogue calls them verified.
    const std::string_view mark = row->second;
    const std::string_view word = mark == " R " ? "reconstructed" : mark.starts_with(" ours") ? "ours" : "verified";
    EXPECT_TRUE(entry.definition.starts_with(word))
        << entry.name << ", in learners/README.md:" << mark << "; in the catalogue: " << entry.definition;
  }
  for (const auto& [name, definition] : rows)
    EXPECT_NE(catalogue().learner(name), nullptr) << name << " is in learners/README.md, but not in the catalogue";
}

/// x_1, ..., x_200 of a learner in one trial. Losses, violations and the number that selects the arm are fixed
/// sequences.
std::vector<double> strategies_of_fixed_trial(const BoundLearner& learner, const CellWork& work) {
  const auto stepped = learner.make_stepped(work, 1);
  const int K = work.problem.num_arms, m = work.problem.num_constraints;
  std::vector<double> weights;
  for (std::int64_t t = 1; t <= 200; ++t) {
    stepped->begin(work.seed, 0, t);
    SteppedRound round{.arm = -1,
                       .loss = std::vector<double>(static_cast<std::size_t>(K)),
                       .violation = std::vector<double>(static_cast<std::size_t>(m * K), -0.125)};
    double remaining = static_cast<double>(t * 89 % 144) / 144;  // in place of a random number
    for (int a = 0; a < K; ++a) {
      weights.push_back(stepped->weight(a, 0));
      if (round.arm < 0 && (remaining -= weights.back()) < 0) round.arm = a;
      const auto arm = static_cast<std::size_t>(a);
      round.loss[arm] = t * (a + 2) % 5 < 2 ? 1 : 0;
      if ((t + a) % 3 == 0) round.violation[arm] = 0.75;
    }
    round.arm = std::max(round.arm, 0);
    stepped->end({round});
  }
  return weights;
}

/// A learner whose strategies depend on T or delta names T or delta as prior knowledge.
TEST_P(EveryLearner, PriorKnowledgeNamesHorizonAndDelta) {
  const LearnerEntry& entry = *catalogue().learner(GetParam());
  const CellWork work = tests::cell_of(tests::environment_choices().front(), horizon());
  CellWork longer = work, smaller_delta = work;
  longer.problem.horizon *= 4;
  smaller_delta.problem.delta /= 16;
  const std::regex names_horizon("\\bT\\b"), names_delta("\\bdelta\\b");
  for (const Settings& settings : tests::settings_of(GetParam(), work.problem)) {
    const auto strategies_in = [&](const CellWork& cell) {
      return strategies_of_fixed_trial(entry.bind(settings, cell.problem, true), cell);
    };
    const std::vector<double> usual = strategies_in(work);
    EXPECT_TRUE(strategies_in(longer) == usual || std::regex_search(entry.prior_knowledge, names_horizon))
        << entry.name << " depends on T, which its prior knowledge does not name: " << entry.prior_knowledge;
    EXPECT_TRUE(strategies_in(smaller_delta) == usual || std::regex_search(entry.prior_knowledge, names_delta))
        << entry.name << " depends on delta, which its prior knowledge does not name: " << entry.prior_knowledge;
  }
}

/// Trials in a full or partial pack equal the same trials run alone, bit for bit. Strategies stay in the simplex. A
/// copy is independent of its original, and later plays the same strategies if it gets the same feedback.
TEST_P(EveryLearner, MeetsTheRequirements) {
  for (const auto& choice : environments(3)) {
    const CellWork work = tests::cell_of(choice, horizon()), shorter = tests::cell_of(choice, 800);
    for_each_setting(work, choice.name, [&](const BoundLearner& learner, const std::string& label) {
      EXPECT_EQ(pack_difference(learner, work), "") << label;
      EXPECT_EQ(simplex_violation(learner, work), "") << label;
      ASSERT_TRUE(learner.make_stepped) << label;
      EXPECT_EQ(copy_difference(learner, shorter), "") << label;
    });
    if (HasFailure()) return;
  }
}

/// 1, 2 and 60 arms, and also 1,000 if REGRETTA_LONG is set, with 1 and 8 constraints. There are more rounds than arms.
TEST_P(EveryLearner, PlaysAtEverySize) {
  for (const int K : {1, 2, 60, 1000})
    for (const int m : {1, 8}) {
      if (K == 1000 && !tests::plays_long()) continue;
      const EnvironmentChoice choice = choice_of_size(K, m);
      const CellWork work = tests::cell_of(choice, K + 140);
      for_each_setting(work, choice.name, [&](const BoundLearner& learner, const std::string& label) {
        EXPECT_EQ(simplex_violation(learner, work), "") << label;
        tests::expect_same_trial(learner.run(work, 2, 1, RunControl{})[0], learner.run(work, 0, 8, RunControl{})[2],
                                 label);
      });
      if (HasFailure()) return;
    }
}

/// Against adversaries that push learners to extremes, nothing becomes NaN or leaves the simplex. Usually two
/// adversaries; six, and a million rounds, if REGRETTA_LONG is set.
TEST_P(EveryLearner, StaysInTheSimplexForManyRounds) {
  std::vector<std::string> names = {"mannor", "phases, random flattery"};
  if (tests::plays_long()) names.insert(names.end(), {"anti-leader", "open problem", "trace", "empty sets"});
  auto choices = tests::environment_choices();
  std::erase_if(choices, [&](const auto& choice) { return std::ranges::find(names, choice.name) == names.end(); });
  ASSERT_EQ(choices.size(), names.size());
  for (auto& choice : choices) {
    const std::int64_t T = tests::rounds(25'000, 1'000'000);
    if (choice.name == "trace") choice.settings["hold"] = T / 2896 + 1;  // the trace has 2,896 rows
    const CellWork work = tests::cell_of(choice, T);
    with_first_setting(work, choice.name, [&](const BoundLearner& learner, const std::string& label) {
      std::vector<TrialResult> trials;
      ASSERT_EQ(simplex_violation(learner, work, &trials), "") << label;
      for (const TrialResult& trial : trials) {  // regret may be NaN if no strategy is feasible, or in an adaptive game
        EXPECT_TRUE(std::isfinite(trial[Quantity::regret] + trial[Quantity::opt]) || !work.facts->optimum.feasible ||
                    !work.adversary->oblivious())
            << label;
        EXPECT_TRUE(std::isfinite(trial[Quantity::violation] + trial[Quantity::realised_violation])) << label;
      }
    });
    if (HasFailure()) return;
  }
}

TEST(Allocations, AreCounted) {
  if (allocations == 0) GTEST_SKIP() << "allocations are counted only with glibc and without sanitizers";
  const std::int64_t before = allocations;
  const Vector<Pack<8>> eigen = Vector<Pack<8>>::Constant(100, Pack<8>(1.0));
  const std::vector<double> standard(static_cast<std::size_t>(eigen.size()));
  EXPECT_EQ(allocations - before, 2) << standard.size();  // prints the size, so that `standard` is not optimised away
}

/// A trial of 2T rounds makes as many allocations as a trial of T rounds.
TEST_P(EveryLearner, AllocatesNothingInTheRoundLoop) {
  if (allocations == 0) GTEST_SKIP() << "allocations are counted only with glibc and without sanitizers";
  for (auto choice : environments(6)) {
    // With hold = 5, T = 1100 ends in row 220. In the first 120 rows no strategy is feasible, and x* is empty and needs
    // no memory: both T and 2T must end later.
    if (choice.name == "trace") choice.settings["hold"] = std::int64_t{5};
    const auto work_for = [&choice](std::int64_t horizon) {
      CellWork work = tests::cell_of(choice, horizon);
      work.checkpoints = {horizon / 2, horizon};
      work.facts = std::make_shared<const CellFacts>(compute_facts(*work.adversary, work.checkpoints));
      return work;
    };
    const std::int64_t T = 1100;
    const CellWork single_horizon = work_for(T), double_horizon = work_for(2 * T);
    for (const int count : {1, 8}) {
      std::vector<std::int64_t> counts;
      for (const CellWork* work : {&single_horizon, &double_horizon}) {
        for_each_setting(*work, choice.name, [&](const BoundLearner& learner, const std::string&) {
          if (counts.empty()) learner.run(*work, 0, count, RunControl{});  // allocates memory that later runs reuse
          const std::int64_t before = allocations;
          learner.run(*work, 0, count, RunControl{});
          counts.push_back(allocations - before);
        });
      }
      ASSERT_EQ(counts.size() % 2, 0U);
      for (std::size_t s = 0; s < counts.size() / 2; ++s)
        EXPECT_EQ(counts[s], counts[s + counts.size() / 2]) << choice.name << ", setting " << s << ", " << count;
    }
  }
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const LearnerEntry& entry : catalogue().learners) result.push_back(entry.name);
  return result;
}
std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Catalogue, EveryLearner, testing::ValuesIn(names()), test_name);

}  // namespace
}  // namespace regretta
