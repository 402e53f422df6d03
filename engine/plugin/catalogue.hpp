#pragma once
/// Which learners and adversaries exist: a plain value, built in one place (`standard_catalogue` in tools/, or a user's
/// own main) and handed around. Nothing registers itself.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/cell_work.hpp"
#include "regretta/engine/trial/result.hpp"

namespace regretta {

/// Advances trials first..first+count-1 of one cell; results in trial order.
using RunTrials =
    std::function<std::vector<TrialResult>(const CellWork&, std::int64_t first, int count, const RunControl&)>;

/// Right-hand sides of the paper's theorems for one trial; empty where no theorem speaks.
struct TheoremBounds {
  std::optional<double> regret;
  double regret_failure = 0;  ///< the bound may fail with this probability
  std::optional<double> violation;
  double violation_failure = 0;
};

/// A learner with its settings read and checked.
struct BoundLearner {
  RunTrials run;
  std::function<TheoremBounds(const Problem&, double corruption, double rho, double rho_pure)> bounds;
};

enum class FeedbackKind { full, bandit_losses, bandit };

struct LearnerEntry {
  std::string name;
  std::string summary{};   ///< one line
  std::string source{};    ///< paper, algorithm
  std::string feedback{};  ///< "full", "bandit losses", "bandit", or a parameter decides
  std::string told{};      ///< what it must know before round 1, such as "T, delta, rho"; empty = nothing
  std::string
      guarantee{};  ///< the notion of violation its guarantee speaks of: "positive", "cancelling", ... or "none"
  std::string definition{};  ///< "verified", or "reconstructed" and what of it
  std::vector<ParameterInfo> parameters{};
  /// Reads the settings; throws InputError (key = parameter name). `oblivious` is false for adaptive adversaries,
  /// where nothing can be measured before the trial.
  std::function<BoundLearner(const Settings&, const Problem&, bool oblivious)> bind{};
};

/// What an environment is built from besides its own settings.
struct EnvironmentContext {
  std::uint64_t seed = 0;               ///< the study's
  std::optional<std::int64_t> horizon;  ///< the study's; absent where the study leaves it to a trace
  std::string folder;                   ///< relative paths start here
};

struct EnvironmentEntry {
  std::string name;  ///< `kind`
  std::string summary;
  std::string source;
  std::vector<ParameterInfo> parameters;  ///< all of them, dotted: losses.*, violations.*, corruption.*, noise.*
  std::function<Adversary(const Settings&, const EnvironmentContext&)> build;  ///< throws InputError
};

/// A word that a sub-table's `kind` may take, for `regretta list`: a loss process, a violation process, a corruption,
/// a noise model.
struct ComponentEntry {
  std::string group;  ///< "losses", "violations", "corruption", "noise"
  std::string name;
  std::string summary;
  std::string source;
  std::vector<ParameterInfo> parameters;
};

class Catalogue {
 public:
  std::vector<LearnerEntry> learners;
  std::vector<EnvironmentEntry> environments;
  std::vector<ComponentEntry> components;

  const LearnerEntry* learner(std::string_view name) const;          ///< null if unknown
  const EnvironmentEntry* environment(std::string_view name) const;  ///< null if unknown
};

}  // namespace regretta
