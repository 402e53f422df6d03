// Whole rounds of the paper's learners: environment, draws, sampling, books and update, one core. Items are
// trial-rounds. Every learner runs with W trials in lanes and with Real = double in the same process: quote the ratio.

#include <benchmark/benchmark.h>

#include "regretta/bench/common_cell_work.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/learners/references.hpp"

namespace regretta {
namespace {

template <template <class> class L, class Real>
void rounds(benchmark::State& state) {
  const CellWork work =
      common_cell_work(common_cell(static_cast<int>(state.range(0)), static_cast<int>(state.range(1))));
  const auto horizon = static_cast<double>(work.problem.horizon);
  double active = 0;
  for (auto _ : state) {
    const auto trials = play(make_for_common_cell<L, Real>(work), work, 0, RunControl{});
    active = 0;
    for (const TrialResult& trial : trials) active += trial[Quantity::active_rounds] / (horizon * lanes<Real>);
    benchmark::DoNotOptimize(active);
  }
  const double advanced = static_cast<double>(state.iterations()) * horizon * lanes<Real>;
  state.SetItemsProcessed(static_cast<std::int64_t>(advanced));
  state.counters["active"] = active;
  state.counters["ns"] = benchmark::Counter(advanced * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void sizes(benchmark::internal::Benchmark* b) {
  b->Args({2, 1})->Args({10, 1})->Args({100, 1})->Args({100, 3})->Unit(benchmark::kMillisecond)->MinTime(0.2);
}

#define REGRETTA_BENCH(L, name)                                              \
  BENCHMARK_TEMPLATE(rounds, L, Pack<8>)->Name(name "/pack8")->Apply(sizes); \
  BENCHMARK_TEMPLATE(rounds, L, double)->Name(name "/double")->Apply(sizes)
REGRETTA_BENCH(ConOmdFs, "conomd-fs");
REGRETTA_BENCH(ConOmdFsIx, "conomd-fs-ix");
REGRETTA_BENCH(ExpOptConOmd, "expopt-conomd");
REGRETTA_BENCH(KnownCBandit, "known-c-bandit");
REGRETTA_BENCH(Uniform, "uniform");

}  // namespace
}  // namespace regretta
