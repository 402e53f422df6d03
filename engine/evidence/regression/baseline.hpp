#pragma once
/// Baselines: what a study came to, as a text file small enough to commit and with one line per block of trials, so
/// that `git diff` shows which moved.
///
/// JSON: who computed what (version, resolved study, digest), and for each cell its digest, a hash of each trial and of
/// each quantity, and in order of trials the values of some quantities, as decimals that read back to the same double.
/// So bits are compared with those of every quantity and curve, and paired tests have their pairs. About 30 bytes per
/// trial and quantity: 20 cells of 64 trials and two quantities take 70 kB. The last line is a checksum of all before
/// it: a baseline is refreshed, not edited.

#include <string>

#include "regretta/engine/evidence/regression/record.hpp"

namespace regretta {

/// Layout of the file. Another number: another program wrote it.
inline constexpr int baseline_format = 1;

/// The first trials of each cell that a baseline keeps, unless told otherwise.
inline constexpr std::int64_t usual_baseline_trials = 256;

/// The most values (cells x quantities x trials) that one may hold: about 4 MB.
inline constexpr std::int64_t max_baseline_values = 200'000;

/// Throws std::invalid_argument if `record` has more values than that, or trials are missing.
std::string baseline_text(const RecordedStudy& record);

/// Whether a file begins as a baseline does, and a study file does not. Throws StudyFileError if it cannot be read.
bool is_baseline(const std::string& file);

/// Throws StudyFileError if `file` is no baseline, or has changed since it was written.
RecordedStudy read_baseline(const std::string& file);

/// A study file or a baseline, whichever `file` is, with these quantities at least; none asked for: those that the
/// baseline has, or the usual ones. Throws std::invalid_argument where the baseline lacks one.
RecordedStudy read_record(const std::string& file, const std::vector<Quantity>& asked = {});

}  // namespace regretta
