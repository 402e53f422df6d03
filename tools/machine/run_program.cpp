#include "regretta/tools/machine/run_program.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/trial/round/cell_work.hpp"
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
    ::setpgid(0, 0);  // to stop a compiler's children as well
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

namespace {

namespace files = std::filesystem;

/// The folder of the Python package that belongs to the program: in an installation, a checkout, or a wheel.
files::path package_folder(const files::path& program) {
  const files::path folder = program.parent_path();
  for (const char* place : {"../share/regretta/python", "../../../tools/python", "../../.."})
    if (std::error_code ignored; files::exists(folder / place / "regretta/__main__.py", ignored))
      return files::weakly_canonical(folder / place);
  throw std::runtime_error(
      fmt::format("the Python package of {} was not found; install the program anew", program.string()));
}

bool is_suitable(const std::string& python, const std::vector<std::string>& modules) {  // tests version and modules
  const std::string test = fmt::format(
      "import sys, importlib.util\nsys.exit(sys.version_info < (3, 11) or not all(map("
      "importlib.util.find_spec, '{}'.split())))",
      fmt::join(modules, " "));
  return run_program({python, "-P", "-c", test}, "/dev/null") == 0;
}

}  // namespace

void become_python(const std::vector<std::string>& words, const std::vector<std::string>& modules) {
  const files::path program = files::read_symlink("/proc/self/exe");
  const char* path = std::getenv("PYTHONPATH");
  const std::string package = package_folder(program).string();
  ::setenv("PYTHONPATH", path == nullptr || *path == 0 ? package.c_str() : (package + ":" + path).c_str(), 1);
  ::setenv("REGRETTA_PROGRAM", program.c_str(), 1);
  ::unsetenv("REGRETTA_LIBRARY");
  const char* chosen = std::getenv("REGRETTA_PYTHON");
  const bool is_chosen = chosen != nullptr && *chosen != 0;
  for (const std::string& python :
       is_chosen ? std::vector<std::string>{chosen} : std::vector<std::string>{"python3", "/usr/bin/python3"}) {
    if (!is_suitable(python, modules)) continue;
    std::vector<std::string> command{python, "-P", "-m", "regretta"};
    command.insert(command.end(), words.begin(), words.end());
    std::vector<char*> arguments;
    for (std::string& word : command) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::fflush(stdout);
    ::execvp(arguments[0], arguments.data());
  }
  std::vector<std::string> packages;
  for (const std::string& module : modules) packages.push_back("python3-" + module);
  throw std::runtime_error(fmt::format(
      "{} needs {}, 3.11 or later, with {}; install it by `apt install {}` or `pip install {}`", words.front(),
      is_chosen ? chosen : "python3", fmt::join(modules, ", "), fmt::join(packages, " "), fmt::join(modules, " ")));
}

}  // namespace regretta
