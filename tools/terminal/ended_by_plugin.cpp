#include "regretta/tools/terminal/ended_by_plugin.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "regretta/tools/terminal/exit_status.hpp"

namespace regretta {
namespace {

struct CrashSignal {
  int number;
  std::string_view name;
  struct sigaction before {};  ///< of a sanitizer or of MPI, which say more; else the default
};
std::array crash_signals = {CrashSignal{SIGSEGV, "a segmentation fault"}, CrashSignal{SIGBUS, "a bus error"},
                            CrashSignal{SIGILL, "an illegal instruction"}, CrashSignal{SIGFPE, "an arithmetic error"},
                            CrashSignal{SIGABRT, "abort()"}};

std::atomic<bool> is_running = false;

/// For signal handlers: allocates nothing.
void say_where(std::string_view what) {
  std::array<char, 1000> line{};
  const auto end = [&] {
    const std::size_t room = line.size() - 1;
    if (const NowPlaying* now = NowPlaying::here())
      return fmt::format_to_n(
                 line.data(), room,
                 "regretta: ended by {} of learner {} or environment {} in cell {}, trials {} to {}; saved "
                 "results stay saved",
                 what, now->cell.learner_name, now->cell.environment, now->cell.index, now->range.first,
                 now->range.first + now->range.count - 1)
          .out;
    return fmt::format_to_n(line.data(), room, "regretta: ended by {}; saved results stay saved", what).out;
  }();
  *end = '\n';
  [[maybe_unused]] const auto written =
      ::write(STDERR_FILENO, line.data(), static_cast<std::size_t>(end - line.data()) + 1);
}

/// Several threads may be ended at once, by the same plugin: the first of them says so, and ends the process.
void wait_if_another_is_at_it() {
  static std::atomic<bool> is_said = false;
  while (is_said.exchange(true)) ::pause();
}

void on_crash(int number, siginfo_t* info, void*) {
  for (const CrashSignal& crash : crash_signals) {
    if (crash.number != number) continue;
    wait_if_another_is_at_it();
    say_where(crash.name);
    ::sigaction(number, &crash.before, nullptr);
  }
  if (info->si_code <= 0) ::raise(number);  // sent by a call; else the same instruction fails again
}

/// The C library takes a function off its list before it calls it: another thread that calls exit() meanwhile would
/// find nothing, and end the program with the status that it gave. So the function is on the list once for each of
/// them.
constexpr int most_that_exit_at_once = 64;

void at_exit() {
  if (!is_running) return;
  wait_if_another_is_at_it();
  say_where("a call of exit()");
  _exit(exit_status::check_failed);
}

}  // namespace

EndedByPlugin::EndedByPlugin() {
  [[maybe_unused]] static const bool called = [] {
    bool all = true;
    for (int k = 0; k < most_that_exit_at_once; ++k)
      all = std::atexit(at_exit) == 0 && std::at_quick_exit(at_exit) == 0 && all;
    return all;
  }();
  is_running = true;
  for (CrashSignal& crash : crash_signals) {
    struct sigaction ours {};
    ours.sa_sigaction = on_crash;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigaction(crash.number, &ours, &crash.before);
  }
}

EndedByPlugin::~EndedByPlugin() {
  is_running = false;
  for (const CrashSignal& crash : crash_signals) ::sigaction(crash.number, &crash.before, nullptr);
}

}  // namespace regretta
