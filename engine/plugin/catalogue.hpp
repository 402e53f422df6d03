#pragma once
/// The learners, adversaries and measures that a program has: a plain value, built in one place (`standard_catalogue`
/// in tools/, or a user's main) and passed around. Nothing registers itself. The study layer looks entries up by name;
/// BoundLearner::run is called from several threads at once.

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

/// The properties of a learner, as its entry and its settings declare them. They decide which learners are compared
/// with each other, and which of them a table may recommend (evidence/comparison/ranking.hpp). The defaults are the
/// traits of a learner that declares nothing.
struct LearnerTraits {
  FeedbackModel feedback = FeedbackModel::bandit;  ///< the values that it observes in every round
  bool has_prior_knowledge = false;                ///< whether it receives facts that cannot be known before round 1
  bool ignores_constraints = false;                ///< whether its strategies are independent of the violations
  bool draws = true;                               ///< whether it may draw random numbers besides those of its arms
  bool ignores_feedback = false;                   ///< whether its strategies are independent of its feedback

  /// Whether the learner is a reference line, which is never recommended. `can_violate`: whether constraints can be
  /// violated where it plays (evidence/comparison/comparison.hpp); otherwise, ignoring them does not count.
  bool is_reference(bool can_violate = true) const {
    return has_prior_knowledge || (ignores_constraints && can_violate);
  }
  bool operator==(const LearnerTraits&) const = default;
};

/// The arm, losses and violations of one round of one trial. A learner receives those in its feedback model.
struct SteppedRound {
  int arm = 0;                    ///< from 0
  std::vector<double> loss;       ///< K
  std::vector<double> violation;  ///< m x K, constraint by constraint
};

/// A learner that is played by hand, round by round, for one trial or for several side by side, one per lane. The
/// caller need not know its Real. Used to check learners (tools/check); studies play learners in round loops instead
/// (engine/trial/play/play.hpp). Made by learner_entry.
class SteppedLearner {
 public:
  virtual ~SteppedLearner() = default;
  virtual std::unique_ptr<SteppedLearner> copy() const = 0;
  virtual bool draws_for_itself() const = 0;
  /// Begins round t of trials first, first + 1, ... of a study with this seed: the learner draws its random numbers, if
  /// it uses any.
  virtual void begin(std::uint64_t seed, std::int64_t first, std::int64_t t) = 0;
  /// x_t(arm) in a lane. Call between begin() and end().
  virtual double weight(int arm, int lane) const = 0;
  virtual int num_weights() const = 0;
  /// Ends the round; one element per lane.
  virtual void end(const std::vector<SteppedRound>& lanes) = 0;
};

/// Makes a learner with `lanes` lanes for a cell whose facts are set. Returns null if that width was not compiled.
using MakeSteppedLearner = std::function<std::unique_ptr<SteppedLearner>(const CellWork&, int lanes)>;

/// The inputs from which an environment is built, besides its settings.
struct EnvironmentContext {
  std::uint64_t seed = 0;               ///< seed of the study
  std::optional<std::int64_t> horizon;  ///< horizon of the study; absent if a trace determines it
  std::string folder;                   ///< relative paths are resolved against this folder
  Adversary base{};                     ///< the adversary that a part changes; K and m are 0 until they are known
};

/// Whether an environment takes parts. `required`: without parts, it has no losses and violations.
enum class TakesParts { none, optional, required };

struct EnvironmentEntry {
  std::string name;  ///< the `kind` in a study
  std::string summary{};
  std::string source{};
  std::vector<ParameterInfo> parameters{};  ///< without the parameters of parts; named as `build` reads them
  std::function<Adversary(const Settings&, const EnvironmentContext&)> build{};  ///< throws InputError
  std::string group{};  ///< name of the PartGroup of a part; empty for a whole environment

  // For environments:
  TakesParts takes_parts = TakesParts::none;
  std::vector<std::string_view> only_parts_of{};  ///< the groups of parts that it takes; empty: all groups
  bool takes(std::string_view group_name) const {
    return takes_parts != TakesParts::none &&
           (only_parts_of.empty() || std::ranges::find(only_parts_of, group_name) != only_parts_of.end());
  }
  // For parts:
  bool is_default = false;             ///< whether it is the kind of its group if a study names none
  bool fixes_arms = false;             ///< whether its settings determine K
  bool defaults_are_settings = false;  ///< whether its defaults are recorded for every environment, and so in digests

  PluginCode code{};
};

struct PartGroup {
  std::string_view name;  ///< also the name of its table in an environment
  std::string_view help;
  std::string_view help_if_required = help;
  /// Whether its settings are GROUP and GROUP_X instead of GROUP.kind and GROUP.X. Such a group always has a kind.
  bool is_flat = false;

  /// The path of a setting of the group in an environment.
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
  bool plays_one_arm = false;  ///< whether x_t is always a point mass (NamesArms, engine/trial/contract/learner.hpp)
  int trials_at_once = pack_trials;   ///< trials that `run` can play side by side: one or two packs, or a batch
  MakeSteppedLearner make_stepped{};  ///< for checks; empty if the entry was not made by learner_entry

  Bound bound(Quantity quantity, const Problem& problem, const BoundTerms& terms) const {
    return theorem ? theorem(quantity, problem, terms) : Bound{};
  }
};

struct LearnerEntry {
  std::string name;                  ///< an entry with only a name: this program lacks the learner
  std::string summary{};             ///< one line
  std::string source{};              ///< paper, algorithm
  std::string feedback{};            ///< "full", "bandit losses", "bandit"; "full or bandit" if a parameter decides
  std::string prior_knowledge{};     ///< facts that it must know before round 1, such as "T, delta, rho"; may be empty
  bool ignores_constraints = false;  ///< whether it ignores constraints with any settings; if only with some,
                                     ///< define Params::ignores_constraints() (learner_entry.hpp)
  bool ignores_feedback = false;     ///< as in LearnerTraits
  std::string guarantee = "none";    ///< the notion of violation it bounds: "positive", "cancelling", ... or "none"
  std::string definition = "not stated";  ///< "verified" against the source, "reconstructed: PARTS", or "not stated"
  std::string group{};  ///< group of related learners, such as "optimistic", for lists and colours; may be empty
  std::vector<ParameterInfo> parameters{};
  bool may_need_facts = false;  ///< whether `bind` may throw IncompatiblePair
  PluginCode code{};
  /// Reads and checks the settings; throws InputError (key = parameter name). `oblivious` is false for adaptive
  /// adversaries, on which no facts can be measured before a trial; a learner that needs facts throws IncompatiblePair.
  std::function<BoundLearner(const Settings&, const Problem&, bool oblivious)> bind{};
};

/// Prepares a measure, whose settings have been read and checked, for a cell whose facts are set.
using PrepareMeasure = std::function<std::shared_ptr<const CellMeasure>(const CellWork&)>;

struct MeasureEntry {
  std::string name;            ///< the `kind` in a study; with _ for -, the default name of the quantity
  std::string summary{};       ///< one line
  std::string source{};        ///< paper, definition
  std::string unit = "loss";   ///< "loss", "violation", "rounds", or empty
  bool less_is_better = true;  ///< whether learners can be compared by it, the smaller value being better
  bool on_curve = true;        ///< whether it is also recorded at every checkpoint
  QuantityRange range{};       ///< range of its values, for intervals and tests; declare it if you can
  std::vector<ParameterInfo> parameters{};
  std::function<PrepareMeasure(const Settings&, const Problem&)> bind{};  ///< throws InputError
  PluginCode code{};
};

/// Thrown for a learner whose entry has only a name (tools/first.cpp).
struct NotInThisProgram : std::runtime_error {
  explicit NotInThisProgram(const std::string& learner) : std::runtime_error(learner + " is not in this program") {}
};

class Catalogue {
 public:
  std::vector<LearnerEntry> learners;
  std::vector<EnvironmentEntry> environments;
  std::vector<EnvironmentEntry> parts;  ///< parts of environments; use add_part to add one
  std::vector<MeasureEntry> measures;

  std::vector<std::string> learner_groups() const;  ///< all non-empty groups, in the order of the learners

  const LearnerEntry* learner(std::string_view name) const;          ///< null if unknown
  const EnvironmentEntry* environment(std::string_view name) const;  ///< null if unknown
  const MeasureEntry* measure(std::string_view name) const;          ///< null if unknown

  /// Adds a part. Throws std::invalid_argument if its group already has a part of that name.
  void add_part(EnvironmentEntry part);
  /// The parameters of an environment, and those of the parts that it takes, by path. A path is described once per
  /// type; its help names the kinds of part that have it.
  std::vector<ParameterInfo> parameters_of(const EnvironmentEntry& environment) const;
  /// An adversary with its parts. Throws InputError; keys are paths in `settings`, or "study.horizon".
  Adversary build(const EnvironmentEntry& environment, const Settings& settings,
                  const EnvironmentContext& context) const;
};

/// Calls `add`, then sets the code of all entries that `add` has added to the catalogue.
void add_plugins(Catalogue& catalogue, const PluginCode& code, const std::function<void(Catalogue&)>& add);

}  // namespace regretta
