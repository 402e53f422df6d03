#pragma once
/// What `regretta rank` and `show` say of learners: their ranks in each setting, and who does best over all of them.
///
/// Ranks have intervals, and a front of two quantities. Every pair of learners of a setting is tested, paired by trial
/// (statistics/evidence.hpp); all pairs, settings and quantities are one family. With probability 1 - alpha no
/// difference is claimed that is not there; then every rank lies between one more than the number of learners that are
/// shown to be better, and the number of those that are not shown to be worse (Klein, Wright and Wieczorek, Journal of
/// the Royal Statistical Society A 183, 2020), and all statements about the front hold too.
///
/// Over all settings, learners are rivals if they observe the same feedback: one that sees all arms is no rival of one
/// that sees its own. Those with prior knowledge that nobody has, or that ignore the constraints, are reference lines
/// and never best; in a setting where nothing can be violated, ignoring constraints is not counted against a learner.
/// Where trials of a learner failed, its means are those of the trials that did not: it is no rival in that setting,
/// and recommended in none. Nothing there is tested anew: it is read off what is shown of pairs.

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {

/// Numbers of settings, of a learner among its rivals.
struct Tally {
  std::int64_t least = 0;  ///< it is shown to have less than every rival
  std::int64_t tied = 0;   ///< it has less than every rival, or is within 5% of it, the latter at least once
  std::int64_t more = 0;   ///< some rival is shown to have less, by more than 5%
  std::int64_t open = 0;
  std::int64_t without = 0;  ///< neither it nor a rival has a value: no strategy is feasible, so there is no regret

  std::int64_t compared() const { return least + tied + more + open; }
  std::int64_t settings() const { return compared() + without; }
};

struct OverallQuantity {
  Tally tally{};
  double excess = 0;  ///< mean over compared settings of its mean minus the least of its rivals and itself
  const CellLabel* worst = nullptr;  ///< where this is largest
  double worst_excess = 0;
};

/// A learner with all its settings.
struct OverallLearner {
  LearnerLabel label;
  const CellLabel* first = nullptr;  ///< its first cell
  LearnerTraits traits;
  std::size_t group = 0;      ///< of its rivals
  bool is_reference = false;  ///< in every setting
  std::vector<OverallQuantity> quantities{};
  std::int64_t failed = 0;        ///< trials
  std::int64_t trials = 0;        ///< of the cells in which some failed
  std::int64_t least_of_all = 0;  ///< settings where it is least in every quantity with values, or tied in some
  std::int64_t unbound = 0;       ///< where it ignores the constraints and yet is shown to have less of every quantity
                                  ///< than all that see no less than it does
};

/// Rivals, and in how many settings their question is answered.
struct RivalGroup {
  std::optional<FeedbackModel> feedback{};  ///< empty: several
  std::int64_t learners = 0;
  std::int64_t settings = 0;            ///< in which at least two meet
  std::vector<std::int64_t> tied{};     ///< by quantity: settings in which nobody is least but some are tied
  std::vector<std::int64_t> open{};     ///< in which neither
  std::vector<std::int64_t> without{};  ///< in which nobody has a value
  std::int64_t best_of_all = 0;  ///< in which some learner is least in every quantity with values, or tied in some

  std::int64_t compared(std::size_t quantity) const { return settings - without[quantity]; }
};

struct Overall {
  std::vector<OverallLearner> learners{};  ///< in the order of their first cells
  std::vector<RivalGroup> groups{};
  bool is_mixed = false;      ///< no two learners see the same: all are compared, in one group
  std::int64_t settings = 0;  ///< of the study
  std::int64_t unbound = 0;   ///< settings with a learner that is `unbound`
  std::int64_t free = 0;      ///< settings in which nothing can be violated
};

/// The learners to recommend among those of a group whose trials did not fail, by one quantity: all that are least or
/// tied in every setting; if there are none, the one that is so in most, unless the settings are decided otherwise.
/// Empty: nobody.
std::vector<const OverallLearner*> recommended(const Overall& overall, std::size_t group, std::size_t quantity);

/// Whether a quantity has no values in a setting because no strategy is feasible there, as regret has none then.
/// `means`: of its cells.
bool has_none(const Results& study, const std::vector<const CellLabel*>& cells, const std::vector<double>& means);

/// Adds up the settings of a study, one by one.
class OverallCount {
 public:
  OverallCount(const Results& study, std::size_t quantities);

  /// `shown` and `means`: of one setting, by quantity, of its cells in order.
  void add(const std::vector<const CellLabel*>& cells, const std::vector<ShownPairs>& shown,
           const std::vector<std::vector<double>>& means);

  Overall result() const { return overall_; }

 private:
  struct Setting;
  void add_rivals(const Setting& setting, const std::vector<std::size_t>& rivals, RivalGroup& group);
  bool add_unbound(const Setting& setting, const std::vector<std::size_t>& rivals);

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
  int least = 1, most = 1;  ///< the interval
};

struct RankedCell {
  const CellLabel* cell = nullptr;
  int learners = 1;            ///< in its setting
  std::vector<double> means;   ///< of the trials, one per quantity; NaN without values
  std::vector<bool> is_exact;  ///< whether each cannot vary
  std::vector<Rank> ranks;     ///< one per quantity
  OnFront front = OnFront::open;
};

/// The interval of learner j's rank, by what is shown.
Rank rank_of(const ShownLess& shown, std::size_t j);

/// Where learner j stands with respect to the front of all quantities.
OnFront front_of(const std::vector<ShownPairs>& shown, std::size_t j);

/// That one learner of a pair is shown to have less.
struct Decision {
  std::int64_t values = 0;  ///< of each learner
  double needed = 0;  ///< of so many or more it would survive a mode that 3 in `values` trials have and none showed:
                      ///< the winner's values then as large, and the loser's as small, as they can be
};

struct Ranking {
  std::vector<RankedCell> cells{};  ///< all of the study, ordered by cell; they point into it
  std::int64_t pairs = 0;           ///< of learners, in all settings and quantities
  OpenPairs open{};                 ///< of these
  std::vector<Decision> decisions{};
  Overall overall{};  ///< who is best
};

struct RankingOptions {
  std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};  ///< each less_is_better
  double alpha = 0.05;
  std::int64_t trials = 0;  ///< as of OpenPairs
};

/// If the number of trials was fixed, the probability that any rank lies outside its interval, that any "yes" or "no"
/// is wrong, or what is said of the best and of ties, is at most `alpha`. Throws StudyFileError as Results does.
Ranking rank_learners(const Results& study, const RankingOptions& options = {});

}  // namespace regretta
