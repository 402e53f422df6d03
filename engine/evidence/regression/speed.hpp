#pragma once
/// Measured times beside older ones: two JSON files of Google Benchmark, such as `regretta bench --json` writes.

#include <string>
#include <string_view>
#include <vector>

namespace regretta {

/// The fewest repetitions of a benchmark that are compared: 9 against 9 can reach a one-sided p-value of 1 in 48,620.
inline constexpr std::size_t least_repetitions = 9;

struct MeasuredTimes {
  std::string name;           ///< with threads, where there are several: "conomd-fs/10/1/threads:2"
  std::vector<double> times;  ///< one per repetition: the counter `ns` where there is one, else `real_time`; > 0
};
struct MeasuredSpeed {
  std::string file;
  std::string host;                       ///< "" where it does not say
  std::vector<MeasuredTimes> benchmarks;  ///< by name
};

/// Throws StudyFileError if `file` cannot be read or is no such JSON, or a benchmark has reported an error.
MeasuredSpeed read_speed(const std::string& file);

enum class SpeedVerdict { slower, faster, not_separated };
std::string_view verdict_text(SpeedVerdict verdict);

struct SpeedLine {
  std::string name;
  double old_median = 0;
  double new_median = 0;
  double change = 0;  ///< new median / old median - 1: above 0 is slower
  /// The relative slowdown that would be found with probability 80% at level alpha / lines, by the normal
  /// approximation: rank tests need pi / 3 times the repetitions of Student's t where times are normal.
  double least_detectable = 0;
  double adjusted_slower = 1;  ///< one-sided p-values of the rank test (rank_sum.hpp); Holm's over all lines
  double adjusted_faster = 1;
  SpeedVerdict verdict = SpeedVerdict::not_separated;
};

struct SpeedOptions {
  double alpha = 0.05;  ///< a wrong "slower" anywhere has this probability at most, and a wrong "faster" likewise
  double margin = 0;    ///< >= 0: only what is slower, or faster, by more than this fraction is said to be
};

struct SpeedChanges {
  std::vector<SpeedLine> lines;       ///< by name
  std::vector<std::string> only_old;  ///< benchmarks that the other file lacks
  std::vector<std::string> only_new;
  bool other_host = false;
  bool alarm() const;  ///< something is slower
};

/// Throws std::invalid_argument if they have no benchmark in common, or one has fewer than least_repetitions.
///
/// What is tested is that the repetitions of both came from one distribution. Repetitions of one process share its
/// memory layout and the machine's mood, which two processes do not: a margin allows for it.
SpeedChanges compare_speed(const MeasuredSpeed& before, const MeasuredSpeed& now, const SpeedOptions& options = {});

}  // namespace regretta
