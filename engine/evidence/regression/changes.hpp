#pragma once
/// A study beside an older one, cell by cell: the same bits where that is promised; else, has any mean changed?

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/regression/record.hpp"
#include "regretta/engine/evidence/statistics/change.hpp"

namespace regretta {

enum class ChangeVerdict { same_values, not_separated, changed, within_margin, beyond_margin, undecided, too_few };
std::string_view verdict_text(ChangeVerdict verdict);

struct ChangesOptions {
  std::vector<Quantity> quantities{};  ///< empty: those that the old study has recorded
  double alpha = 0.05;                 ///< an alarm anywhere has this probability at most, where nothing has changed
  /// >= 0, a fraction of each old mean. Given: a change within it is none; also claimed is where all changes are within
  /// it, wrongly anywhere with probability alpha at most.
  std::optional<double> margin{};
  bool exact = false;  ///< bits must be the same, in all trials, whatever study and version promise
};

struct ChangeLine {
  const RecordedCell* before = nullptr;
  const RecordedCell* now = nullptr;
  std::string metric{};  ///< name of a quantity, or "failed": 1 where a trial failed
  Change change{};
  double adjusted_p_value = 1;   ///< Holm's over all lines: of a difference, or of one beyond the margin
  double adjusted_p_within = 1;  ///< Holm's over all lines
  ChangeVerdict verdict = ChangeVerdict::not_separated;
};

/// To be moved, never copied: lines and cells point into the two records.
struct Changes {
  RecordedStudy before{};
  RecordedStudy now{};
  MatchedCells cells{};
  std::optional<std::string> unpromised{};  ///< why bits may differ; empty: they must be the same
  DifferentBits bits{};
  std::string lacking{};  ///< exact: what of the old study the new one lacks, or has more; else ""
  std::string note{};     ///< what else to know before a difference is believed; "" for nothing
  bool paired = false;    ///< same seed, hence same noise: tested trial by trial
  /// Cells in old order, quantities in the order given, then "failed" where any trial has. None where bits are
  /// promised and are the same.
  std::vector<ChangeLine> lines{};
  double first_level = 1;  ///< alpha / lines: at which the clearest change is tested; also of least_detectable

  bool bits_differ() const { return !unpromised && (bits.trials > 0 || !lacking.empty()); }
  /// A significant change (with a margin: beyond it), or other bits where they must be the same.
  bool alarm() const;
};

/// Throws std::invalid_argument if no cell of one is in the other, or a quantity was not recorded.
Changes compare_studies(RecordedStudy before, RecordedStudy now, const ChangesOptions& options = {});

/// The same of two files, each a study file or a baseline. Throws StudyFileError besides.
Changes compare_files(const std::string& before, const std::string& now, const ChangesOptions& options = {});

}  // namespace regretta
