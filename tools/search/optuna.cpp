#include "regretta/tools/search/optuna.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "regretta/tools/search/tpe_script.hpp"

namespace regretta {
namespace {

using nlohmann::json;

/// A Python that runs the script: one line in, one line out.
class PythonProcess {
 public:
  explicit PythonProcess(const std::string& python) {
    int to_child[2], from_child[2];
    if (::pipe2(to_child, O_CLOEXEC) != 0) throw std::runtime_error("cannot open a pipe to Python");
    if (::pipe2(from_child, O_CLOEXEC) != 0) throw std::runtime_error("cannot open a pipe to Python");
    child_ = ::fork();
    if (child_ < 0) throw std::runtime_error("cannot start Python");
    if (child_ == 0) {
      ::setpgid(0, 0);  // Ctrl-C is for the search, which ends it
      ::prctl(PR_SET_PDEATHSIG, SIGTERM);
      ::dup2(to_child[0], STDIN_FILENO);
      ::dup2(from_child[1], STDOUT_FILENO);
      const int nowhere = ::open("/dev/null", O_WRONLY);
      ::dup2(nowhere, STDERR_FILENO);
      for (const char* threads : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}) ::setenv(threads, "1", 1);
      const std::string script(tpe_script);
      ::execlp(python.c_str(), python.c_str(), "-c", script.c_str(), static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::close(to_child[0]);
    ::close(from_child[1]);
    in_ = ::fdopen(to_child[1], "w");
    out_ = ::fdopen(from_child[0], "r");
  }
  PythonProcess(const PythonProcess&) = delete;
  PythonProcess& operator=(const PythonProcess&) = delete;
  ~PythonProcess() {
    std::fclose(in_);
    std::fclose(out_);
    ::kill(child_, SIGTERM);
    int status = 0;
    ::waitpid(child_, &status, 0);
  }

  /// Null if it has ended.
  json ask(const json& said) {
    const std::string text = said.dump() + "\n";
    if (std::fwrite(text.data(), 1, text.size(), in_) != text.size() || std::fflush(in_) != 0) return nullptr;
    std::string line;
    for (int c = std::fgetc(out_); c != EOF && c != '\n'; c = std::fgetc(out_)) line += static_cast<char>(c);
    return line.empty() ? json(nullptr) : json::parse(line, nullptr, false);
  }

 private:
  pid_t child_ = -1;
  std::FILE* in_ = nullptr;
  std::FILE* out_ = nullptr;
};

/// Larger is better, as one number for each aim: candidates that violate constraints come below all others, and refused
/// ones last.
json told(const RaceScore& score, std::size_t aims) {
  constexpr double refused = -1e15, violating = -1e12;
  std::vector<double> all{score.value};
  if (score.second) all.push_back(*score.second);
  if (std::isnan(score.value))
    all.assign(aims, refused);
  else if (score.excess > 0)
    all.assign(aims, violating * (1 + std::log1p(score.excess)));
  return all;
}

class Tpe : public Proposer {
 public:
  Tpe(const SearchSpace& space, const SearchRules& rules) : aims_(rules.aims.size()) {
    json head = {{"seed", rules.seed}, {"aims", aims_}, {"choices", json::array()}};
    for (const Dimension& one : space.dimensions()) head["choices"].push_back(one.choices.size());
    const char* const chosen = std::getenv("REGRETTA_PYTHON");
    for (const char* python : {chosen != nullptr ? chosen : "python3", "/usr/bin/python3"}) try_python(python, head);
    if (!process_)
      throw std::runtime_error(
          "search.optimiser = \"tpe\" needs Optuna, which no python3 here has; expected the package python3-optuna "
          "(apt-get install python3-optuna, or pip install optuna), or search.optimiser = \"random\"");
  }

  std::string name() const override { return name_; }

  std::vector<Point> propose(int count) override {
    std::vector<Point> points = answer({{"ask", count}}).at("points").get<std::vector<Point>>();
    if (std::ssize(points) != count) throw std::runtime_error(name_ + " proposed another number of candidates");
    return points;
  }

  void learn(const std::vector<Outcome>& outcomes) override {
    json points = json::array(), scores = json::array();
    for (const Outcome& one : outcomes) {
      points.push_back(one.point);
      scores.push_back(told(one.score, aims_));
    }
    answer({{"points", points}, {"scores", scores}});
  }

 private:
  void try_python(const std::string& python, const json& head) {
    if (process_) return;
    process_ = std::make_unique<PythonProcess>(python);
    const json said = process_->ask(head);
    if (said.is_object() && said.contains("name"))
      name_ = said["name"].get<std::string>();
    else
      process_.reset();
  }

  json answer(const json& said) {
    json answered = process_->ask(said);
    if (!answered.is_object()) throw std::runtime_error(name_ + " has ended; give the same command again to go on");
    return answered;
  }

  std::size_t aims_;
  std::unique_ptr<PythonProcess> process_;
  std::string name_;
};

}  // namespace

std::unique_ptr<Proposer> make_tpe(const SearchSpace& space, const SearchRules& rules) {
  return std::make_unique<Tpe>(space, rules);
}

}  // namespace regretta
