// Learners that play an optimum break ties at random (reversal_test.cpp: then the order of arms does not matter).

#include <set>

#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

/// Four equal arms without noise: each is played once in rounds 1 to 4, and once in rounds 5 to 8, since the others are
/// as good. Returns in how many of 64 trials the order is the same.
int equal_orders(const LearnerEntry& entry) {
  const CellWork work =
      tests::cell_of({"equal",
                      "composed",
                      {{"losses.kind", std::string("stationary")},
                       {"losses.means", std::vector<double>{0.5, 0.5, 0.5, 0.5}},
                       {"violations.kind", std::string("stationary")},
                       {"violations.means", std::vector<std::vector<double>>{{-0.5, -0.5, -0.5, -0.5}}},
                       {"noise", std::string("none")}}},
                     8);
  const BoundLearner learner = entry.bind({}, work.problem, true);
  int equal = 0;
  for (std::int64_t trial = 0; trial < 64; ++trial) {
    const auto game = learner.by_hand(work, 1);
    std::vector<int> arms;
    for (std::int64_t t = 1; t <= 8; ++t) {
      game->begin(1, trial, t);
      int arm = 0;
      while (arm < 3 && game->weight(arm, 0) != 1) ++arm;
      EXPECT_EQ(game->weight(arm, 0), 1) << entry.name << ", round " << t;
      arms.push_back(arm);
      game->end({{.arm = arm, .loss = std::vector<double>(4, 0.5), .violation = std::vector<double>(4, -0.5)}});
    }
    for (const auto first : {arms.begin(), arms.begin() + 4})
      EXPECT_EQ(std::set<int>(first, first + 4).size(), 4u) << entry.name << ", trial " << trial;
    equal += std::equal(arms.begin(), arms.begin() + 4, arms.begin() + 4);
  }
  return equal;
}

/// By chance, 1 in 24: more than 12 of 64 with probability 1e-6.
TEST(Ties, AreBrokenAnewInEveryRound) {
  const Catalogue catalogue = standard_catalogue();
  for (const char* name : {"ucb1", "kl-ucb", "doubly-opt-arm", "optlp"})
    EXPECT_LE(equal_orders(*catalogue.learner(name)), 12) << name;
}

}  // namespace
}  // namespace regretta
