#pragma once
/// Shows progress on standard error: a bar that is redrawn on a terminal, otherwise a plain line now and then; nothing
/// for what is done before the first. Used by `run` and `compare`.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/tools/terminal/stop_signals.hpp"

namespace regretta {

/// One line about a run that has taken `seconds`: how much of the study is done, earlier runs included, time left,
/// trials, rate. What does not fit into `width` characters is left out, the last first; a bar is drawn if there is
/// room.
std::string progress_line(const RunProgress& progress, double seconds, std::size_t width);
/// The same about the lines of a table.
std::string progress_line(const LineProgress& progress, double seconds, std::size_t width);

class ProgressDisplay {
 public:
  /// `progress`: any for which there is a progress_line.
  template <class Progress>
  explicit ProgressDisplay(const Progress& progress)
      : ProgressDisplay(
            Line([&progress](double seconds, std::size_t width) { return progress_line(progress, seconds, width); })) {}
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;
  ~ProgressDisplay();  ///< clears the bar

 private:
  using Clock = std::chrono::steady_clock;
  using Line = std::function<std::string(double seconds, std::size_t width)>;
  explicit ProgressDisplay(Line line);
  void draw_until_closed();
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  const Line line_;
  const bool is_terminal_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable closing_;
  bool closed_ = false;
  std::thread thread_;
};

/// For a command that tests the lines of a table: shows its progress, and a signal stops it.
class WatchedLines {
 public:
  WatchedLines();
  LineProgress progress{};

 private:
  StopSignals signals_{progress.stop};
  std::optional<ProgressDisplay> display_{};  ///< if there is a thread for it
};

}  // namespace regretta
