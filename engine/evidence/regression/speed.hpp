#pragma once
/// Compares measured times with older ones: two JSON files in the format of Google Benchmark, as written by
/// `regretta bench --format json`.

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace regretta {

/// The minimum number of repetitions: 9 against 9 can reach a one-sided p-value of 1 in 48,620.
inline constexpr std::size_t least_repetitions = 9;

struct MeasuredSpeed {
  std::string file;
  std::string host{};  ///< "" if the file does not name it
  /// By benchmark, with the number of threads if several ("conomd-fs/10/1/threads:2"); one per repetition: the counter
  /// `ns` if there is one, else `real_time`; > 0.
  std::map<std::string, std::vector<double>> times{};
};

/// Throws StudyFileError if `file` cannot be read or is not such JSON, or if a benchmark reported an error.
MeasuredSpeed read_speed(const std::string& file);

enum class SpeedVerdict { slower, faster, not_separated };
std::string_view verdict_text(SpeedVerdict verdict);

struct SpeedLine {
  std::string name;
  double old_median = 0;
  double new_median = 0;
  double change = 0;  ///< new median / old median - 1: above 0 is slower
  /// The relative slowdown that would be detected with probability 80% at level alpha / lines, by the normal
  /// approximation: for normal times, rank tests need pi / 3 times the repetitions of Student's t.
  double least_detectable = 0;
  double adjusted_slower = 1;  ///< one-sided p-values of the rank test, adjusted by Holm's procedure over all lines
  double adjusted_faster = 1;
  SpeedVerdict verdict = SpeedVerdict::not_separated;
};

struct SpeedOptions {
  double alpha = 0.05;  ///< maximum probability of any wrong "slower", and of any wrong "faster"
  double margin = 0;    ///< >= 0: changes up to this fraction do not count as slower or faster
};

struct SpeedChanges {
  std::vector<SpeedLine> lines;       ///< sorted by name
  std::vector<std::string> only_old;  ///< benchmarks that only the old file has
  std::vector<std::string> only_new;
  bool other_host = false;
  bool alarm() const;  ///< something is slower
};

/// Throws std::invalid_argument if the files have no benchmark in common, or if a common one has fewer repetitions than
/// least_repetitions.
///
/// The hypothesis tested is that all repetitions come from the same distribution. Repetitions in the same process share
/// its memory layout and the state of the machine, those in different processes do not; a margin allows for that.
SpeedChanges compare_speed(const MeasuredSpeed& before, const MeasuredSpeed& now, const SpeedOptions& options = {});

}  // namespace regretta
