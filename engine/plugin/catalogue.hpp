#pragma once
/// The learners, adversaries and measures that exist: a plain value, built in one place (`standard_catalogue` in
/// tools/, or a user's main) and passed around. Nothing registers itself. The study layer looks entries up by name;
/// `run` is called from several threads at once.

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/plugin/bound.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/plugin/plugin_code.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/contract/result.hpp"
#include "regretta/engine/trial/play/many_trials.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"

namespace regretta {

/// What a learner observes, knows beforehand and ignores, as its entry and its settings declare it. It decides which
/// learners are compared with each other, and whom a table may recommend (evidence/comparison/ranking.hpp). The values
/// here are those of a learner that declares nothing.
struct LearnerTraits {
  FeedbackModel feedback = FeedbackModel::bandit;  ///< what the learner observes in every round
  bool has_prior_knowledge = false;  ///< whether it is given facts of the environment that nobody knows before round 1
  bool ignores_constraints = false;  ///< whether its strategies depend on no violation
  bool draws = true;                 ///< whether it may draw random numbers of its own
  bool follows_nothing = false;      ///< whether its strategies depend on nothing that it observes

  /// Whether the learner is a reference line, which is never recommended. `can_violate`: whether constraints can be
  /// violated where it plays (evidence/comparison/comparison.hpp); where they cannot, ignoring them is not counted.
  bool is_reference(bool can_violate = true) const {
    return has_prior_knowledge || (ignores_constraints && can_violate);
  }
  bool operator==(const LearnerTraits&) const = default;
};

/// What happened in one round of one trial. A learner receives the part that its feedback model contains.
struct HandRound {
  int arm = 0;
  std::vector<double> loss;       ///< K
  std::vector<double> violation;  ///< m x K, constraint by constraint
};

/// A learner that is played by hand, round by round, over a Real that the caller need not know: of one trial, or of
/// several side by side, one per lane. For checks of learners (tools/check); studies play them in round loops
/// (engine/trial/play/play.hpp). learner_entry makes them.
class HandPlayed {
 public:
  virtual ~HandPlayed() = default;
  virtual std::unique_ptr<HandPlayed> copy() const = 0;
  virtual bool draws_for_itself() const = 0;
  /// Begins round t of trials first, first + 1, ... of a study with this seed: the learner draws, if it does.
  virtual void begin(std::uint64_t seed, std::int64_t first, std::int64_t t) = 0;
  /// x_t of a lane; valid from begin() to end().
  virtual double weight(int arm, int lane) const = 0;
  virtual int num_weights() const = 0;
  /// Ends the round; one element per lane.
  virtual void end(const std::vector<HandRound>& lanes) = 0;
};

/// Makes a learner with as many lanes for a cell whose facts are set; null if that width was not compiled.
using MakeHandPlayed = std::function<std::unique_ptr<HandPlayed>(const CellWork&, int lanes)>;

/// What is known besides the settings.
struct EnvironmentContext {
  std::uint64_t seed = 0;               ///< seed of the study
  std::optional<std::int64_t> horizon;  ///< horizon of the study; absent if a trace determines it
  std::string folder;                   ///< relative paths are resolved against this folder
  Adversary base{};                     ///< what a part changes; its K and m are 0 until something fixes them
};

enum class TakesParts { none, optional, required };  ///< required: it has no losses or violations of its own

struct EnvironmentEntry {
  std::string name;  ///< `kind`
  std::string summary{};
  std::string source{};
  std::vector<ParameterInfo> parameters{};  ///< its own, by the names that `build` reads
  std::function<Adversary(const Settings&, const EnvironmentContext&)> build{};  ///< throws InputError
  std::string group{};  ///< of a part: one of part_groups; empty: a whole environment

  TakesParts takes_parts = TakesParts::none;      ///< of an environment
  std::vector<std::string_view> only_parts_of{};  ///< the groups that it takes; empty: all
  bool takes(std::string_view group_name) const {
    return takes_parts != TakesParts::none &&
           (only_parts_of.empty() || std::ranges::find(only_parts_of, group_name) != only_parts_of.end());
  }
  // Of a part:
  bool is_default = false;             ///< if the study does not say which kind
  bool fixes_arms = false;             ///< its settings determine K
  bool defaults_are_settings = false;  ///< of every environment, and so part of every digest

  PluginCode code{};
};

struct PartGroup {
  std::string_view name;  ///< of its table in an environment
  std::string_view help;
  std::string_view help_if_required = help;
  bool is_flat = false;  ///< its settings are GROUP and GROUP_X instead of GROUP.kind and GROUP.X; never without a kind

  /// The path of one of its settings in an environment.
  std::string path(std::string_view setting) const;
};

inline constexpr std::array part_groups{
    PartGroup{"losses", "replaces the losses; left out: those of the environment", "the losses"},
    PartGroup{"violations", "replaces the violations; left out: those of the environment", "the violations"},
    PartGroup{"outcomes", "replaces losses, violations and noise by outcomes in which losses and costs are correlated"},
    PartGroup{"corruption",
              "how the violations are corrupted; in corrupted rounds the corrupted values are what counts"},
    PartGroup{.name = "noise", .help = "how means become the values that are paid and observed", .is_flat = true}};

/// The group of this name, which must exist.
const PartGroup& part_group(std::string_view name);

/// Plays trials first..first+count-1 of one cell; returns their results in trial order. Throws Interrupted if stopped,
/// and whatever the learner throws.
using RunTrials =
    std::function<std::vector<TrialResult>(const CellWork&, std::int64_t first, int count, const RunControl&)>;

/// A learner whose settings have been read and checked.
struct BoundLearner {
  RunTrials run;
  LearnerTraits traits{};
  /// The theorem's bound on a quantity; empty if there is no theorem.
  std::function<Bound(Quantity, const Problem&, const BoundTerms&)> theorem{};
  bool plays_one_arm = false;  ///< x_t is a point mass in every round (NamesArms, engine/trial/contract/learner.hpp)
  int trials_at_once =
      pack_trials;           ///< that `run` plays side by side if it is given so many: one pack, two, or a batch
  MakeHandPlayed by_hand{};  ///< for checks; empty if the entry was not made by learner_entry

  Bound bound(Quantity quantity, const Problem& problem, const BoundTerms& terms) const {
    return theorem ? theorem(quantity, problem, terms) : Bound{};
  }
};

struct LearnerEntry {
  std::string name;                  ///< if that is all, the learner exists, but not in this program
  std::string summary{};             ///< one line
  std::string source{};              ///< paper, algorithm
  std::string feedback{};            ///< "full", "bandit losses", "bandit", or a parameter decides
  std::string prior_knowledge{};     ///< what it must know before round 1, such as "T, delta, rho"; empty: nothing
  bool ignores_constraints = false;  ///< LearnerTraits::ignores_constraints with any settings; with some of them:
                                     ///< Params::ignores_constraints (learner_entry.hpp)
  bool follows_nothing = false;      ///< LearnerTraits::follows_nothing
  std::string guarantee = "none";    ///< the notion of violation it bounds: "positive", "cancelling", ... or "none"
  std::string definition = "not stated";  ///< or "verified" against the source, or "reconstructed" and which parts
  std::string group{};  ///< of related learners, such as "optimistic", for lists and colours; empty: none
  std::vector<ParameterInfo> parameters{};
  bool may_need_facts = false;  ///< `bind` may throw IncompatiblePair
  PluginCode code{};
  /// Reads and checks the settings; throws InputError (key = parameter name). `oblivious` is false for adaptive
  /// adversaries, on which nothing can be measured before the trial; a learner that needs that throws IncompatiblePair.
  std::function<BoundLearner(const Settings&, const Problem&, bool oblivious)> bind{};
};

/// Prepares a measure, whose settings have been read and checked, for a cell whose facts are set.
using PrepareMeasure = std::function<std::shared_ptr<const CellMeasure>(const CellWork&)>;

struct MeasureEntry {
  std::string name;            ///< `kind`; with _ for - the name of the quantity, unless the study gives another
  std::string summary{};       ///< one line
  std::string source{};        ///< paper, definition
  std::string unit = "loss";   ///< "loss", "violation", "rounds", or empty
  bool less_is_better = true;  ///< smaller is better, so learners can be compared by it
  bool on_curve = true;        ///< also recorded at every checkpoint
  MeasureRange range{};        ///< for intervals and tests; declare it if you can
  std::vector<ParameterInfo> parameters{};
  std::function<PrepareMeasure(const Settings&, const Problem&)> bind{};  ///< throws InputError
  PluginCode code{};
};

/// A study has a learner of which the catalogue holds the name only (tools/first.cpp).
struct NotInThisProgram : std::runtime_error {
  explicit NotInThisProgram(const std::string& learner) : std::runtime_error(learner + " is not in this program") {}
};

class Catalogue {
 public:
  std::vector<LearnerEntry> learners;
  std::vector<EnvironmentEntry> environments;
  std::vector<EnvironmentEntry> parts;  ///< of environments; use add_part
  std::vector<MeasureEntry> measures;

  std::vector<std::string> learner_groups() const;  ///< each once, in the order of the learners; not the empty one

  const LearnerEntry* learner(std::string_view name) const;          ///< null if unknown
  const EnvironmentEntry* environment(std::string_view name) const;  ///< null if unknown
  const MeasureEntry* measure(std::string_view name) const;          ///< null if unknown

  /// Throws std::invalid_argument if its group has a part of that name.
  void add_part(EnvironmentEntry part);
  /// What a study may set of an environment: its own parameters, and those of the parts that it takes, by path. A path
  /// is described once per type; the help names the kinds of part that have it.
  std::vector<ParameterInfo> parameters_of(const EnvironmentEntry& environment) const;
  /// An adversary with its parts. Throws InputError; keys are paths in `settings`, or "study.horizon".
  Adversary build(const EnvironmentEntry& environment, const Settings& settings,
                  const EnvironmentContext& context) const;
};

/// Calls `add`; the entries that it adds to the catalogue have this code.
void add_plugins(Catalogue& catalogue, const PluginCode& code, const std::function<void(Catalogue&)>& add);

}  // namespace regretta
