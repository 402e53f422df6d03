#pragma once
/// What a search shows while it runs.

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

#include "regretta/engine/search/search.hpp"
#include "regretta/tools/terminal/progress_display.hpp"
#include "regretta/tools/terminal/stop_signals.hpp"

namespace regretta {

class SearchDisplay : public SearchObserver {
 public:
  /// shows: nothing is shown without it, but signals stop the search all the same.
  explicit SearchDisplay(bool shows) : shows_(shows) {}

  void advanced(const SearchProgress& progress) override;
  void opened(const std::shared_ptr<RunProgress>& progress) override;
  void has_played() override { signals_.reset(); }
  void close() { display_.reset(); }

  /// "43%  2 min left  12 generations, 1,024 candidates (310 refused)  best 31,200".
  std::string line(double seconds, std::size_t width) const;

 private:
  const bool shows_;
  mutable std::mutex mutex_;  ///< of what the display reads
  SearchProgress progress_{};
  std::shared_ptr<RunProgress> playing_;
  std::optional<StopSignals> signals_;
  std::optional<ProgressDisplay> display_;
};

inline std::string progress_line(const SearchDisplay& search, double seconds, std::size_t width) {
  return search.line(seconds, width);
}

}  // namespace regretta
