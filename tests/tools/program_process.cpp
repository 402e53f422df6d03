#include "program_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include <gtest/gtest.h>

#include "fake_catalogue.hpp"
#include "faulty_threads.hpp"
#include "regretta/tools/program.hpp"
#include "regretta/tools/ranks/transport.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fakes {
namespace {

constexpr char separator = '\x1f';

/// Not a test: runs the program in a process that ProgramProcess has started.
TEST(ProgramProcess, DISABLED_IsTheProgram) {
  const char* joined = std::getenv("REGRETTA_TEST_ARGUMENTS");
  if (joined == nullptr) GTEST_SKIP();
  for (const auto& [name, stream] : {std::pair("REGRETTA_TEST_OUT", stdout), std::pair("REGRETTA_TEST_ERR", stderr)})
    if (std::freopen(std::getenv(name), "w", stream) == nullptr) _exit(99);
  if (std::getenv("REGRETTA_TEST_CLOSE_ERR") != nullptr) ::close(STDERR_FILENO);
  if (std::getenv("REGRETTA_TEST_CLOSE_OUT") != nullptr) ::close(STDOUT_FILENO);
  if (const char* threads = std::getenv("REGRETTA_TEST_THREADS")) limit_threads(std::atoi(threads));
  if (const char* memory = std::getenv("REGRETTA_TEST_MEMORY")) {
    const rlimit limit{std::strtoull(memory, nullptr, 10), RLIM_INFINITY};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  std::vector<std::string> words = {"regretta"};
  std::istringstream text(joined);
  for (std::string word; std::getline(text, word, separator);) words.push_back(word);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  const char* fault = std::getenv("REGRETTA_TEST_FAULT");
  if (fault != nullptr) {
    Fault planned;
    std::istringstream(fault) >> planned.call >> planned.for_ever >> planned.error;
    install_faulty_disk(planned);
  }
  const bool shipped = std::getenv("REGRETTA_TEST_SHIPPED") != nullptr;
  std::unique_ptr<Transport> job;
  if (const char* rank_text = std::getenv("REGRETTA_TEST_RANK")) {
    int rank = 0, ranks = 0;
    std::istringstream numbers(rank_text);  // the rank, the number of ranks, and the sockets to the other ranks
    numbers >> rank >> ranks;
    job = socket_transport(rank, {std::istream_iterator<int>(numbers), {}}, ranks);
  }
  Catalogue catalogue = shipped ? standard_catalogue() : dice_catalogue();
  if (const char* version = std::getenv("REGRETTA_TEST_VERSION")) catalogue.learners.front().code.text = version;
  const int status = regretta_main(static_cast<int>(arguments.size()), arguments.data(), catalogue, std::move(job));
  std::fflush(nullptr);
  if (fault != nullptr) std::ofstream("calls") << disk_calls();
  _exit(status);
}

}  // namespace

Folder::Folder() {
  std::string pattern = std::filesystem::temp_directory_path() / "regretta-test-XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  root_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(root_, ignored);
}

std::string Folder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> result;
  for (const auto& entry : std::filesystem::directory_iterator(root_)) result.push_back(entry.path().filename());
  std::ranges::sort(result);
  return result;
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

ProgramProcess::ProgramProcess(const Folder& folder, const std::vector<std::string>& arguments,
                               const std::vector<std::pair<std::string, std::string>>& more) {
  static std::atomic<int> counter = 0;
  const std::string number = std::to_string(::getpid()) + "-" + std::to_string(++counter);
  out_ = (std::filesystem::temp_directory_path() / ("regretta-out-" + number)).string();
  err_ = (std::filesystem::temp_directory_path() / ("regretta-err-" + number)).string();
  std::string joined;
  for (const std::string& argument : arguments) joined += argument + separator;
  std::vector<std::pair<std::string, std::string>> variables = {
      {"REGRETTA_TEST_ARGUMENTS", joined}, {"REGRETTA_TEST_OUT", out_}, {"REGRETTA_TEST_ERR", err_}};
  variables.insert(variables.end(), more.begin(), more.end());
  pid_ = ::fork();
  if (pid_ != 0) return;
  for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal_number, SIG_DFL);
  if (const int null_device = ::open("/dev/null", O_WRONLY); null_device >= 0) ::dup2(null_device, STDOUT_FILENO);
  const char* copy = std::getenv("REGRETTA_TEST_PROGRAM");
  if (::chdir(folder.root().c_str()) == 0)
    ::execl(copy != nullptr ? copy : "/proc/self/exe", "regretta", "--gtest_also_run_disabled_tests", "--gtest_brief=1",
            "--gtest_filter=ProgramProcess.DISABLED_IsTheProgram", nullptr);
  _exit(98);
}

ProgramProcess::~ProgramProcess() {
  if (!ended_) {
    ::kill(pid_, SIGKILL);
    wait();
  }
  ::unlink(out_.c_str());
  ::unlink(err_.c_str());
}

void ProgramProcess::signal(int number) const {
  if (!ended_) ::kill(pid_, number);
}

bool ProgramProcess::ended() {
  if (!ended_ && ::wait4(pid_, &status_, WNOHANG, &usage_) == pid_) ended_ = true;
  return ended_;
}

void ProgramProcess::wait_until_it_catches(int signal) {
  const std::string key = "SigCgt:";
  for (; !ended(); ::usleep(5'000)) {
    const std::string status = read_text("/proc/" + std::to_string(pid_) + "/status");
    const std::size_t start = status.find(key);
    if (start != std::string::npos && (std::stoull(status.substr(start + key.size()), nullptr, 16) >> (signal - 1)) % 2)
      return;
  }
}

Outcome ProgramProcess::wait() {
  if (!ended_) ::wait4(pid_, &status_, 0, &usage_);
  ended_ = true;
  const int status = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  return {status, read_text(out_), read_text(err_), 1024 * usage_.ru_maxrss};
}

Outcome regretta_with(const Fault& fault, const Folder& folder, const std::vector<std::string>& arguments,
                      std::int64_t& calls) {
  const std::string text =
      std::to_string(fault.call) + " " + std::to_string(fault.for_ever) + " " + std::to_string(fault.error);
  Outcome outcome = ProgramProcess(folder, arguments, {{"REGRETTA_TEST_FAULT", text}}).wait();
  calls = 0;
  std::ifstream(folder.path("calls")) >> calls;
  std::filesystem::remove(folder.path("calls"));
  return outcome;
}

std::string tables_of(const Folder& folder, const std::string& file) {
  std::string text;
  for (const char* table : {"cells", "trials", "curves"}) {
    const Outcome result = regretta(folder, {"export", file, "--table", table});
    EXPECT_EQ(result.err, "");
    text += output_of(result);
  }
  return text;
}

}  // namespace regretta::fakes
