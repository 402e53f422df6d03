#include "regretta/tools/check/isolated.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

namespace regretta {
namespace {

constexpr char returned = 'r', threw = 't';  // the first byte of the child's answer

void write_all(int to, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(to, text.data() + done, text.size() - done);
    if (written <= 0) return;
    done += static_cast<std::size_t>(written);
  }
}

std::string read_all(int from) {
  std::string text;
  char buffer[1 << 16];
  for (ssize_t size = 0; (size = ::read(from, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(size));
  return text;
}

/// Runs `work` in the child process. The parent reports crashes, except in a build with sanitizers, which report them
/// themselves.
[[noreturn]] void run_child(const std::function<std::string()>& work, int to, int errors, int seconds) {
  std::signal(SIGALRM, SIG_DFL);
#ifndef REGRETTA_SANITIZED
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) std::signal(signal, SIG_DFL);
#endif
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::dup2(errors, STDERR_FILENO);
  ::alarm(static_cast<unsigned>(seconds));
  std::string text;
  try {
    text = returned + work();
  } catch (const std::exception& error) {
    text = threw + std::string(error.what());
  }
  write_all(to, text);
  _exit(0);
}

std::string how_it_ended(int status, int seconds, const std::string& errors) {
  if (!WIFSIGNALED(status)) return "the plugin ended the process";
  if (WTERMSIG(status) == SIGALRM) return fmt::format("not done after {} s", seconds);
  return fmt::format("it crashed ({}{}{})", ::strsignal(WTERMSIG(status)), errors.empty() ? "" : ": ",
                     errors.substr(0, errors.find('\n')));
}

}  // namespace

std::string isolated(const std::function<std::string()>& work, int seconds) {
  int ends[2];
  std::fflush(stdout);
  const int errors = ::memfd_create("standard error", MFD_CLOEXEC);
  if (errors < 0 || ::pipe(ends) != 0) throw std::runtime_error("cannot open a pipe");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) {
    ::close(ends[0]);
    run_child(work, ends[1], errors, seconds);
  }
  ::close(ends[1]);
  const std::string text = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  ::lseek(errors, 0, SEEK_SET);
  const std::string written = read_all(errors);
  ::close(errors);
  if (text.empty()) throw std::runtime_error(how_it_ended(status, seconds, written));
  if (text.front() == threw) throw std::runtime_error(text.substr(1));
  return text.substr(1);
}

std::vector<double> isolated_numbers(const std::function<std::vector<double>()>& work, int seconds) {
  const auto as_bytes = [&work] {
    const std::vector<double> numbers = work();
    return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  };
  const std::string bytes = isolated(as_bytes, seconds);
  std::vector<double> numbers(bytes.size() / sizeof(double));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

}  // namespace regretta
