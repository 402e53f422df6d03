#pragma once
/// What is shown of every pair of learners of a setting: who has less, and which differ by little. Everything that
/// ranks learners reads it (ranking.hpp, overall.hpp, stop rules).

#include <algorithm>
#include <cstdint>
#include <vector>

#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"

namespace regretta {

/// Who is shown to have less: shown[i][j] says whether i is shown to have less than j.
using ShownLess = std::vector<std::vector<bool>>;

/// Of one quantity.
struct ShownPairs {
  ShownLess less;
  std::vector<std::vector<bool>>
      tie{};  ///< tie[a][b], b < a: the whole interval of a - b is within 5% of the larger size_of_mean

  bool is_tie(std::size_t i, std::size_t j) const { return i != j && tie[std::max(i, j)][std::min(i, j)]; }
};

/// The size of a mean, of which ties and stop rules take a share: at least StopRule::least_size of what a trial can
/// reach, as a mean near 0 would else tie with nothing. 0 if neither is known.
double size_of_mean(double mean, const Interval& reach);

/// Pairs of which nothing is shown, neither who has less nor a tie, and how many of them would about be shown
/// by more trials, were their differences as measured.
struct OpenPairs {
  std::int64_t trials = 0;  ///< of which the others are multiples
  std::int64_t pairs = 0, shown_by_4_times = 0, shown_by_16_times = 0;

  void add(double needed);  ///< a pair for which so many trials are needed
  void add(const OpenPairs& others);
};

/// What is shown of every pair of learners of each contest, which has those of one setting: contests x quantities.
/// `family`: of all such pairs that are tested. `open`: those of which nothing is shown are added.
std::vector<std::vector<ShownPairs>> shown_pairs(const std::vector<Contest>& contests, const Family& family,
                                                 OpenPairs* open = nullptr);

}  // namespace regretta
