#pragma once
/// Shows the progress of a run on standard error: a bar that is redrawn on a terminal, otherwise a plain line now and
/// then. Used by `run`.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "regretta/engine/study/blocks/run.hpp"

namespace regretta {

/// One line about a run that has taken `seconds`: how much of the study is done, earlier runs included, time left,
/// trials, rate. What does not fit into `width` characters is left out, the last first; a bar is drawn if there is
/// room.
std::string progress_line(const RunProgress& progress, double seconds, std::size_t width);

class ProgressDisplay {
 public:
  explicit ProgressDisplay(const RunProgress& progress);
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;
  ~ProgressDisplay();  ///< clears the bar

 private:
  using Clock = std::chrono::steady_clock;
  void draw_until_closed();
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  const RunProgress& progress_;
  const bool is_terminal_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable closing_;
  bool closed_ = false;
  std::thread thread_;
};

}  // namespace regretta
