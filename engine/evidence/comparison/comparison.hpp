#pragma once
/// Compares learners with a baseline under the same noise, that is in the same environment setting at the same horizon
/// (`regretta compare`).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"

namespace regretta {

/// How far a long table is. Any thread may read it at any time.
struct LineProgress {
  std::atomic<bool> stop = false;       ///< set it to give up
  std::atomic<std::int64_t> lines = 0;  ///< of the table; 0: not known yet
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

/// What is shown of a difference in a quantity of which less is better.
enum class Standing { better, worse, not_separated };
std::string_view standing_text(Standing standing);
Standing standing_of(const Evidence& difference);

struct ComparisonLine {
  const CellLabel* cell = nullptr;
  const CellLabel* baseline = nullptr;
  Quantity quantity = Quantity::violation;
  /// Cell minus baseline, of the quantity that estimates this one's mean; trials that failed in either are left out.
  /// In the family of all lines: all intervals hold together.
  PairedDifference difference;
  double trials_to_show = 0;  ///< about how many it would take, were the difference as measured
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
