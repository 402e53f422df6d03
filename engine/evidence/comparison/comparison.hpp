#pragma once
/// Learners beside a baseline, where both met the same noise: in one setting of an environment, at one horizon.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

enum class Standing { better, worse, not_separated };
std::string_view standing_text(Standing standing);

/// Whether less of a quantity is better, so that learners can be compared by it.
bool less_is_better(Quantity quantity);

/// What learners must share to meet the same noise: kind, name and settings of the environment, horizon.
using SettingKey = std::tuple<std::string, std::string, std::string, std::int64_t>;
SettingKey setting_of(const StudyReader& study, const CellLabel& cell);

struct ComparisonLine {
  const CellLabel* cell = nullptr;
  const CellLabel* baseline = nullptr;
  Quantity quantity = Quantity::violation;
  PairedDifference difference;  ///< of the cell less the baseline; trials that failed in either are left out
  double adjusted_p_value = 1;  ///< Holm's, over all lines
  Standing standing = Standing::not_separated;
};

struct ComparisonOptions {
  std::vector<Quantity> quantities = {Quantity::violation};  ///< each less_is_better
  double alpha =
      0.05;  ///< a wrong "better" or "worse" anywhere has this probability at most; intervals: 1 - alpha each
  /// p-values below it need not be told apart; empty: what the verdicts of that many lines need. Who wants intervals
  /// only is sooner done with alpha, and must not read the verdicts.
  std::optional<double> least_p{};
};

/// Every cell but the baselines, cells in order, within each the quantities in the order given; the lines point into
/// `study`. `is_baseline` must single out at most one cell of each setting, else std::invalid_argument; settings
/// without one have no lines. Throws StudyFileError as StudyReader does.
std::vector<ComparisonLine> compare_learners(const StudyReader& study,
                                             const std::function<bool(const CellLabel&)>& is_baseline,
                                             const ComparisonOptions& options = {});

}  // namespace regretta
