// Whole rounds of the paper's learners: environment, draws, sampling, books and update, one core. Items are
// trial-rounds. Every learner runs with W trials in lanes and with Real = double in the same process: quote the ratio.

#include <benchmark/benchmark.h>

#include "regretta/engine/trial/checkpoints.hpp"
#include "regretta/engine/trial/play.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/learners/references.hpp"

namespace regretta {
namespace {

constexpr std::int64_t horizon = 100'000;

/// One row for all rounds.
struct OneRow {
  std::vector<double> values;
  std::int64_t num_rows() const { return 1; }
  std::int64_t row_at(std::int64_t) const { return 0; }
  std::int64_t same_until(std::int64_t) const { return horizon; }
  void read(std::int64_t, std::span<double> out) const { std::copy(values.begin(), values.end(), out.begin()); }
};

/// Cheap arms violate, dear ones do not, so that the projection works in most rounds: with confidence scale 1/4, xi_t
/// falls below the violations of the cheap arms after a tenth of the horizon.
CellWork common_cell(int K, int m) {
  Adversary adversary;
  adversary.num_arms = K;
  adversary.num_constraints = m;
  adversary.horizon = horizon;
  OneRow loss, violation;
  for (int a = 0; a < K; ++a) loss.values.push_back(0.2 + 0.6 * a / K);
  for (int i = 0; i < m; ++i)
    for (int a = 0; a < K; ++a) violation.values.push_back(0.5 - 0.9 * ((a + i) % K) / K);
  adversary.losses = MeanRows(loss);
  adversary.violations = MeanRows(violation);
  adversary.noise.kind = NoiseKind::bernoulli;
  CellWork work;
  work.problem = {.horizon = horizon, .num_arms = K, .num_constraints = m, .delta = 0.05};
  work.seed = 1;
  work.checkpoints = log_spaced_checkpoints(horizon, 32);
  work.facts = std::make_shared<const CellFacts>(compute_facts(adversary, work.checkpoints));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

template <template <class> class L, class Real>
L<Real> make(const CellWork& work) {
  typename L<Real>::Params params;
  if constexpr (requires { params.confidence_scale; }) params.confidence_scale = 0.25;
  if constexpr (NeedsOracle<L<Real>>) {
    return L<Real>(work.problem, params, work.facts->oracle());
  } else {
    return L<Real>(work.problem, params);
  }
}

template <template <class> class L, class Real>
void rounds(benchmark::State& state) {
  const CellWork work = common_cell(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  double active = 0;
  for (auto _ : state) {
    const auto trials = play(make<L, Real>(work), work, 0, RunControl{});
    active = trials[0][Quantity::active_rounds] / horizon;
    benchmark::DoNotOptimize(active);
  }
  const double advanced = static_cast<double>(state.iterations()) * horizon * lanes<Real>;
  state.SetItemsProcessed(static_cast<std::int64_t>(advanced));
  state.counters["active"] = active;
  state.counters["ns"] = benchmark::Counter(advanced * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void sizes(benchmark::internal::Benchmark* b) {
  b->Args({10, 1})->Args({100, 3})->Unit(benchmark::kMillisecond)->MinTime(0.2);
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
