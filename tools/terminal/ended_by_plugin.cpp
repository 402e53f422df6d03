#include "regretta/tools/terminal/ended_by_plugin.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>

#include <fmt/format.h>

#include "regretta/tools/terminal/exit_status.hpp"

namespace regretta {
namespace {

struct CrashSignal {
  int number;
  std::string_view name;
  struct sigaction before {};  ///< the previous action: the default, or that of a sanitizer or of MPI
};
std::array crash_signals = {CrashSignal{SIGSEGV, "a segmentation fault"}, CrashSignal{SIGBUS, "a bus error"},
                            CrashSignal{SIGILL, "an illegal instruction"}, CrashSignal{SIGFPE, "an arithmetic error"},
                            CrashSignal{SIGABRT, "abort()"}};

std::atomic<pid_t> guarded_process = 0;  ///< id of the process that has a PluginExitMessages; 0: none

/// Whether this process has a PluginExitMessages. False in processes forked from it, whose end is not announced.
bool is_guarded() { return guarded_process == ::getpid(); }

/// Prints the cause of the program's end, and its trials. Allocates nothing, because signal handlers call it.
void print_end(std::string_view cause) {
  std::array<char, 1000> line{};
  const auto end = [&] {
    const std::size_t room = line.size() - 1;
    if (const NowPlaying* now = NowPlaying::current())
      return fmt::format_to_n(
                 line.data(), room,
                 "regretta: ended by {} of learner {} or environment {} in cell {}, trials {} to {}; saved "
                 "results stay saved",
                 cause, now->cell.learner_name, now->cell.environment, now->cell.index, now->range.first,
                 now->range.first + now->range.count - 1)
          .out;
    return fmt::format_to_n(line.data(), room, "regretta: ended by {}; saved results stay saved", cause).out;
  }();
  *end = '\n';
  [[maybe_unused]] const auto written =
      ::write(STDERR_FILENO, line.data(), static_cast<std::size_t>(end - line.data()) + 1);
}

/// Returns in the first thread that calls it, which then ends the process. Other threads never return.
void wait_unless_first() {
  static std::atomic<bool> has_begun = false;
  while (has_begun.exchange(true)) ::pause();
}

void on_crash(int number, siginfo_t* info, void*) {
  for (const CrashSignal& crash : crash_signals) {
    if (crash.number != number) continue;
    wait_unless_first();
    print_end(crash.name);
    ::sigaction(number, &crash.before, nullptr);
  }
  if (info->si_code <= 0) ::raise(number);  // sent by raise() or kill(); a faulty instruction fails again
}

[[noreturn]] void end_by(std::string_view cause) {
  wait_unless_first();
  print_end(cause);
  end_process(exit_status::check_failed);
}

/// How often at_exit() is registered. The C library removes a function from its list before it calls it, so a second
/// thread that calls exit() meanwhile needs another entry.
constexpr int registrations = 64;

/// Runs when exit() is called inside the C library, as by errx(), or by a library that does not use the replacements
/// below.
void at_exit() {
  if (is_guarded()) end_by("a call of exit()");
}

/// Calls the C library's function with this name.
template <class... Argument>
[[noreturn]] void call_next(const char* name, Argument... argument) {
  if (const auto next = reinterpret_cast<void (*)(Argument...)>(::dlsym(RTLD_NEXT, name))) next(argument...);
  end_process(exit_status::check_failed);
}

}  // namespace

PluginExitMessages::PluginExitMessages() {
  [[maybe_unused]] static const bool are_registered = [] {
    bool succeeds = true;
    for (int k = 0; k < registrations; ++k)
      succeeds = std::atexit(at_exit) == 0 && std::at_quick_exit(at_exit) == 0 && succeeds;
    return succeeds;
  }();
  guarded_process = ::getpid();
  for (CrashSignal& crash : crash_signals) {
    struct sigaction ours {};
    ours.sa_sigaction = on_crash;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigaction(crash.number, &ours, &crash.before);
  }
}

PluginExitMessages::~PluginExitMessages() {
  guarded_process = 0;
  for (const CrashSignal& crash : crash_signals) ::sigaction(crash.number, &crash.before, nullptr);
}

void end_process_if_playing(std::string_view cause) {
  if (NowPlaying::current() != nullptr) end_by(cause);
}

void end_process(int status) {
  while (true) ::syscall(SYS_exit_group, status);
}

}  // namespace regretta

/// These replace the C library's functions in plugins: its exit() destroys static objects that other threads still use,
/// and two concurrent calls free its list of functions twice.
extern "C" {

void exit(int status) noexcept {
  if (regretta::is_guarded()) regretta::end_by("a call of exit()");
  regretta::call_next("exit", status);
}
void quick_exit(int status) noexcept {
  if (regretta::is_guarded()) regretta::end_by("a call of quick_exit()");
  regretta::call_next("quick_exit", status);
}
void _exit(int status) {
  if (regretta::is_guarded()) regretta::end_by("a call of _exit()");
  regretta::end_process(status);
}
void _Exit(int status) noexcept { _exit(status); }
void pthread_exit(void* result) {
  if (regretta::is_guarded()) regretta::end_process_if_playing("a call of pthread_exit()");
  regretta::call_next("pthread_exit", result);
}

}  // extern "C"
