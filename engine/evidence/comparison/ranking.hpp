#pragma once
/// The rank of every learner in each setting, and the best learners over all settings (`regretta rank` and `show`).
///
/// Ranks have intervals, and learners may lie on a front of several quantities. Every pair of learners of a setting is
/// tested, paired by trial (statistics/evidence.hpp); all pairs, settings and quantities are one family. With
/// probability 1 - alpha no false difference is claimed. Then every rank lies between one more than the number of
/// learners that are shown to be better, and the number of learners that are not shown to be worse, itself included
/// (Klein, Wright and Wieczorek, Journal of the Royal Statistical Society A 183, 2020), and all statements about the
/// front hold too.
///
/// Over all settings, learners are rivals if they observe the same feedback: full information does not compete with
/// bandit feedback. Learners that have unrealistic prior knowledge or ignore the constraints are reference lines and
/// never best; where nothing can be violated, ignoring constraints does not make a learner a reference line. A learner
/// with failed trials does not compete in that setting and is never recommended. These statements follow from the pairs
/// without further tests.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {

/// Numbers of settings by the result of a learner among its rivals.
struct Tally {
  std::int64_t least = 0;    ///< it is shown to have less than every rival
  std::int64_t tied = 0;     ///< it has less than, or is within 5% of, every rival, and within 5% of at least one
  std::int64_t more = 0;     ///< some rival is shown to have less, and the learner is not tied
  std::int64_t open = 0;     ///< undecided
  std::int64_t without = 0;  ///< no learner has a value, because no strategy is feasible: there is no regret

  std::int64_t compared() const { return least + tied + more + open; }
  std::int64_t settings() const { return compared() + without; }
};

struct OverallQuantity {
  Tally tally{};
  double excess = 0;  ///< learner's mean minus the least mean in its group, averaged over compared settings
  const CellLabel* worst = nullptr;  ///< the cell with the largest excess
  double worst_excess = 0;
};

/// A learner over all settings of a study.
struct OverallLearner {
  LearnerLabel label;
  const CellLabel* first = nullptr;  ///< first cell of the learner
  LearnerTraits traits;
  std::size_t group = 0;      ///< index in Overall::groups
  bool is_reference = false;  ///< whether it is a reference line in every setting
  std::vector<OverallQuantity> quantities{};
  std::int64_t failed = 0;        ///< number of failed trials
  std::int64_t trials = 0;        ///< number of all trials of the cells with failed trials
  std::int64_t least_of_all = 0;  ///< number of settings in which it is least or tied in every quantity with values
  /// Number of settings in which, though it ignores the constraints, it is shown to have less of every quantity than
  /// all learners with at least as much feedback that are not reference lines.
  std::int64_t wins_unconstrained = 0;
};

/// A group of rivals, which are compared with each other, and the numbers of settings by result.
struct RivalGroup {
  std::optional<FeedbackModel> feedback{};  ///< empty: the learners have different feedback (Overall::is_mixed)
  std::int64_t learners = 0;                ///< number of learners that are not reference lines
  std::int64_t settings = 0;                ///< settings with at least two rivals
  std::vector<std::int64_t> open{};         ///< settings in which no learner is least or tied, by quantity
  std::vector<std::int64_t> without{};      ///< settings in which no learner has a value, by quantity
  /// Settings in which some learner is least or tied in every quantity with values.
  std::int64_t best_of_all = 0;

  std::int64_t compared(std::size_t quantity) const { return settings - without[quantity]; }
};

/// The learners of a study, compared over all settings.
struct Overall {
  std::vector<OverallLearner> learners{};  ///< learners in the order of their first cells
  std::vector<RivalGroup> groups{};
  bool is_mixed = false;      ///< whether all learners are in one group, because no two have the same feedback
  std::int64_t settings = 0;  ///< settings of the study
  std::int64_t nonbinding_settings = 0;         ///< settings in which some learner wins unconstrained
  std::int64_t settings_without_violation = 0;  ///< settings in which nothing can be violated
};

/// The learners of a group to recommend by one quantity; learners with failed trials are left out. These are all
/// learners that are least or tied in every compared setting. If there are none and some setting is undecided: the
/// learner that is least or tied in the largest number of settings, if it is so in any. Otherwise none.
std::vector<const OverallLearner*> recommended(const Overall& overall, std::size_t group, std::size_t quantity);

/// Whether a quantity, such as regret, has no values in a setting because no strategy is feasible there. `means`: means
/// of the cells.
bool has_no_values(const Results& study, const std::vector<const CellLabel*>& cells, const std::vector<double>& means);

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
  std::vector<std::size_t> learner_of_;  ///< index of each cell's learner in Overall::learners
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
  std::vector<bool> is_exact;  ///< one per quantity: whether its values cannot vary
  std::vector<Rank> ranks;     ///< one per quantity
  OnFront front = OnFront::open;
};

/// The interval of learner j's rank.
Rank rank_of(const ShownLess& shown, std::size_t j);

/// Whether learner j is on the front of all quantities.
OnFront front_of(const std::vector<ShownPairs>& shown, std::size_t j);

/// The decision that one learner of a pair has less.
struct Decision {
  std::int64_t values = 0;  ///< number of values of the learner with fewer values
  /// The least number of values n with which the decision would survive an unobserved mode of probability 3 / n, in
  /// which the winner's values are as large as possible and the loser's as small as possible. Such a mode is missed in
  /// 5% of studies.
  double needed = 0;
};

struct Ranking {
  std::vector<RankedCell> cells{};  ///< all cells of the study, in order; they point into the study
  std::int64_t pairs = 0;           ///< number of tested pairs of learners, over all settings and quantities
  OpenPairs open{};                 ///< undecided pairs among them
  std::vector<Decision> decisions{};
  Overall overall{};  ///< the best learners over all settings
};

struct RankingOptions {
  std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};  ///< each less_is_better
  double alpha = 0.05;
  std::int64_t trials = 0;  ///< present number of trials, for OpenPairs
};

/// Ranks all learners of a study. If the number of trials was fixed beforehand or by a stop rule, then with probability
/// at least 1 - `alpha` every rank lies in its interval, and every statement about fronts, ties and the best learners
/// is true. Throws StudyFileError as Results does.
Ranking rank_learners(const Results& study, const RankingOptions& options = {});

}  // namespace regretta
