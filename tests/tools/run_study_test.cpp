// A study that another program runs: into a file, in memory, in pieces, watched, and stopped.

#include "regretta/engine/study/run_study.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/stopping.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"

namespace regretta::fakes {
namespace {

Plan plan_with(const std::vector<std::string>& overrides = {}) {
  return make_plan(parse_study(dice_study, "s.toml", "", overrides), dice_catalogue());
}

/// Everything that is known of a study, as text.
std::string all_of(const Results& study) {
  std::string text;
  for (const TableKind kind : {TableKind::cells, TableKind::trials, TableKind::curves})
    for_each_row(study, kind, [&text](const Row& row) {
      for (const Value& value : row) text += plain_text(value) + ",";
    });
  for (const CellLabel& cell : study.cells())
    for (const Quantity quantity : study.quantities().all()) {
      const MeanEstimate mean = study.means(cell, {quantity}).front();
      text += fmt::format("{} {} {} {},", mean.mean, mean.interval.low, mean.interval.high,
                          study.bound(cell, quantity).value);
    }
  return text;
}

TEST(RunStudy, MemoryHoldsWhatAFileHolds) {
  const Folder folder;
  for (const std::vector<std::string>& overrides :
       {std::vector<std::string>{}, {"study.until=ranked", "study.most_trials=640"}}) {
    const Plan plan = plan_with(overrides);
    const std::string path = folder.path(overrides.empty() ? "plain.db" : "stopped.db");
    const RunOutcome outcome = run_study(plan, path, {.policy = usual_policy(), .threads = 2});
    const Results of_file = Results::open(path);
    const Results of_memory(play_study(plan, {.policy = usual_policy(), .threads = 1}));
    EXPECT_EQ(outcome.digest, digest_of(of_file).digest);
    EXPECT_EQ(outcome.digest, digest_of(of_memory).digest);
    EXPECT_EQ(outcome.saved, outcome.planned);
    EXPECT_TRUE(of_memory.has_bounds());
    EXPECT_EQ(all_of(of_memory), all_of(of_file));
    EXPECT_EQ(of_memory.database().file(), "memory");
  }
}

class Stopper final : public RunObserver {
 public:
  void opened(const std::shared_ptr<RunProgress>& opened) override { progress = opened; }
  void starts_playing() override {
    ++starts;
    progress->stop = stop_at_once;
  }
  void has_played() override { ++ends; }

  bool stop_at_once = false;
  int starts = 0, ends = 0;
  std::shared_ptr<RunProgress> progress;
};

TEST(RunStudy, AnObserverSeesAndStopsIt) {
  const Folder folder;
  const Plan plan = plan_with();
  Stopper stopper;
  stopper.stop_at_once = true;
  const RunOutcome stopped = run_study(plan, folder.path("s.db"), {.policy = usual_policy(), .threads = 1}, stopper);
  EXPECT_TRUE(stopped.interrupted);
  EXPECT_EQ(stopped.digest, "");
  Stopper watcher;
  const RunOutcome resumed = run_study(plan, folder.path("s.db"), {.policy = usual_policy(), .threads = 1}, watcher);
  EXPECT_FALSE(resumed.interrupted);
  EXPECT_EQ(resumed.trials + stopped.trials, resumed.saved);
  EXPECT_EQ(watcher.progress->trials_before, stopped.trials);
  EXPECT_EQ(watcher.starts, 1);
  EXPECT_EQ(watcher.ends, 1);
  Stopper again;
  EXPECT_EQ(run_study(plan, folder.path("s.db"), {.policy = usual_policy()}, again).digest, resumed.digest);
  EXPECT_EQ(again.starts, 0) << "nothing is missing";
  EXPECT_EQ(resumed.digest, digest_of(play_study(plan)).digest);
}

TEST(RunStudy, AStopRuleNeedsAPolicy) {
  EXPECT_THROW(play_study(plan_with({"study.until=ranked"})), std::invalid_argument);
}

}  // namespace
}  // namespace regretta::fakes
