/// Uses threads in every way in which a run does, in a program that is small enough for the thread sanitizer:
///
///   tsan_threads sound|planted THREADS FILE
///
/// runs a study into FILE while a thread reads its progress, checks the file, plays every trial again and prints the
/// digest. With `planted`, one of the learners has a data race.

#include <chrono>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "regretta/engine/evidence/stopping.hpp"
#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/maintenance/verify.hpp"
#include "regretta/engine/study/run_study.hpp"
#include "regretta/environments/catalogue.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/hedge.hpp"

namespace regretta {
namespace {

/// Has a data race: counts the rounds of all trials in one counter, while several threads play trials.
template <class Real>
class Careless {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoParams;

  Careless(const Problem& problem, const NoParams&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))) {}
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback&) { ++rounds_seen; }

 private:
  static inline std::int64_t rounds_seen = 0;
  Vector<Real> x_;
};

constexpr std::string_view study_text = R"(
[study]
name = "threads"
horizon = [50, 200]
trials = 60
checkpoints = 5
[[environment]]
kind = "random-instance"
arms = 3
corruption = { budget = [0, 20], schedule = "front", direction = "slander" }
[[environment]]
kind = "composed"
arms = 3
losses = { kind = "anti-leader" }
violations = { kind = "random" }
[[learner]]
kind = ["hedge", "conomd-fs", "LAST"]
)";

Catalogue small_catalogue() {
  Catalogue catalogue;
  catalogue.learners = {learner_entry<Hedge>({.name = "hedge", .summary = "", .source = ""}),
                        learner_entry<ConOmdFs, double>({.name = "conomd-fs", .summary = "", .source = ""}),
                        learner_entry<Hedge, double>({.name = "sound", .summary = "", .source = ""}),
                        learner_entry<Careless, double>({.name = "planted", .summary = "", .source = ""})};
  add_environments(catalogue);
  return catalogue;
}

/// Reads the progress of a run, like the program's display.
class Watcher final : public RunObserver {
 public:
  void opened(const std::shared_ptr<RunProgress>& progress) override {
    display_ = std::jthread([progress](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        if (progress->rounds.total() < 0 || progress->trials_saved < 0 || progress->seconds_left < 0) std::abort();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
  }

 private:
  std::jthread display_;
};

void run(const Plan& plan, int threads, const std::string& path) {
  Watcher watcher;
  run_study(plan, path, {.policy = usual_policy(), .threads = threads}, watcher);
}

bool reproduces(const StudyReader& study, RebuiltCells& cells, const std::vector<BlockRange>& blocks, int threads) {
  const std::atomic<bool> stop = false;
  return recompute(study, cells, blocks, threads, stop).empty();
}

void check(const Catalogue& catalogue, int threads, const std::string& path) {
  const StudyReader study = StudyReader::open(path);
  const StudyHealth health = examine(study);
  RebuiltCells cells(study, catalogue, "");
  if (!health.is_sound() || !reproduces(study, cells, health.sound, threads))
    throw std::runtime_error("the file is damaged, or trials played again have other results");
  fmt::print("{}\n", digest_of(study).digest);
}

}  // namespace
}  // namespace regretta

int main(int argc, char** argv) {
  using namespace regretta;
  if (argc != 4) return 2;
  try {
    const int threads = std::atoi(argv[2]);
    std::string text(study_text);
    text.replace(text.find("LAST"), 4, argv[1]);
    const Catalogue catalogue = small_catalogue();
    run(make_plan(parse_study(text, "threads.toml", ""), catalogue), threads, argv[3]);
    check(catalogue, threads, argv[3]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
