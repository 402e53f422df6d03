#include "regretta/tools/terminal/ended_by_plugin.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
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

std::atomic<pid_t> running = 0;  ///< the process of the object; 0 if there is none

/// A process that was forked from it may end as it likes.
bool is_running() { return running == ::getpid(); }

/// For signal handlers: allocates nothing.
void say_where(std::string_view what) {
  std::array<char, 1000> line{};
  const auto end = [&] {
    const std::size_t room = line.size() - 1;
    if (const NowPlaying* now = NowPlaying::current())
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

[[noreturn]] void end_by(std::string_view what) {
  wait_if_another_is_at_it();
  say_where(what);
  end_process(exit_status::check_failed);
}

/// For what ends the program inside the C library, such as errx(), and where a library is loaded that does not call the
/// functions below.
///
/// The C library takes a function off its list before it calls it: another thread that calls exit() meanwhile would
/// find nothing, and end the program with the status that it gave. So the function is on the list once for each of
/// them.
constexpr int most_that_exit_at_once = 64;

void at_exit() {
  if (is_running()) end_by("a call of exit()");
}

/// The C library's function of that name.
template <class... Argument>
[[noreturn]] void call_next(const char* name, Argument... argument) {
  if (const auto next = reinterpret_cast<void (*)(Argument...)>(::dlsym(RTLD_NEXT, name))) next(argument...);
  end_process(exit_status::check_failed);
}

}  // namespace

EndedByPlugin::EndedByPlugin() {
  [[maybe_unused]] static const bool called = [] {
    bool all = true;
    for (int k = 0; k < most_that_exit_at_once; ++k)
      all = std::atexit(at_exit) == 0 && std::at_quick_exit(at_exit) == 0 && all;
    return all;
  }();
  running = ::getpid();
  for (CrashSignal& crash : crash_signals) {
    struct sigaction ours {};
    ours.sa_sigaction = on_crash;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigaction(crash.number, &ours, &crash.before);
  }
}

EndedByPlugin::~EndedByPlugin() {
  running = 0;
  for (const CrashSignal& crash : crash_signals) ::sigaction(crash.number, &crash.before, nullptr);
}

void end_if_playing(std::string_view what) {
  if (NowPlaying::current() != nullptr) end_by(what);
}

void end_process(int status) {
  while (true) ::syscall(SYS_exit_group, status);
}

}  // namespace regretta

/// The C library's exit() destroys static objects that other threads still use, and two threads in it at once free its
/// list of functions twice. So a plugin that calls it, or a function like it, calls one of these.
extern "C" {

void exit(int status) noexcept {
  if (regretta::is_running()) regretta::end_by("a call of exit()");
  regretta::call_next("exit", status);
}
void quick_exit(int status) noexcept {
  if (regretta::is_running()) regretta::end_by("a call of quick_exit()");
  regretta::call_next("quick_exit", status);
}
void _exit(int status) {
  if (regretta::is_running()) regretta::end_by("a call of _exit()");
  regretta::end_process(status);
}
void _Exit(int status) noexcept { _exit(status); }
void pthread_exit(void* result) {
  if (regretta::is_running()) regretta::end_if_playing("a call of pthread_exit()");
  regretta::call_next("pthread_exit", result);
}

}  // extern "C"
