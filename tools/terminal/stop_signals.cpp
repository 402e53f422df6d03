#include "regretta/tools/terminal/stop_signals.hpp"

#include <csignal>
#include <span>

#include "regretta/tools/terminal/ended_by_plugin.hpp"
#include "regretta/tools/terminal/exit_status.hpp"

namespace regretta {
namespace {

std::atomic<std::atomic<bool>*> stop_flag = nullptr;  // global, because handlers get only the signal's number

static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::atomic<bool>*>::is_always_lock_free);

/// Signals that interrupt, and signals by which batch systems warn before they interrupt.
constexpr int ending[] = {SIGINT, SIGTERM, SIGHUP}, warning[] = {SIGXCPU, SIGUSR1, SIGUSR2};
std::atomic<bool> is_ending = false;  // whether an interrupting signal has come

void on_warning(int) {
  if (std::atomic<bool>* stop = stop_flag.load()) *stop = true;
}
void on_signal(int number) {
  if (stop_flag.load() == nullptr || is_ending.exchange(true)) end_process(exit_status::interrupted);
  on_warning(number);
}

/// Handles these signals, unless they are ignored, as with nohup or in the background.
void handle(std::span<const int> numbers, void (*handler)(int)) {
  for (const int number : numbers)
    if (std::signal(number, handler) == SIG_IGN) std::signal(number, SIG_IGN);
}

}  // namespace

StopSignals::StopSignals(std::atomic<bool>& stop) {
  stop_flag = &stop;
  is_ending = false;
  handle(ending, on_signal);
  handle(warning, on_warning);
}

StopSignals::~StopSignals() {
  handle(ending, SIG_DFL);
  handle(warning, SIG_DFL);
  stop_flag = nullptr;
}

}  // namespace regretta
