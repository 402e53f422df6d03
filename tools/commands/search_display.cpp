#include "regretta/tools/commands/search_display.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/workers.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {

void SearchDisplay::advanced(const SearchProgress& progress) {
  signals_.reset();  // it refers to what was played
  const std::lock_guard lock(mutex_);
  progress_ = progress;
  playing_.reset();
}

void SearchDisplay::opened(const std::shared_ptr<RunProgress>& progress) {
  signals_.reset();
  signals_.emplace(progress->stop);
  {
    const std::lock_guard lock(mutex_);
    playing_ = progress;
  }
  if (shows_ && !display_ && startable_threads(1) == 1) display_.emplace(*this);
}

std::string SearchDisplay::line(double seconds, std::size_t width) const {
  const std::lock_guard lock(mutex_);
  const double played = progress_.rounds + (playing_ ? static_cast<double>(playing_->rounds.total()) : 0);
  const double done = progress_.rounds_planned > 0 ? std::min(played / progress_.rounds_planned, 1.0) : 0;
  std::vector<std::string> parts = {fmt::format("{:3.0f}%", std::min(100 * done, 99.0))};
  if (playing_ && playing_->stop) {
    parts.emplace_back("stopping");
  } else if (done > 0) {
    parts.push_back(duration_text(seconds * (1 - done) / done) + " left");
  }
  if (progress_.searches > 1) parts.push_back(fmt::format("search {} of {}", progress_.search, progress_.searches));
  if (progress_.is_final) {
    parts.emplace_back("fresh trials of the finalists");
  } else {
    parts.push_back(
        fmt::format("{} ({} refused)", counted(progress_.candidates, "candidate"), grouped(progress_.refused)));
  }
  if (progress_.front > 0)
    parts.push_back(fmt::format("front of {} so far", grouped(progress_.front)));
  else if (progress_.has_best)
    parts.push_back("best so far " + grouped_text(rounded(progress_.best, 4)));
  std::string text = parts.front();
  for (std::size_t k = 1; k < parts.size() && text.size() + 2 + parts[k].size() <= width; ++k) text += "  " + parts[k];
  return text;
}

}  // namespace regretta
