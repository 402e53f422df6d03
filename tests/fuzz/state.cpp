/// Saved states of trials, written by anybody: they are refused, or the trial is played on with wrong numbers.

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/tests/fuzz/targets.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fuzz {
namespace {

/// A trial of a learner after some rounds.
struct Begun {
  BoundLearner learner;
  const CellWork* work;
  TrialState state;
};

/// Every learner with few arms, with many (in rows), and against an adaptive adversary.
std::vector<Begun> begin_trials() {
  static const Catalogue catalogue = standard_catalogue();
  static const Plan plan = make_plan(parse_study(R"([study]
trials = 1
horizon = 40
measures = ["anytime-violation", "safe-regret"]
[[environment]]
kind = "random-instance"
arms = 3
constraints = 2
[[environment]]
kind = "random-instance"
arms = 66
[[environment]]
kind = "mannor"
[[learner]]
kind = "uniform"
)",
                                                 "study.toml", ""),
                                     catalogue);
  std::vector<Begun> begun;
  for (const Cell& cell : plan.cells) {
    const CellWork& work = cell.prepared();
    for (const LearnerEntry& entry : catalogue.learners) {
      Settings settings;
      if (entry.name == "ns-lp") settings["corruption"] = 30.0;
      if (entry.name == "expopt-conomd") settings["exploration"] = work.problem.num_arms < 6;
      try {
        BoundLearner learner = entry.bind(settings, work.problem, work.adversary->oblivious());
        Branch branch =
            learner.branch(work, {.score = {.metric = Quantity::regret, .per_round = -1.0}, .level = 20.0}, {});
        begun.push_back({std::move(learner), &work, std::move(branch.state)});
      } catch (const InputError&) {  // needs facts that an adaptive adversary does not have
        continue;
      }
    }
  }
  return begun;
}

}  // namespace

void read_as_state(std::span<const std::uint8_t> input) {
  static const std::vector<Begun> trials = begin_trials();
  if (input.size() < 2) return;
  const Begun& begun = trials[input[0] % trials.size()];
  TrialState forged = begun.state;
  const std::span<const std::uint8_t> rest = input.subspan(2);
  if (input[1] % 4 == 0) {  // the whole state
    forged.bytes.assign(rest.begin(), rest.end());
  } else {  // changes of a sound one: place, byte
    for (std::size_t k = 0; k + 3 <= rest.size(); k += 3)
      forged.bytes[(rest[k] + 256U * rest[k + 1]) % forged.bytes.size()] = static_cast<char>(rest[k + 2]);
    if (input[1] % 4 == 1) forged.bytes.resize(forged.bytes.size() - std::min(forged.bytes.size(), rest.size()));
  }
  try {
    begun.learner.branch(*begun.work, {.from = &forged}, {});
  } catch (const WrongState&) {
    return;
  }
}

}  // namespace regretta::fuzz
