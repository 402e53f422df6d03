#pragma once
/// Compares learners with a baseline under the same noise, that is in the same environment setting at the same horizon
/// (`regretta compare`).

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/table_lines.hpp"

namespace regretta {

/// Whether a difference is shown outright, or only if no trials too rare to be seen decide it.
enum class Standing { better, better_unless_rare, worse, worse_unless_rare, not_separated };
std::string_view standing_text(Standing standing);
constexpr bool is_unless_rare(Standing standing) {
  return standing == Standing::better_unless_rare || standing == Standing::worse_unless_rare;
}

/// What one of a family of tests shows.
struct JudgedDifference {
  double adjusted_p_value = 1;     ///< by Holm's procedure over the family
  double adjusted_outright_p = 1;  ///< the same of outright_p
  Standing standing = Standing::not_separated;
};

/// In the order given. The probability of any wrong "better" or "worse" is `alpha` at most, and so is that of any wrong
/// one of those "unless rare", provided that no trials too rare to be seen decide it.
std::vector<JudgedDifference> judge_differences(const std::vector<PairedDifference>& family, double alpha);

struct ComparisonLine {
  const CellLabel* cell = nullptr;
  const CellLabel* baseline = nullptr;
  Quantity quantity = Quantity::violation;
  /// Cell minus baseline, of the quantity that estimates this one's mean; trials that failed in either are left out.
  PairedDifference difference;
  JudgedDifference judged{};    ///< in the family of all lines
  double rarest_seen = 0;       ///< trials rarer than 1 in this many may have gone unseen in some line
  double trials_to_settle = 0;  ///< about how many trials "outright" would take, were the difference as measured
};

struct ComparisonOptions {
  std::vector<Quantity> quantities = {Quantity::violation};  ///< each less_is_better
  /// Maximum probability of any wrong "better" or "worse", and of any wrong one of those "unless rare" if no trials are
  /// rarer than 1 in rarest_seen; each interval has level 1 - alpha.
  double alpha = 0.05;
  /// p-values below it are not resolved. Empty: alpha / number of lines, which the verdicts need. If only intervals are
  /// needed, alpha is faster, but then the verdicts are not valid.
  std::optional<double> least_p{};
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
