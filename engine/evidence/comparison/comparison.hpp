#pragma once
/// Compares learners with a baseline under the same noise, that is in the same environment setting at the same horizon
/// (`regretta compare`).

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/table_lines.hpp"
#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {

/// What is shown, and how firmly: outright, or "unless rare", which trials too rare to have been seen could overturn.
enum class Standing { better, better_unless_rare, worse, worse_unless_rare, not_separated };
std::string_view standing_text(Standing standing);
constexpr bool is_unless_rare(Standing standing) {
  return standing == Standing::better_unless_rare || standing == Standing::worse_unless_rare;
}

/// What is shown of a difference in a quantity of which less is better.
Standing standing_of(const Claim& difference);

struct ComparisonLine {
  const CellLabel* cell = nullptr;
  const CellLabel* baseline = nullptr;
  Quantity quantity = Quantity::violation;
  /// Cell minus baseline, of the quantity that estimates this one's mean; trials that failed in either are left out.
  /// In the family of all lines: all intervals hold together.
  PairedDifference difference;
  // About how many trials it would take, were the difference as measured:
  double trials_to_see = 0, trials_to_settle = 0;  ///< to show it as seen, and outright
};

struct ComparisonOptions {
  std::vector<Quantity> quantities = {Quantity::violation};  ///< each less_is_better
  /// Maximum probability that any interval, and so any "better" or "worse", is wrong; for "unless rare", provided that
  /// trials too rare to have been seen do not overturn it.
  double alpha = 0.05;
  LineProgress* progress = nullptr;
};

/// One line for each cell other than the baselines and each quantity, ordered by cell, then quantity as given. The
/// lines point into `study`. `is_baseline` must select at most one cell per setting, else std::invalid_argument is
/// thrown; settings without a baseline have no lines. Throws StudyFileError as Results does, and Interrupted when
/// options.progress->stop is set.
std::vector<ComparisonLine> compare_learners(const Results& study,
                                             const std::function<bool(const CellLabel&)>& is_baseline,
                                             const ComparisonOptions& options = {});

/// A learner against the baseline over all settings, in one quantity.
struct RivalLine {
  LearnerLabel learner;
  const CellLabel* first = nullptr;  ///< the learner's first cell
  Quantity quantity = Quantity::violation;
  /// Numbers of settings; of those that are better or worse, how many are so outright.
  std::int64_t better = 0, better_outright = 0, worse = 0, worse_outright = 0, open = 0;
  double difference = not_a_number;       ///< mean over settings of the mean difference
  const ComparisonLine* worst = nullptr;  ///< where the difference is largest; null if there is none
};

/// One line for each learner and quantity, ordered by first cell. `grade`: what counts as better or worse. They point
/// into `lines`.
std::vector<RivalLine> rival_lines(const Results& study, const std::vector<ComparisonLine>& lines, Grade grade);

}  // namespace regretta
