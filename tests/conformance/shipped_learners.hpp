#pragma once
/// The settings under which the shipped learners are tested, through their catalogue entries.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta::tests {

/// The settings under which each learner is tested. The first can be bound to every adversary. Learners not listed here
/// are tested with their defaults.
inline std::vector<Settings> settings_of(const std::string& learner, const Problem& problem) {
  if (learner == "known-c")
    return {{{"feedback", std::string("full")}, {"confidence_scale", 0.1}, {"corruption", 30.0}},
            {{"feedback", std::string("bandit")}, {"confidence_scale", 0.1}, {"corruption", 30.0}}};
  if (learner == "expopt-conomd") {  // exploration must end before the last round
    const bool short_of_rounds = 4.0 * problem.num_arms * problem.num_arms > static_cast<double>(problem.horizon);
    return {{{"confidence_scale", 0.1}, {"beta", short_of_rounds ? 0.0 : 0.5}}};
  }
  for (const char* name : {"conomd-fs", "conomd-fs-ix", "sv-ops", "optlp", "corral", "lag-ftrl"})
    if (learner == name) return {{{"confidence_scale", 0.1}}};
  if (learner == "ns-lp") return {{{"confidence_scale", 0.1}, {"corruption", 30.0}}};
  if (learner == "doubly-opt-arm") return {{{"index", std::string("kl-ucb")}}, {{"index", std::string("ucb")}}};
  if (learner == "barbar") return {{{"lambda_scale", 1e-4}}};
  if (learner == "opb")
    return {{{"confidence_scale", 0.1}, {"safe_arm", 1.0}, {"safe_arm_loss", 0.5}, {"safe_arm_violation", -0.2}}, {}};
  if (learner == "layered-elimination") return {{{"confidence_scale", 0.15}}};
  if (learner == "bccf") return {{{"confidence_scale", 0.1}}, {{"confidence_scale", 0.1}, {"kappa", 0.01}}};
  if (learner == "pd-ogd" || learner == "lagrange-bwlc")
    return {{{"rho", 0.2}}, {{"rho", -0.1}}, {{"rho_from", std::string("warm-up")}, {"warmup", 500.0}}, {}};
  if (learner == "s-ops")
    return {{{"safe_arm", 1.0}, {"safe_arm_violation", -0.2}, {"confidence_scale", 0.1}}, {{"confidence_scale", 0.1}}};
  if (learner == "dpp") return {{}, {{"tightening", 0.05}}};
  if (learner == "kl-ucb") return {{}, {{"c", 3.0}}};
  return {{}};
}

/// The bound learner, or nothing if it needs a fact that is unknown before an adaptive adversary has played.
inline std::optional<BoundLearner> bind_if_possible(const LearnerEntry& entry, const Settings& settings,
                                                    const CellWork& work) {
  try {
    return entry.bind(settings, work.problem, work.adversary->oblivious());
  } catch (const InputError& error) {
    EXPECT_FALSE(work.adversary->oblivious()) << entry.name << ": " << error.key() << " " << error.what();
    return std::nullopt;
  }
}

}  // namespace regretta::tests
