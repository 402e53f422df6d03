#pragma once
/// Ranks of the learners of each setting with intervals, and who is on the front of two quantities (`regretta rank`).
///
/// Every pair of learners of a setting is tested, paired by trial (statistics/evidence.hpp); all pairs,
/// settings and quantities are one family. With probability 1 - alpha no difference is claimed that is not there; then
/// every rank lies between one more than the number of learners that are shown to be better, and the number of those
/// that are not shown to be worse (Klein, Wright and Wieczorek, Journal of the Royal Statistical Society A 183, 2020),
/// and all statements about the front hold too.

#include <cstdint>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/comparison/overall.hpp"
#include "regretta/engine/evidence/comparison/shown_pairs.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

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
