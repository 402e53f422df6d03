#include "regretta/tools/terminal/progress_display.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/workers.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

constexpr std::chrono::milliseconds redraw_every{120};
constexpr std::chrono::seconds print_every{10};

bool can_redraw() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && kind != nullptr && std::string_view(kind) != "dumb";
}

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string progress_line(const RunProgress& progress, double seconds, std::size_t width) {
  const auto rounds = static_cast<double>(progress.rounds.total());
  const double before = progress.rounds_before, planned = progress.rounds_planned;
  const double here = planned > 0 ? std::clamp(rounds / planned, 0.0, 1.0) : 0;
  const double done = before + planned > 0 ? std::clamp((before + rounds) / (before + planned), 0.0, 1.0) : 0;
  double left = progress.seconds_left.load();
  if (left == 0 && here > 0) left = seconds * (1 - here) / here;  // before the first block is finished

  std::vector<std::string> parts = {fmt::format("{:3.0f}%", std::min(100 * done, 99.0 + (done >= 1)))};
  if (progress.stop) {
    parts.emplace_back("stopping");
  } else if (left > 0) {
    parts.push_back(duration_text(left) + " left");
  }
  const bool by_rule = progress.to_decide > 0;
  if (progress.trials_planned > 0) {
    parts.push_back(fmt::format("{}/{}{} {}", grouped(progress.trials_before + progress.trials_saved),
                                by_rule ? "about " : "", grouped(progress.trials_planned), progress.unit));
  } else {
    parts.emplace_back("pilot run");
  }
  if (by_rule) parts.push_back(fmt::format("{}/{} known", grouped(progress.decided), grouped(progress.to_decide)));
  if (progress.trials_failed > 0) parts.push_back(fmt::format("{} failed", grouped(progress.trials_failed)));
  parts.push_back(rate_text(rounds / std::max(seconds, 1e-3)));

  std::string text = parts.front();
  for (std::size_t k = 1; k < parts.size() && text.size() + 2 + parts[k].size() <= width; ++k) text += "  " + parts[k];
  constexpr std::size_t bar = 16;
  if (text.size() + bar + 3 > width) return text;
  const auto filled = static_cast<std::size_t>(done * bar);
  return fmt::format("[{}{}] {}", std::string(filled, '#'), std::string(bar - filled, '.'), text);
}

ProgressDisplay::ProgressDisplay(const RunProgress& progress)
    : progress_(progress), is_terminal_(can_redraw()), thread_(start_thread([this] { draw_until_closed(); })) {}

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
      put_message(fmt::format("\r\x1b[K{}", progress_line(progress_, elapsed(), terminal_width() - 1)));
    } else {
      print_message("{}", progress_line(progress_, elapsed(), 80));
    }
  }
  if (is_terminal_) put_message(fmt::format("\r\x1b[K"));
}

}  // namespace regretta
