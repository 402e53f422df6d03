#pragma once
/// Compares a study with an older study, cell by cell: bit by bit where equal bits are promised; elsewhere, and where a
/// plugin has changed, it tests whether any mean has changed. Used by `regretta compare OLD NEW`.

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
  bool paired = false;          ///< whether the old and the new value of a trial have the same noise
  bool same_values = false;     ///< paired: every new value equals the old one; unpaired: all values are equal
  std::int64_t old_trials = 0;  ///< old trials with a value
  std::int64_t new_trials = 0;
  double old_mean = not_a_number;
  double new_mean = not_a_number;
  Evidence difference{};
  /// The difference that would be detected with probability 80%, by Student's approximation: t(1 - alpha / 2) + t(0.8)
  /// standard errors, with the alpha of a single line. NaN if the values have no spread.
  double least_detectable = not_a_number;
};

/// The change between old and new values with the same noise: value k of both lists belongs to trial k. One list may be
/// longer; trials with NaN in either list are left out.
Change paired_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                     const Family& family = {});

/// The change between independent old and new values; NaN is left out.
Change independent_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                          const Family& family = {});

enum class ChangeVerdict { same_values, not_separated, changed };
std::string_view verdict_text(ChangeVerdict verdict);  ///< "changed", ...

struct ChangesOptions {
  std::vector<std::string> quantities{};  ///< quantities to test; empty: those recorded for the old study
  double alpha = 0.05;                    ///< maximum probability of any false alarm if nothing has changed
  bool exact = false;  ///< whether all bits of all trials must agree, even where this is not promised
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
  std::optional<std::string> why_bits_differ{};  ///< why bits may differ; empty if they must agree
  DifferentBits bits{};                          ///< differences in the cells without a changed plugin
  /// The plugins that have changed, such as "learner mine"; none if `why_bits_differ` has a value, or with
  /// `exact`.
  std::set<std::string> plugins{};
  DifferentBits bits_of_changed{};  ///< differences in the cells with a changed plugin, which need not agree
  std::string unmatched{};          ///< with `exact`: a cell or trials that only one of the studies has; else ""
  std::string note{};               ///< a caveat about differences, or ""
  bool paired = false;              ///< whether the seed, and so the noise, is the same: trials are tested in pairs
  /// Lines for all cells; if bits are promised and those of cells without changed plugins agree, only for cells with
  /// changed plugins. Ordered by old cell, then quantity as in the options, then "failed" if any trial failed.
  std::vector<ChangeLine> lines{};
  std::int64_t repeated = 0;  ///< matched cells without lines, because earlier cells have the same trials

  bool bits_differ() const { return !why_bits_differ && (bits.trials > 0 || !unmatched.empty()); }
  /// Whether any change is significant, or bits differ where they must agree.
  bool alarm() const;
};

/// Compares two recorded studies. Throws std::invalid_argument if they have no cell in common, or if a quantity was not
/// recorded.
Changes compare_studies(RecordedStudy before, RecordedStudy now, const ChangesOptions& options = {});

/// Compares two files, each a study file or a baseline. Throws as compare_studies and read_record.
Changes compare_files(const std::string& before, const std::string& now, const ChangesOptions& options = {});

}  // namespace regretta
