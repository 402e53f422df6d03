// The parts of a round: nanoseconds per trial for a draw, an exponential and a projection.

#include <benchmark/benchmark.h>

#include <numeric>

#include "regretta/engine/real/randomness.hpp"
#include "regretta/learners/math/kl_projection.hpp"
#include "regretta/learners/math/lane_weights.hpp"

namespace regretta {
namespace {

using Lanes = Pack<8>;
constexpr int W = lanes<Lanes>;
constexpr int num_packs = 128;  // 8 KiB, which fits into the first-level cache

/// Reports the nanoseconds per operation. `count`: number of operations per iteration.
void report_ns(benchmark::State& state, double count) {
  using benchmark::Counter;
  const double operations = count * static_cast<double>(state.iterations());
  state.counters["ns"] = Counter(1e-9 * operations, Counter::kIsRate | Counter::kInvert);
}

/// Draws of 32 bits, as in a round: two values for every arm.
void draw(benchmark::State& state) {
  const Draws<Lanes> draws(1, 0);
  std::vector<Draws<Lanes>::Block> arms(num_packs);
  std::int64_t t = 0;
  for (auto _ : state) {
    ++t;
    draws.values(t, 0, arms);
    benchmark::DoNotOptimize(arms.data());
    benchmark::ClobberMemory();
  }
  report_ns(state, 2.0 * num_packs * W);
}
BENCHMARK(draw)->Name("primitive/draw");

template <class Function>
void exponential(benchmark::State& state, Function function) {
  Vector<Lanes> u(num_packs), result(num_packs);
  for (int a = 0; a < num_packs; ++a) u[a] = Lanes(1e-4 * a);
  for (auto _ : state) {
    for (int a = 0; a < num_packs; ++a) result[a] = function(u[a]);
    benchmark::DoNotOptimize(result.data());
    benchmark::ClobberMemory();
  }
  report_ns(state, 1.0 * num_packs * W);
}
BENCHMARK_CAPTURE(exponential, short, [](Lanes u) REGRETTA_FLAT { return exp_short(u); })->Name("primitive/exp-short");
BENCHMARK_CAPTURE(exponential, small, [](Lanes u) REGRETTA_FLAT { return exp_small(u); })->Name("primitive/exp-small");
BENCHMARK_CAPTURE(exponential, whole, [](Lanes u) REGRETTA_FLAT { return exp(u); })->Name("primitive/exp");

/// The projection of weights that violate every constraint slightly, as in a round that needs a projection.
void projection(benchmark::State& state) {
  const int K = static_cast<int>(state.range(0)), m = static_cast<int>(state.range(1));
  const Draws<Lanes> draws(1, 0);
  Vector<Lanes> y(K);
  Matrix<Lanes> A(m, K);
  for (int a = 0; a < K; ++a) y[a] = draws.uniform_at(Stream::instance, 0, a) + Lanes(0.1);
  const Lanes sum = std::accumulate(y.begin(), y.end(), Lanes(0.0));
  for (int i = 0; i < m; ++i) {
    Lanes average(0.0);
    for (int a = 0; a < K; ++a) {
      A(i, a) = draws.uniform_at(Stream::instance, i + 1, a);
      average = fma(A(i, a), y[a] / sum, average);
    }
    for (int a = 0; a < K; ++a) A(i, a) = A(i, a) - average + Lanes(1e-3);
  }
  KlProjection<Lanes> projection(K, m);
  const LaneWeights<Lanes> start(y);
  LaneWeights<Lanes> x = start;
  for (auto _ : state) {
    x = start;
    x.finish(projection.solve(x, {A, Lanes(0.0), Lanes(1.1)}), {});
    benchmark::DoNotOptimize(x.vector().data());
    benchmark::ClobberMemory();
  }
  report_ns(state, W);
}
BENCHMARK(projection)->Name("primitive/projection")->ArgsProduct({{2, 10, 100, 1000}, {1, 3, 8}});

}  // namespace
}  // namespace regretta
