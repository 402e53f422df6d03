#pragma once
/// The cells that are compared with each other, with their trials; the result for every pair of learners of a setting:
/// which has less, and which pairs are ties (used by ranking.hpp, limits.hpp and stop rules); and learners compared
/// with a baseline under the same noise (`regretta compare`).

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
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"

namespace regretta {

/// Cells with equal keys have the same noise: kind, name and swept parameters of the environment, horizon.
using SettingKey = std::tuple<std::string, std::string, std::vector<std::string>, std::int64_t>;
SettingKey setting_of(const Results& study, const CellLabel& cell);

/// The number of looks at which a stop rule may have ended a setting; 1 without a rule. Claims of a family with that
/// many times the lines hold at whichever look the rule stopped.
double looks_of(const Results& study);

struct ComparedCells {
  std::vector<TrialValues> values;             ///< quantities x cells x trials
  std::vector<std::vector<Interval>> reaches;  ///< quantities x cells
};

/// Reads the values of cells; instead of each quantity, the one whose mean estimates its mean (results.hpp).
ComparedCells compared_cells(const Results& study, const std::vector<const CellLabel*>& cells,
                             const std::vector<Quantity>& quantities);

/// Visits the cells of all groups, a few consecutive groups at a time, with the index of the first of them: as many as
/// take `most_bytes`, or one, so that memory does not grow with the study.
void visit_compared_cells(const Results& study, const std::vector<std::vector<const CellLabel*>>& groups,
                          const std::vector<Quantity>& quantities,
                          const std::function<void(std::size_t first, const std::vector<ComparedCells>&)>& visit,
                          std::size_t most_bytes = std::size_t{1} << 26);

/// The cells that have the same noise; settings are in the order of their first cells.
std::vector<std::vector<const CellLabel*>> cells_by_setting(const Results& study);

/// Whether a trial of one of the cells of a setting can violate a constraint.
bool can_be_violated(const Results& study, const std::vector<const CellLabel*>& cells);

/// shown[i][j]: whether learner i is shown to have less than learner j.
using ShownLess = std::vector<std::vector<bool>>;

/// The results for all pairs of learners in one quantity.
struct ShownPairs {
  ShownLess less;
  std::vector<std::vector<bool>>
      tie{};  ///< tie[a][b], b < a: the whole interval of a - b is within 5% of the larger size_of_mean

  bool is_tie(std::size_t i, std::size_t j) const { return i != j && tie[std::max(i, j)][std::min(i, j)]; }
};

/// The size of a mean, of which ties and stop rules take a share: at least StopRule::least_size of the width of the
/// reach, because a mean near 0 could never be a tie otherwise. 0 if neither is known.
double size_of_mean(double mean, const Interval& reach);

/// Undecided pairs, for which neither a difference nor a tie is shown, and the estimated number of them that more
/// trials would decide if their true differences were as measured.
struct OpenPairs {
  std::int64_t trials = 0;  ///< present number of trials
  std::int64_t pairs = 0, shown_by_4_times = 0, shown_by_16_times = 0;

  void add(double needed);  ///< adds a pair that needs so many trials
  void add(const OpenPairs& added);
};

/// The results for every pair of learners, settings x quantities. Each element of `comparisons` has the cells of one
/// setting. `family`: the family of all tested pairs. `open`: undecided pairs are added to it.
std::vector<std::vector<ShownPairs>> shown_pairs(const std::vector<ComparedCells>& comparisons, const Family& family,
                                                 OpenPairs* open = nullptr);

/// Progress of a long table. Any thread may read it at any time.
struct LineProgress {
  std::atomic<bool> stop = false;       ///< set it to cancel
  std::atomic<std::int64_t> lines = 0;  ///< lines of the table; 0: not known yet
  std::atomic<std::int64_t> done = 0;
};

/// Calls work(0), ..., work(lines - 1) from several threads, for some lines of a table. Throws Interrupted once
/// progress->stop is set, and what `work` throws. `progress` may be null; the caller sets its number of lines.
template <class Work>
void for_some_lines(std::size_t lines, LineProgress* progress, const Work& work) {
  tbb::parallel_for(std::size_t{0}, lines, [&](std::size_t k) {
    if (progress != nullptr && progress->stop) throw Interrupted();
    work(k);
    if (progress != nullptr) ++progress->done;
  });
}

/// The result of a comparison in a quantity of which less is better.
enum class Standing { better, worse, not_separated };
std::string_view standing_text(Standing standing);
Standing standing_of(const Evidence& difference);

struct ComparisonLine {
  const CellLabel* cell = nullptr;
  const CellLabel* baseline = nullptr;
  Quantity quantity = Quantity::violation;
  /// Cell minus baseline, of the quantity that estimates this one's mean; trials that failed in either are left out.
  /// All lines form one family, so that all intervals hold together.
  PairedDifference difference;
  double trials_to_show = 0;  ///< estimated trials to show the difference if it is as measured
};

struct ComparisonOptions {
  std::vector<Quantity> quantities = {Quantity::violation};  ///< each less_is_better
  double alpha = 0.05;  ///< maximum probability that any interval, and so any "better" or "worse", is wrong
  LineProgress* progress = nullptr;
};

/// One line for each cell other than the baselines and each quantity, ordered by cell, then quantity as given. The
/// lines point into `study`. `is_baseline` must select at most one cell per setting, else std::invalid_argument is
/// thrown; settings without a baseline have no lines. Throws StudyFileError as Results does, and Interrupted when
/// options.progress->stop is set.
std::vector<ComparisonLine> compare_learners(const Results& study,
                                             const std::function<bool(const CellLabel&)>& is_baseline,
                                             const ComparisonOptions& options = {});

}  // namespace regretta
