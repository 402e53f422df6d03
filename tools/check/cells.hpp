#pragma once
/// Cells in which plugins are tested, built as in a study.

#include <ostream>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

struct EnvironmentChoice {
  std::string name;  ///< for messages and names of tests
  std::string kind;
  Settings settings;

  /// For the names of tests; otherwise GoogleTest prints bytes, including addresses.
  friend void PrintTo(const EnvironmentChoice& choice, std::ostream* out) { *out << choice.name; }
};

/// Environments of several sizes with every shipped base kind but `trace`, which needs a file, and every shipped kind
/// of losses, violations, corruption and noise.
std::vector<EnvironmentChoice> environment_choices();
/// The element of environment_choices() with this name.
EnvironmentChoice environment_choice(std::string_view name);

/// A random instance of this size with fixed means and Bernoulli noise.
EnvironmentChoice choice_of_size(int num_arms, int num_constraints);
/// Losses and violations at the ends of their ranges: at the same end in every round, or at both by turns.
std::vector<EnvironmentChoice> extreme_choices();

/// A cell of a shipped environment, with its facts. folder: base of relative paths of traces.
CellWork cell_of(const EnvironmentChoice& choice, std::int64_t horizon, const std::string& folder = "");
/// A cell of any adversary, with its facts.
CellWork cell_of(Adversary adversary, std::uint64_t seed);

}  // namespace regretta
