#include "regretta/tools/check/isolated.hpp"

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

namespace regretta {
namespace {

constexpr char returned = 'r', threw = 't';

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

[[noreturn]] void answer(const std::function<std::string()>& work, int to, int seconds) {
  std::signal(SIGALRM, SIG_DFL);
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

std::string how_it_ended(int status, int seconds) {
  if (!WIFSIGNALED(status)) return "it ended the process";
  if (WTERMSIG(status) == SIGALRM) return fmt::format("not done after {} s", seconds);
  return fmt::format("it crashed ({})", ::strsignal(WTERMSIG(status)));
}

}  // namespace

std::string isolated(const std::function<std::string()>& work, int seconds) {
  int ends[2];
  std::fflush(stdout);
  if (::pipe(ends) != 0) throw std::runtime_error("cannot open a pipe");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) {
    ::close(ends[0]);
    answer(work, ends[1], seconds);
  }
  ::close(ends[1]);
  const std::string text = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (text.empty()) throw std::runtime_error(how_it_ended(status, seconds));
  if (text.front() == threw) throw std::runtime_error(text.substr(1));
  return text.substr(1);
}

std::vector<double> isolated_numbers(const std::function<std::vector<double>()>& work) {
  const std::string bytes = isolated([&work] {
    const std::vector<double> numbers = work();
    return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  });
  std::vector<double> numbers(bytes.size() / sizeof(double));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

void disturb_heap(std::size_t blocks, int byte) {
#if defined(__GLIBC__)
  ::mallopt(M_PERTURB, byte);
#endif
  static std::vector<void*> used_up;  // never freed: the process ends
  for (std::size_t size = 16; size <= 2048; size += 16)
    for (std::size_t n = 0; n < blocks; ++n) used_up.push_back(std::malloc(size));
}

}  // namespace regretta
