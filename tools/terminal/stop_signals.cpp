#include "regretta/tools/terminal/stop_signals.hpp"

#include <unistd.h>

#include <csignal>

#include "regretta/tools/terminal/exit_status.hpp"

namespace regretta {
namespace {

std::atomic<std::atomic<bool>*> stop_flag = nullptr;  // a signal handler takes no arguments of ours

static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::atomic<bool>*>::is_always_lock_free);

void on_signal(int) {
  std::atomic<bool>* stop = stop_flag.load();
  if (stop == nullptr || stop->exchange(true)) _exit(exit_status::interrupted);
}

}  // namespace

StopSignals::StopSignals(std::atomic<bool>& stop) {
  stop_flag = &stop;
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(number, on_signal) == SIG_IGN) std::signal(number, SIG_IGN);  // with nohup, or in the background
}

StopSignals::~StopSignals() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(number, SIG_DFL) == SIG_IGN) std::signal(number, SIG_IGN);
  stop_flag = nullptr;
}

}  // namespace regretta
