#pragma once
/// Comparisons of learners under the same noise: every pair of learners of a setting, with the verdict that one of them
/// has less or that the two are tied (used by ranking.hpp, limits.hpp and stop rules), and every learner with a
/// baseline (`regretta compare`).

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"

namespace regretta {

/// Kind, name and swept parameters of the environment, and the horizon. Cells with equal keys have the same noise.
using SettingKey = std::tuple<std::string, std::string, std::vector<std::string>, std::int64_t>;
SettingKey setting_of(const Results& study, const CellLabel& cell);

/// The number of looks at which a stop rule may have ended a setting; 1 without a rule. If the lines of a family are
/// multiplied by this number, its claims hold at whichever look the rule stopped.
double number_of_looks(const Results& study);

struct ComparedCells {
  std::vector<TrialValues> values;             ///< quantities x cells x trials
  std::vector<std::vector<Interval>> reaches;  ///< quantities x cells
};

/// Reads the values of cells; for each quantity, those of the quantity whose mean estimates its mean (estimated_by).
ComparedCells compared_cells(const Results& study, const std::vector<const CellLabel*>& cells,
                             const std::vector<Quantity>& quantities);

/// Visits the cells of all groups, several consecutive groups at a time: as many as fit into `max_bytes`, but at least
/// one group, so that memory does not grow with the study. `first`: index of the first group that is visited.
void visit_compared_cells(const Results& study, const std::vector<std::vector<const CellLabel*>>& groups,
                          const std::vector<Quantity>& quantities,
                          const std::function<void(std::size_t first, const std::vector<ComparedCells>&)>& visit,
                          std::size_t max_bytes = std::size_t{1} << 26);  // 64 MiB

/// The cells of each setting, which have the same noise. Settings are in the order of their first cells.
std::vector<std::vector<const CellLabel*>> cells_by_setting(const Results& study);

/// Whether a trial of one of the cells of a setting can violate a constraint.
bool can_be_violated(const Results& study, const std::vector<const CellLabel*>& cells);

/// Entry [i][j]: whether learner i is shown to have less than learner j. Of char, because threads write the entries of
/// a row at the same time, and std::vector<bool> would keep several entries in a word.
using ShownLess = std::vector<std::vector<char>>;

/// The results for all pairs of learners in one quantity.
struct ShownPairs {
  ShownLess less;
  /// tie[a][b], b < a: whether the interval of a - b lies within 5% of the larger size_of_mean on both sides of 0.
  std::vector<std::vector<bool>> tie{};

  bool is_tie(std::size_t i, std::size_t j) const { return i != j && tie[std::max(i, j)][std::min(i, j)]; }
};

/// The size of a mean, relative to which ties and stop rules are defined: at least StopRule::least_size times the width
/// of the reach, because means near 0 could never be tied otherwise. 0 if neither the mean nor the width is known.
double size_of_mean(double mean, const Interval& reach);

/// Numbers of undecided pairs, for which neither a difference nor a tie is shown. Estimates how many of them more
/// trials would decide, if the true differences were the measured ones.
struct OpenPairs {
  std::int64_t trials = 0;  ///< present number of trials
  std::int64_t pairs = 0;
  std::int64_t decided_by_4x = 0;   ///< pairs that 4 times as many trials decide
  std::int64_t decided_by_16x = 0;  ///< pairs that 16 times as many trials decide

  void add(double needed);  ///< adds a pair that is decided by `needed` trials
  void add(const OpenPairs& added);
};

/// The results for every pair of learners, settings x quantities. Each element of `comparisons` has the cells of one
/// setting. `family`: the family of all tested pairs. Undecided pairs are added to `open` unless it is null.
std::vector<std::vector<ShownPairs>> shown_pairs(const std::vector<ComparedCells>& comparisons, const Family& family,
                                                 OpenPairs* open = nullptr);

/// Progress of a long table. Any thread may read it at any time.
struct LineProgress {
  std::atomic<bool> stop = false;       ///< set it to cancel
  std::atomic<std::int64_t> lines = 0;  ///< number of lines of the table; 0: not known yet
  std::atomic<std::int64_t> done = 0;   ///< number of finished lines
};

/// Calls work(k) for the lines k = 0, ..., lines - 1 of a table, from several threads, and counts the calls in
/// progress->done, unless `progress` is null. Throws Interrupted once progress->stop is set, and exceptions of `work`.
template <class Work>
void for_each_line(std::size_t lines, LineProgress* progress, const Work& work) {
  tbb::parallel_for(std::size_t{0}, lines, [&](std::size_t k) {
    if (progress != nullptr && progress->stop) throw Interrupted();
    work(k);
    if (progress != nullptr) ++progress->done;
  });
}

enum class Standing { better, worse, not_separated };
std::string_view standing_text(Standing standing);
Standing standing_of(const Evidence& difference);

struct ComparisonLine {
  const CellLabel* cell = nullptr;
  const CellLabel* baseline = nullptr;
  Quantity quantity = Quantity::violation;
  /// Cell minus baseline, in the quantity whose mean estimates that of `quantity` (estimated_by). Trials that failed in
  /// either cell are left out. All lines form one family, so that all intervals hold together.
  PairedDifference difference;
  double trials_to_show = 0;  ///< estimated number of trials that would show a difference of this size
};

struct ComparisonOptions {
  std::vector<Quantity> quantities = {Quantity::violation};  ///< each less_is_better
  double alpha = 0.05;  ///< maximum probability that any interval, and so any "better" or "worse", is wrong
  LineProgress* progress = nullptr;
};

/// One line for each cell other than the baselines and each quantity, ordered by cell, then as in `options`. The lines
/// point into `study`. `is_baseline` must select at most one cell per setting, else std::invalid_argument is
/// thrown; settings without a baseline have no lines. Throws StudyFileError as Results does, and Interrupted when
/// options.progress->stop is set.
std::vector<ComparisonLine> compare_learners(const Results& study,
                                             const std::function<bool(const CellLabel&)>& is_baseline,
                                             const ComparisonOptions& options = {});

}  // namespace regretta
