#pragma once
/// What `regretta rank` and `show` say of learners: their ranks in each setting, and who does best over all of them.
///
/// Ranks have intervals, and a front of two quantities. Every pair of learners of a setting is tested, paired by trial
/// (statistics/evidence.hpp); all pairs, settings and quantities are one family. With probability 1 - alpha no
/// difference is claimed that is not there; then every rank lies between one more than the number of learners that are
/// shown to be better, and the number of those that are not shown to be worse (Klein, Wright and Wieczorek, Journal of
/// the Royal Statistical Society A 183, 2020), and all statements about the front hold too.
///
/// Over all settings, learners are rivals if they observe the same feedback: full information does not compete with
/// bandit feedback. Learners with unrealistic prior knowledge, or that ignore the constraints, are reference lines and
/// never best; where nothing can be violated, ignoring constraints is not counted against a learner. A learner with
/// failed trials does not compete in that setting and is never recommended. These statements follow from the pairs
/// without further tests.

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {

/// Numbers of settings by the result of a learner among its rivals.
struct Tally {
  std::int64_t least = 0;    ///< shown to have less than every rival
  std::int64_t tied = 0;     ///< less than, or within 5% of, every rival, and within 5% of at least one
  std::int64_t more = 0;     ///< some rival is shown to have less, by more than 5%
  std::int64_t open = 0;     ///< undecided
  std::int64_t without = 0;  ///< no learner has a value: no strategy is feasible, so there is no regret

  std::int64_t compared() const { return least + tied + more + open; }
  std::int64_t settings() const { return compared() + without; }
};

struct OverallQuantity {
  Tally tally{};
  double excess = 0;  ///< mean over compared settings of its mean minus the least of its rivals and itself
  const CellLabel* worst = nullptr;  ///< the cell with the largest excess
  double worst_excess = 0;
};

/// A learner over all settings of a study.
struct OverallLearner {
  LearnerLabel label;
  const CellLabel* first = nullptr;  ///< its first cell
  LearnerTraits traits;
  std::size_t group = 0;      ///< index of its group of rivals
  bool is_reference = false;  ///< whether it is a reference line in every setting
  std::vector<OverallQuantity> quantities{};
  std::int64_t failed = 0;        ///< failed trials
  std::int64_t trials = 0;        ///< trials of the cells with failed trials
  std::int64_t least_of_all = 0;  ///< settings where it is least in every quantity with values, or tied in some
  /// Settings where it ignores the constraints and is shown to have less of every quantity than all learners that
  /// observe at least as much.
  std::int64_t wins_unconstrained = 0;
};

/// A group of rivals, and the numbers of settings by what is decided among them.
struct RivalGroup {
  std::optional<FeedbackModel> feedback{};  ///< empty: several
  std::int64_t learners = 0;
  std::int64_t settings = 0;            ///< settings with at least two of them
  std::vector<std::int64_t> open{};     ///< by quantity: settings in which no learner is least or tied
  std::vector<std::int64_t> without{};  ///< settings in which no learner has a value
  /// Settings in which some learner is least in every quantity with values, or tied in some of them.
  std::int64_t best_of_all = 0;

  std::int64_t compared(std::size_t quantity) const { return settings - without[quantity]; }
};

struct Overall {
  std::vector<OverallLearner> learners{};  ///< in the order of their first cells
  std::vector<RivalGroup> groups{};
  bool is_mixed = false;                        ///< whether all are in one group, because no two see the same
  std::int64_t settings = 0;                    ///< settings of the study
  std::int64_t nonbinding_settings = 0;         ///< settings in which some learner wins unconstrained
  std::int64_t settings_without_violation = 0;  ///< settings in which nothing can be violated
};

/// The learners of a group to recommend by one quantity, among those without failed trials: all that are least or tied
/// in every setting; otherwise the one that is least or tied in most settings, provided that some setting is undecided.
/// May be empty.
std::vector<const OverallLearner*> recommended(const Overall& overall, std::size_t group, std::size_t quantity);

/// Whether a quantity has no values in a setting because no strategy is feasible there, as regret has none then.
/// `means`: of its cells.
bool has_none(const Results& study, const std::vector<const CellLabel*>& cells, const std::vector<double>& means);

/// Adds up the settings of a study, one by one.
class OverallCount {
 public:
  OverallCount(const Results& study, std::size_t quantities);

  /// Adds a setting. `shown` and `means` are indexed by quantity; means[q] has one mean per cell.
  void add(const std::vector<const CellLabel*>& cells, const std::vector<ShownPairs>& shown,
           const std::vector<std::vector<double>>& means);

  Overall result() const { return overall_; }

 private:
  struct Setting;
  void add_rivals(const Setting& setting, const std::vector<std::size_t>& rivals, RivalGroup& group);
  bool add_unconstrained_wins(const Setting& setting, const std::vector<std::size_t>& rivals);

  const Results& study_;
  std::vector<std::size_t> learner_of_;  ///< by cell
  Overall overall_;
};

enum class OnFront {
  yes,  ///< every other learner is shown to have more of one of the quantities
  no,   ///< some learner is shown to have less of every quantity
  open  ///< neither is shown
};
std::string_view front_text(OnFront front);  ///< "yes", "no", "open"

/// The rank of a learner in its setting by its mean of one quantity: 1 has the least.
struct Rank {
  int least = 1, most = 1;  ///< ends of the interval
};

struct RankedCell {
  const CellLabel* cell = nullptr;
  int learners = 1;            ///< number of learners in its setting
  std::vector<double> means;   ///< means over the trials, one per quantity; NaN without values
  std::vector<bool> is_exact;  ///< whether each cannot vary
  std::vector<Rank> ranks;     ///< one per quantity
  OnFront front = OnFront::open;
};

/// The interval of learner j's rank.
Rank rank_of(const ShownLess& shown, std::size_t j);

/// Whether learner j is on the front of all quantities.
OnFront front_of(const std::vector<ShownPairs>& shown, std::size_t j);

/// The decision that one learner of a pair has less.
struct Decision {
  std::int64_t values = 0;  ///< number of values of each learner
  /// The number of values from which on the decision would survive an unobserved mode of 3 in `values` trials, in which
  /// the winner's values are as large, and the loser's as small, as possible.
  double needed = 0;
};

struct Ranking {
  std::vector<RankedCell> cells{};  ///< all of the study, ordered by cell; they point into it
  std::int64_t pairs = 0;           ///< pairs of learners in all settings and quantities
  OpenPairs open{};                 ///< undecided pairs among them
  std::vector<Decision> decisions{};
  Overall overall{};  ///< the best learners over all settings
};

struct RankingOptions {
  std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};  ///< each less_is_better
  double alpha = 0.05;
  std::int64_t trials = 0;  ///< as in OpenPairs
};

/// If the number of trials was fixed, the probability that any rank lies outside its interval, that any "yes" or "no"
/// is wrong, or what is said of the best and of ties, is at most `alpha`. Throws StudyFileError as Results does.
Ranking rank_learners(const Results& study, const RankingOptions& options = {});

}  // namespace regretta
