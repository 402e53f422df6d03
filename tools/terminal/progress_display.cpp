#include "regretta/tools/terminal/progress_display.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/info.h>

#include "regretta/engine/study/blocks/workers.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

constexpr std::chrono::milliseconds redraw_every{120};
constexpr std::chrono::seconds print_every{10};

bool can_redraw() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && kind != nullptr && std::string_view(kind) != "dumb";
}

/// The first parts, as many as fit, and a bar if there is room.
std::string fitted(const std::vector<std::string>& parts, double done, std::size_t width) {
  std::string text = parts.front();
  for (std::size_t k = 1; k < parts.size() && text.size() + 2 + parts[k].size() <= width; ++k) text += "  " + parts[k];
  constexpr std::size_t bar = 16;
  if (text.size() + bar + 3 > width) return text;
  const auto filled = static_cast<std::size_t>(done * bar);
  return fmt::format("[{}{}] {}", std::string(filled, '#'), std::string(bar - filled, '.'), text);
}

/// The first two parts of a line: the share of the work that is done, 100% only at the end, and the time left.
std::vector<std::string> share_and_time_left(double done, double left, bool stops) {
  std::vector<std::string> parts = {fmt::format("{:3.0f}%", std::min(100 * done, 99.0 + (done >= 1)))};
  if (stops) {
    parts.emplace_back("stopping");
  } else if (left > 0) {
    parts.push_back(duration_text(left) + " left");
  }
  return parts;
}

}  // namespace

std::string progress_line(const RunProgress& progress, double seconds, std::size_t width) {
  const auto rounds = static_cast<double>(progress.rounds.total());
  const double before = progress.rounds_before, planned = progress.rounds_planned;
  const double here = planned > 0 ? std::clamp(rounds / planned, 0.0, 1.0) : 0;  // share of this run that is done
  const double done = before + planned > 0 ? std::clamp((before + rounds) / (before + planned), 0.0, 1.0) : 0;
  double left = progress.seconds_left.load();
  if (left == 0 && here > 0) left = seconds * (1 - here) / here;  // the rate so far, until the first blocks are saved

  std::vector<std::string> parts = share_and_time_left(done, left, progress.stop);
  const bool has_rule = progress.to_decide > 0;
  if (progress.trials_planned > 0)
    parts.push_back(fmt::format("{}/{}{} trials", grouped(progress.trials_before + progress.trials_saved),
                                has_rule ? "about " : "", grouped(progress.trials_planned)));
  if (has_rule) parts.push_back(fmt::format("{}/{} known", grouped(progress.decided), grouped(progress.to_decide)));
  if (progress.trials_failed > 0) parts.push_back(fmt::format("{} failed", grouped(progress.trials_failed)));
  parts.push_back(rate_text(rounds / std::max(seconds, 1e-3)));
  return fitted(parts, done, width);
}

std::string progress_line(const LineProgress& progress, double seconds, std::size_t width) {
  const auto lines = static_cast<double>(progress.lines), finished = static_cast<double>(progress.done);
  const double done = lines > 0 ? std::clamp(finished / lines, 0.0, 1.0) : 0;
  std::vector<std::string> parts = share_and_time_left(done, done > 0 ? seconds * (1 - done) / done : 0, progress.stop);
  parts.push_back(lines > 0 ? fmt::format("{}/{} lines", grouped(progress.done), grouped(progress.lines))
                            : std::string("reading"));
  return fitted(parts, done, width);
}

ProgressDisplay::ProgressDisplay(Line line)
    : line_(std::move(line)), is_terminal_(can_redraw()), thread_(start_thread([this] { draw_until_closed(); })) {}

ProgressDisplay::~ProgressDisplay() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  closing_.notify_one();
  thread_.join();
}

void ProgressDisplay::draw_until_closed() {
  std::unique_lock lock(mutex_);
  const auto pause = is_terminal_ ? std::chrono::milliseconds(redraw_every) : std::chrono::milliseconds(print_every);
  while (!closing_.wait_for(lock, pause, [this] { return closed_; })) {
    if (is_terminal_) {
      put_message(fmt::format("\r\x1b[K{}", line_(elapsed(), terminal_columns(STDERR_FILENO) - 1)));
    } else {
      print_message("{}", line_(elapsed(), 80));
    }
  }
  if (is_terminal_) put_message(fmt::format("\r\x1b[K"));
}

WatchedLines::WatchedLines() {
  const int workers = tbb::info::default_concurrency();
  if (startable_threads(workers + 1) > workers) display_.emplace(progress);  // its thread takes none from the workers
}

}  // namespace regretta
