// Whole studies, including the file: rounds per second, and the share of the workers' time spent in rounds. What the
// leader of an MPI job can take.

#include <benchmark/benchmark.h>

#include <filesystem>

#include <fmt/format.h>

#include "regretta/engine/study/run_study.hpp"
#include "regretta/tools/mpi/block_message.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

namespace files = std::filesystem;

void study(benchmark::State& state, const char* name, const std::vector<std::string>& overrides) {
  const Plan plan = make_plan(read_study(std::string(REGRETTA_STUDIES) + "/" + name, overrides), standard_catalogue());
  const files::path folder = files::temp_directory_path() / ("regretta-bench-" + std::to_string(getpid()));
  files::create_directory(folder);
  double rounds = 0, busy = 0, seconds = 0;
  for (auto _ : state) {
    const RunOutcome outcome =
        run_study(plan, (folder / "study.db").string(), {.threads = static_cast<int>(state.range(0))});
    rounds += static_cast<double>(outcome.rounds);
    busy += outcome.busy_seconds;
    seconds += outcome.seconds * static_cast<double>(state.range(0));
    state.PauseTiming();
    for (const auto& entry : files::directory_iterator(folder)) files::remove(entry);
    state.ResumeTiming();
  }
  files::remove_all(folder);
  state.SetItemsProcessed(static_cast<std::int64_t>(rounds));
  state.counters["in_rounds"] = busy / seconds;
}

/// Stands for 256 ranks that need no time to play: the next result is always there. As with MPI, results come as
/// messages, which the leader decodes.
class IdleRanks final : public Crew {
 public:
  explicit IdleRanks(BlockResult block) : block_(std::move(block)) {}

  int workers() const override { return 256; }
  void serve(const std::function<std::optional<Assignment>()>& take,
             const std::function<void(std::size_t, BlockResult)>& put, const std::atomic<bool>&) override {
    const TrialShape shape{.checkpoints = block_.trials.front().curve.size()};
    while (const auto work = take()) {
      block_.range = work->range;
      for (std::size_t k = 0; k < block_.trials.size(); ++k)
        block_.trials[k].trial = work->range.first + static_cast<std::int64_t>(k);
      const std::vector<std::byte> message = block_message(work->part, block_, shape);
      auto [part, result] = read_block_message(message);
      put(part, std::move(result));
    }
  }

 private:
  BlockResult block_;
};

/// What rank 0 of an MPI job can take: blocks of 8 trials and the given number of checkpoints, or as many trials as
/// blocks of short trials have.
void leader(benchmark::State& state, int horizon, int checkpoints) {
  const std::string text = fmt::format(
      "[study]\ntrials = {}\nhorizon = {}\ncheckpoints = {}\n[[environment]]\nkind = \"stationary\"\n"
      "loss = [0.2, 0.5]\nviolation = [[0.1, -0.2]]\n[[learner]]\nkind = \"uniform\"\n",
      horizon < 1000 ? 1 << 21 : 200'000, horizon, checkpoints);
  const Plan plan = make_plan(parse_study(text, "leader", ".", {}), standard_catalogue());
  const files::path folder = files::temp_directory_path() / ("regretta-bench-" + std::to_string(getpid()));
  files::create_directory(folder);
  const BlockList all = planned_blocks(layout_of(plan));
  IdleRanks ranks(advance_block(plan.cells[0], all[0], {}));
  double trials = 0;
  for (auto _ : state) {
    StudyWriter file((folder / "study.db").string(), plan);
    RunProgress progress(0);  // rank 0 itself plays nothing
    trials += static_cast<double>(run_blocks(plan, file.saver(), file.missing(), progress, &ranks).trials);
    state.PauseTiming();
    for (const auto& entry : files::directory_iterator(folder)) files::remove(entry);
    state.ResumeTiming();
  }
  files::remove_all(folder);
  state.counters["trials"] = benchmark::Counter(trials, benchmark::Counter::kIsRate);
  state.counters["blocks"] =
      benchmark::Counter(trials / static_cast<double>(all[0].count), benchmark::Counter::kIsRate);
}

void threads(benchmark::internal::Benchmark* b) { b->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime(); }

// T = 72,400 and 100,000: everything but rounds must stay below 5% of the time.
BENCHMARK_CAPTURE(study, flight_delays, "flight-delays.toml", {"study.trials=16"})
    ->Name("study/flight-delays")
    ->Apply(threads);
BENCHMARK_CAPTURE(study, corruption_sweep, "corruption-sweep.toml", {"study.trials=8"})
    ->Name("study/corruption-sweep")
    ->Apply(threads);

BENCHMARK_CAPTURE(leader, T100, 100, 1)->Name("leader/T=100")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(leader, T1e5, 100'000, 30)->Name("leader/T=1e5")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace regretta
