#pragma once
/// Ranks of the learners of each setting with intervals, and who is on the front of two quantities (`regretta rank`).
///
/// Every pair of learners of a setting is tested, paired by trial, allowing for trials too rare to be seen
/// (statistics/bounded_mean.hpp), and Holm's procedure runs over all pairs, settings and quantities. With probability
/// 1 - alpha no difference is claimed that is not there; then every rank lies between one more than the number of
/// learners that are shown to be better, and the number of those that are not shown to be worse (Klein, Wright and
/// Wieczorek, Journal of the Royal Statistical Society A 183, 2020), and all statements about the front hold too.

#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

enum class OnFront {
  yes,      ///< every other learner is shown to have more of one of the quantities
  no,       ///< some learner is shown to have less of every quantity
  possible  ///< neither is shown
};
std::string_view front_text(OnFront front);  ///< "yes", "dominated", "possible"

/// The rank of a learner in its setting by its mean of one quantity: 1 has the least.
struct Rank {
  int least = 1, most = 1;  ///< the interval
  double mean = 0;          ///< of the trials; NaN without values
};

struct RankedCell {
  const CellLabel* cell = nullptr;
  int learners = 1;         ///< in its setting
  std::vector<Rank> ranks;  ///< one per quantity
  OnFront front = OnFront::possible;
};

/// Who is shown to have less: shown[i][j] says that i has less than j.
using ShownLess = std::vector<std::vector<bool>>;

/// Every pair of learners of a contest, tested in every quantity. A contest has the learners of one setting.
class Duels {
 public:
  /// Adds contests. They need not last: what the tests give is kept.
  void fight(const std::vector<Contest>& contests);
  /// What is shown of every pair, over all contests and quantities: contests x quantities.
  std::vector<std::vector<ShownLess>> shown(double alpha) const;

 private:
  struct Duel {
    std::size_t contest, quantity, a, b;  ///< a, b: indices in the contest
    double difference = 0;                ///< mean of a minus b
    double p_value = 1;
    void fight(const Contest& own);
  };
  std::vector<Duel> duels_;
  std::vector<std::pair<std::size_t, std::size_t>> sizes_;  ///< of the contests: quantities, learners
};

/// The interval of learner j's rank.
Rank rank_of(const ShownLess& shown, std::size_t j);

/// Where learner j stands with respect to the front of all quantities, one ShownLess each.
OnFront front_of(const std::vector<ShownLess>& shown, std::size_t j);

/// One entry per cell, ordered by cell. The probability that any rank lies outside its interval, or that any "on it" or
/// "dominated" is wrong, is at most `alpha`, if the number of trials was fixed. The cells point into `study`. Throws
/// StudyFileError as Results does. Each of `quantities` is less_is_better.
std::vector<RankedCell> rank_learners(const Results& study, const std::vector<Quantity>& quantities, double alpha);

}  // namespace regretta
