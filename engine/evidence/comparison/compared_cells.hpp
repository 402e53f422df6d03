#pragma once
/// The cells that are held against each other, with their trials; and what is shown of every pair of learners of a
/// setting: who has less, and which differ by little. Everything that ranks learners reads it (ranking.hpp, limits.hpp,
/// stop rules).

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

/// Cells with equal keys have the same noise: kind, name and swept parameters of the environment, horizon.
using SettingKey = std::tuple<std::string, std::string, std::vector<std::string>, std::int64_t>;
SettingKey setting_of(const Results& study, const CellLabel& cell);

/// At how many numbers of trials a stop rule may have ended a setting; 1 without a rule. Claims of a family with so
/// many times the lines hold wherever it did.
double looks_of(const Results& study);

struct ComparedCells {
  std::vector<TrialValues> values;             ///< quantities x cells x trials
  std::vector<std::vector<Interval>> reaches;  ///< quantities x cells
};

/// Reads them; instead of each quantity the one whose mean estimates its mean (results.hpp).
ComparedCells compared_cells(const Results& study, const std::vector<const CellLabel*>& cells,
                             const std::vector<Quantity>& quantities);

/// Visits the comparisons of all groups, a few consecutive ones at a time, with the index of the first of them: as many
/// as take `most_bytes`, or one. So memory grows with what is compared at one time, not with the study.
void visit_compared_cells(const Results& study, const std::vector<std::vector<const CellLabel*>>& groups,
                          const std::vector<Quantity>& quantities,
                          const std::function<void(std::size_t first, const std::vector<ComparedCells>&)>& visit,
                          std::size_t most_bytes = std::size_t{1} << 26);

/// The cells that have the same noise; settings are in the order of their first cells.
std::vector<std::vector<const CellLabel*>> cells_by_setting(const Results& study);

/// Whether a trial of one of the cells, which are of one setting, can violate a constraint.
bool can_be_violated(const Results& study, const std::vector<const CellLabel*>& cells);

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
  void add(const OpenPairs& added);
};

/// What is shown of every pair of learners of each contest, which has those of one setting: comparisons x quantities.
/// `family`: of all such pairs that are tested. `open`: those of which nothing is shown are added.
std::vector<std::vector<ShownPairs>> shown_pairs(const std::vector<ComparedCells>& comparisons, const Family& family,
                                                 OpenPairs* open = nullptr);

}  // namespace regretta
