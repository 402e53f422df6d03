#pragma once
/// Compares a study with an older one, cell by cell: bit by bit where equal bits are promised, otherwise, and where a
/// plugin has changed, by testing whether any mean has changed. Used by `regretta compare OLD NEW`.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/regression/record.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// The estimated change of a mean, new minus old.
struct Change {
  bool paired = false;
  bool same_values = false;     ///< paired: every new value equals the old one; unpaired: all values are equal
  std::int64_t old_trials = 0;  ///< old trials with a value
  std::int64_t new_trials = 0;
  double old_mean = not_a_number;
  double new_mean = not_a_number;
  Evidence difference{};
  /// The difference that would be detected with probability 80%. Student's approximation: (t of 1 - alpha / 2 + t of
  /// 0.8) standard errors, alpha being that of one line. NaN if the values have no spread.
  double least_detectable = not_a_number;
};

/// Old and new values with the same noise: value k of both belongs to trial k. One list may be longer; a trial with a
/// NaN on either side is left out.
Change paired_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                     const Family& family = {});

/// Independent old and new values; NaN is left out.
Change independent_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                          const Family& family = {});

enum class ChangeVerdict { same_values, not_separated, changed };
std::string_view verdict_text(ChangeVerdict verdict);  ///< "changed", ...

struct ChangesOptions {
  std::vector<std::string> quantities{};  ///< empty: those recorded for the old study
  double alpha = 0.05;                    ///< maximum probability of any false alarm if nothing has changed
  bool exact = false;  ///< all bits of all trials must agree, even if study and version do not promise it
};

struct ChangeLine {
  const RecordedCell* before = nullptr;
  const RecordedCell* now = nullptr;
  std::string metric{};  ///< name of a quantity, or "failed": 1 where a trial failed
  Change change{};
  ChangeVerdict verdict = ChangeVerdict::not_separated;
};

/// The result of a comparison. Move it, never copy it: lines and cells point into the two records.
struct Changes {
  RecordedStudy before{};
  RecordedStudy now{};
  MatchedCells cells{};
  std::optional<std::string> unpromised{};  ///< why bits may differ; empty if they must agree
  DifferentBits bits{};                     ///< differences in the cells without a changed plugin
  /// The plugins that have changed, such as "learner mine"; none if `unpromised`, or with `exact`.
  std::set<std::string> plugins{};
  DifferentBits bits_of_changed{};  ///< differences in the cells with a changed plugin, which need not agree
  std::string lacking{};            ///< with `exact`: cells or trials that only one of the studies has; else ""
  std::string note{};               ///< a caveat about differences, or ""
  bool paired = false;              ///< same seed, hence the same noise: tested trial by trial
  /// Ordered by old cell, then quantity as given, then "failed" if any trial failed. Of the cells with changed plugins,
  /// if all other bits are promised and agree; else of all.
  std::vector<ChangeLine> lines{};
  std::int64_t repeated = 0;  ///< matched cells without lines, because earlier cells have the same trials

  bool bits_differ() const { return !unpromised && (bits.trials > 0 || !lacking.empty()); }
  /// A significant change, or different bits where they must agree.
  bool alarm() const;
};

/// Throws std::invalid_argument if the studies have no cell in common, or if a quantity was not recorded.
Changes compare_studies(RecordedStudy before, RecordedStudy now, const ChangesOptions& options = {});

/// The same for two files, each a study file or a baseline. Also throws StudyFileError.
Changes compare_files(const std::string& before, const std::string& now, const ChangesOptions& options = {});

}  // namespace regretta
