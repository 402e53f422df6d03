// Whole studies, including their files: rounds per second, and the share of time that threads spend in rounds.

#include <benchmark/benchmark.h>

#include <filesystem>

#include "regretta/engine/study/run_study.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

namespace files = std::filesystem;

void study(benchmark::State& state, const char* name, const std::vector<std::string>& overrides) {
  const Plan plan = make_plan(read_study(std::string(REGRETTA_STUDIES) + "/" + name, overrides), standard_catalogue());
  const files::path folder = files::temp_directory_path() / ("regretta-bench-" + std::to_string(getpid()));
  files::create_directory(folder);
  double rounds = 0, busy_seconds = 0, thread_seconds = 0;
  for (auto _ : state) {
    const RunOutcome outcome =
        run_study(plan, (folder / "study.db").string(), {.threads = static_cast<int>(state.range(0))});
    rounds += static_cast<double>(outcome.rounds);
    busy_seconds += outcome.busy_seconds;
    thread_seconds += outcome.seconds * static_cast<double>(state.range(0));
    state.PauseTiming();
    for (const auto& entry : files::directory_iterator(folder)) files::remove(entry);
    state.ResumeTiming();
  }
  files::remove_all(folder);
  state.SetItemsProcessed(static_cast<std::int64_t>(rounds));
  state.counters["in_rounds"] = busy_seconds / thread_seconds;
}

void threads(benchmark::internal::Benchmark* b) { b->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime(); }

// The horizons are 72,400 and 100,000 rounds: everything besides the rounds must take less than 5% of the time.
BENCHMARK_CAPTURE(study, flight_delays, "flight-delays.toml", {"study.trials=16"})
    ->Name("study/flight-delays")
    ->Apply(threads);
BENCHMARK_CAPTURE(study, corruption_sweep, "corruption-sweep.toml", {"study.trials=8"})
    ->Name("study/corruption-sweep")
    ->Apply(threads);

}  // namespace
}  // namespace regretta
