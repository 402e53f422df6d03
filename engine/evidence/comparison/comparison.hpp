#pragma once
/// Compares learners with a baseline under the same noise, that is in the same environment setting at the same horizon
/// (`regretta compare`).

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

/// Cells with equal keys have the same noise: kind, name and swept parameters of the environment, horizon.
using SettingKey = std::tuple<std::string, std::string, std::vector<std::string>, std::int64_t>;
SettingKey setting_of(const StudyReader& study, const CellLabel& cell);

struct ComparisonLine {
  const CellLabel* cell = nullptr;
  const CellLabel* baseline = nullptr;
  Quantity quantity = Quantity::violation;
  PairedDifference difference;  ///< cell minus baseline; trials that failed in either are left out
  double adjusted_p_value = 1;  ///< by Holm's procedure over all lines
  Standing standing = Standing::not_separated;
};

struct ComparisonOptions {
  std::vector<Quantity> quantities = {Quantity::violation};  ///< each less_is_better
  double alpha = 0.05;  ///< maximum probability of any wrong "better" or "worse"; each interval has level 1 - alpha
  /// p-values below it are not resolved. Empty: alpha / number of lines, which the verdicts need. If only intervals are
  /// needed, alpha is faster, but then the verdicts are not valid.
  std::optional<double> least_p{};
};

/// One line for each cell other than the baselines and each quantity, ordered by cell, then quantity as given. The
/// lines point into `study`. `is_baseline` must select at most one cell per setting, else std::invalid_argument is
/// thrown; settings without a baseline have no lines. Throws StudyFileError as StudyReader does.
std::vector<ComparisonLine> compare_learners(const StudyReader& study,
                                             const std::function<bool(const CellLabel&)>& is_baseline,
                                             const ComparisonOptions& options = {});

}  // namespace regretta
