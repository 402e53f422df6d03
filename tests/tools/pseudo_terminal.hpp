#pragma once
/// Runs the program on a pseudo-terminal.

#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "program_process.hpp"

namespace regretta::fakes {

/// Text that a command wrote to a terminal, and its outcome.
struct OnTerminal {
  std::string seen;
  Outcome outcome;
};
/// Runs a command on a terminal with this number of columns. The terminal is its standard output, or its standard error
/// if `stream` is REGRETTA_TEST_ERR.
inline OnTerminal on_terminal(const Folder& folder, const std::vector<std::string>& arguments, unsigned short columns,
                              const std::vector<std::pair<std::string, std::string>>& more = {},
                              const std::string& stream = "REGRETTA_TEST_OUT") {
  const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
  int terminal = -1, end = -1;
  std::array<char, 256> name{};
  if (::openpty(&terminal, &end, name.data(), nullptr, &size) != 0) throw std::runtime_error("no pseudo-terminal");
  std::vector<std::pair<std::string, std::string>> variables = {{stream, name.data()}, {"TERM", "xterm"}};
  variables.insert(variables.end(), more.begin(), more.end());
  ProgramProcess run(folder, arguments, variables);
  OnTerminal result;
  std::array<char, 4096> piece;
  for (pollfd ready{terminal, POLLIN, 0}; !run.ended() || ::poll(&ready, 1, 0) > 0;) {
    if (::poll(&ready, 1, 20) <= 0) continue;
    const ssize_t count = ::read(terminal, piece.data(), piece.size());
    if (count > 0) result.seen.append(piece.data(), static_cast<std::size_t>(count));
  }
  ::close(end);
  ::close(terminal);
  result.outcome = run.wait();
  return result;
}

}  // namespace regretta::fakes
