#pragma once
/// Progress on standard error: a bar that is redrawn on a terminal, otherwise a line every ten seconds. Used by `run`,
/// `compare` and `report`.

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

/// A line about a run after `seconds`: the share of the study that is done (including earlier runs), time left, trials,
/// and rate. Parts that do not fit into `width` characters are left out, the last first; a bar is drawn if there is
/// room.
std::string progress_line(const RunProgress& progress, double seconds, std::size_t width);
/// A line about the computation of a table after `seconds`.
std::string progress_line(const LineProgress& progress, double seconds, std::size_t width);

class ProgressDisplay {
 public:
  /// progress: RunProgress or LineProgress; must outlive this object.
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

/// Shows the progress of a command that computes the lines of a table, and stops it at a signal.
class WatchedLines {
 public:
  WatchedLines();
  LineProgress progress{};

 private:
  StopSignals signals_{progress.stop};
  std::optional<ProgressDisplay> display_{};  ///< empty if no thread can be started for it
};

}  // namespace regretta
