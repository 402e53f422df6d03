#pragma once
/// Baselines: the results of a study as a text file that is small enough to commit. It has one line per value, so that
/// `git diff` shows which values have changed. Used by `regretta baseline` and `regretta compare`.
///
/// The format is JSON: version and hash of the engine, resolved study and digest; for each cell its digest, the hashes
/// of its plugins, a hash of each trial and of each quantity, and the values of some quantities in trial order, as
/// decimals that read back to the same double. Hashes allow a bitwise comparison of all quantities and curves, and
/// values allow paired tests. The size is about 30 bytes per trial and quantity: 20 cells of 64 trials and two
/// quantities take 90 kB. The last line is a checksum of everything before it: a baseline is regenerated, not edited.

#include <string>

#include "regretta/engine/evidence/regression/record.hpp"

namespace regretta {

/// Version of the format. Files of any other version are refused.
inline constexpr int baseline_format = 2;

/// The number of trials, from the first, that a baseline keeps of each cell by default.
inline constexpr std::int64_t usual_baseline_trials = 256;

/// The largest number of values (cells x quantities x trials) in a baseline: about 4 MB.
inline constexpr std::int64_t max_baseline_values = 200'000;

/// The text of a baseline. Throws std::invalid_argument if `record` has more than max_baseline_values, or if trials are
/// missing.
std::string baseline_text(const RecordedStudy& record);

/// Whether `file` starts like a baseline. Throws StudyFileError if it cannot be read.
bool is_baseline(const std::string& file);

/// Reads a baseline. Throws StudyFileError if `file` is not one, or has changed since it was written.
RecordedStudy read_baseline(const std::string& file);

/// Reads a study file or a baseline. `requested`: quantities that the record must have; if empty, it has the quantities
/// of the baseline, or for a study file the default ones (RecordOptions). Throws std::invalid_argument if a baseline
/// lacks a requested quantity, and StudyFileError as read_baseline and Results do.
RecordedStudy read_record(const std::string& file, const std::vector<std::string>& requested = {});

}  // namespace regretta
