#include "regretta/tools/machine/run_program.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "regretta/engine/trial/books/cell_work.hpp"
#include "regretta/tools/terminal/stop_signals.hpp"

namespace regretta {

int run_program(const std::vector<std::string>& command, const std::filesystem::path& log) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::atomic<bool> stop = false;
  const StopSignals signals(stop);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a compiler");
  if (child == 0) {
    ::setpgid(0, 0);  // a compiler starts others
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
    ::setenv("LC_ALL", "C", 1);
    ::execvp(arguments[0], arguments.data());
    _exit(127);
  }
  ::setpgid(child, child);
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (stop) {
      ::kill(-child, SIGTERM);
      ::waitpid(child, &status, 0);
      throw Interrupted();
    }
    ::usleep(10'000);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace regretta
