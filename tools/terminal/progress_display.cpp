#include "regretta/tools/terminal/progress_display.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

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

std::string ProgressDisplay::line(bool with_bar) const {
  const auto rounds = static_cast<double>(progress_.rounds.total());
  const double planned = progress_.rounds_planned;
  const double done = planned > 0 ? std::clamp(rounds / planned, 0.0, 1.0) : 0;
  double left = progress_.seconds_left.load();
  if (left == 0 && done > 0) left = elapsed() * (1 - done) / done;  // before the first block is finished

  std::string text;
  if (with_bar) {
    constexpr int width = 16;
    const auto filled = static_cast<std::size_t>(done * width);
    text = fmt::format("[{}{}] ", std::string(filled, '#'), std::string(width - filled, '.'));
  }
  const bool by_rule = progress_.to_decide > 0;
  text += fmt::format("{:3.0f}%  {}/{}{} trials", std::min(100 * done, 99.0 + (done >= 1)),
                      grouped(progress_.trials_before + progress_.trials_saved), by_rule ? "about " : "",
                      grouped(progress_.trials_planned));
  if (by_rule) text += fmt::format("  {}/{} known", grouped(progress_.decided), grouped(progress_.to_decide));
  if (progress_.trials_failed > 0) text += fmt::format("  {} failed", grouped(progress_.trials_failed));
  if (progress_.stop) {
    text += "  stopping";
  } else if (left > 0) {
    text += "  " + duration_text(left) + " left";
  }
  text += "  " + rate_text(rounds / std::max(elapsed(), 1e-3));
  return text;
}

void ProgressDisplay::draw_until_closed() {
  std::unique_lock lock(mutex_);
  const auto pause = is_terminal_ ? std::chrono::milliseconds(redraw_every) : std::chrono::milliseconds(print_every);
  while (!closing_.wait_for(lock, pause, [this] { return closed_; })) {
    if (is_terminal_) {
      put_message(fmt::format("\r\x1b[K{}", line(true).substr(0, terminal_width() - 1)));
    } else {
      print_message("{}", line(false));
    }
  }
  if (is_terminal_) put_message(fmt::format("\r\x1b[K"));
}

}  // namespace regretta
