#pragma once
/// Ranks of the learners of each setting with intervals, and who is on the front of two quantities (`regretta rank`).
///
/// Every pair of learners of a setting is tested, paired by trial, in both grades (statistics/evidence.hpp); all pairs,
/// settings and quantities are one family. With probability 1 - alpha no difference is claimed that is not there; then
/// every rank lies between one more than the number of learners that are shown to be better, and the number of those
/// that are not shown to be worse (Klein, Wright and Wieczorek, Journal of the Royal Statistical Society A 183, 2020),
/// and all statements about the front hold too.

#include <cstdint>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/comparison/contest.hpp"
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

/// Ranks and front, as far as shown in a grade.
struct Place {
  std::vector<Rank> ranks;  ///< one per quantity
  OnFront front = OnFront::open;
};

struct RankedCell {
  const CellLabel* cell = nullptr;
  int learners = 1;           ///< in its setting
  std::vector<double> means;  ///< of the trials, one per quantity; NaN without values
  Place seen, sure;
};

/// Who is shown to have less: shown[i][j] says how firmly it is shown that i has less than j.
using ShownLess = std::vector<std::vector<Grade>>;

/// Pairs of which nothing is shown, and how many of them would about be shown as seen by more trials, were their
/// differences as measured.
struct OpenPairs {
  std::int64_t trials = 0;  ///< of which the others are multiples
  std::int64_t pairs = 0, shown_by_4_times = 0, shown_by_16_times = 0;

  void add(double needed);  ///< a pair for which so many trials are needed
  void add(const OpenPairs& others);
};

/// What is shown of every pair of learners of each contest, which has those of one setting: contests x quantities.
/// `family`: of all such pairs that are tested. `open`: those of which nothing is shown are added.
std::vector<std::vector<ShownLess>> shown_less(const std::vector<Contest>& contests, const Family& family,
                                               OpenPairs* open = nullptr);

/// The interval of learner j's rank, by what is shown in this grade or better.
Rank rank_of(const ShownLess& shown, std::size_t j, Grade grade);

/// Where learner j stands with respect to the front of all quantities, one ShownLess each.
OnFront front_of(const std::vector<ShownLess>& shown, std::size_t j, Grade grade);

struct Ranking {
  std::vector<RankedCell> cells{};  ///< all of the study, ordered by cell; they point into it
  std::int64_t pairs = 0;           ///< of learners, in all settings and quantities
  OpenPairs open{};                 ///< of these
};

/// If the number of trials was fixed, the probability that any rank lies outside its interval, or that any "yes" or "no"
/// is wrong, is at most `alpha`; in the grade "seen", provided that trials too rare to have been seen do not overturn it.
/// Throws StudyFileError as Results does. Each of `quantities` is less_is_better. `trials`: as of OpenPairs.
Ranking rank_learners(const Results& study, const std::vector<Quantity>& quantities, double alpha, std::int64_t trials);

}  // namespace regretta
