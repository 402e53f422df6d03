// peer_rivals [GOOGLE BENCHMARK OPTIONS]    measures
// peer_rivals --check REFERENCE             compares with the engine's means
//
// Learners other than the paper's as plain loops, with one constraint.

#include "regretta/bench/peers/plain_rivals.hpp"

#include <benchmark/benchmark.h>

#include <string_view>

#include "regretta/bench/peers/check.hpp"

namespace regretta::peers {
namespace {

/// The rounds of a learner in the common cell.
template <class L>
Books play(const CommonCell& cell, std::uint64_t seed) {
  std::mt19937_64 source(seed);
  const auto uniform = [&source] { return static_cast<double>(source() >> 11) * 0x1p-53; };
  L learner(cell, source);
  Books books(1);
  const std::size_t K = arms_of(cell);
  for (std::int64_t t = 1; t <= cell.horizon; ++t) {
    std::size_t arm = 0;
    double loss = 0, violation = 0;
    if constexpr (requires { learner.arm(); }) {
      arm = learner.arm();
      loss = cell.loss[arm];
      violation = cell.violation[arm];
    } else {
      const std::vector<double>& x = learner.strategy();
      double rest = uniform();
      while (arm + 1 < K && rest >= x[arm]) rest -= x[arm++];
      for (std::size_t a = 0; a < K; ++a) loss += cell.loss[a] * x[a];
      for (std::size_t a = 0; a < K; ++a) violation += cell.violation[a] * x[a];
    }
    const double paid = uniform() < cell.loss[arm] ? 1 : 0,
                 incurred = uniform() < 0.5 + 0.5 * cell.violation[arm] ? 1 : -1;
    books.add_loss(paid, loss);
    books.add_violation(0, violation, incurred);
    learner.observe({arm, paid, incurred});
  }
  return books;
}

std::vector<Rival> all_rivals() {
  return {{"exp3", play<PlainExp3>},   {"tsallis-inf", play<PlainTsallisInf>},
          {"ucb1", play<PlainUcb1>},   {"kl-ucb", play<PlainKlUcb>},
          {"optlp", play<PlainOptLp>}, {"ns-lp", play<PlainNsLp>},
          {"opb", play<PlainOpb>}};
}

/// Items are rounds.
void register_benchmarks(const std::vector<Rival>& rivals) {
  for (const Rival& rival : rivals)
    for (const int K : {2, 10, 100}) {
      const std::string name = "peer/plain_loop/" + rival.name + "/" + std::to_string(K) + "/1";
      const auto measure = [rival, cell = common_cell(K, 1), seed = std::uint64_t{0}](benchmark::State& state) mutable {
        for (auto _ : state) benchmark::DoNotOptimize(rival.play(cell, ++seed));
        const auto rounds = state.iterations() * cell.horizon;
        state.SetItemsProcessed(rounds);
        using benchmark::Counter;
        state.counters["ns"] = Counter(static_cast<double>(rounds) * 1e-9, Counter::kIsRate | Counter::kInvert);
      };
      benchmark::RegisterBenchmark(name.c_str(), measure)->Unit(benchmark::kMillisecond);
    }
}

}  // namespace
}  // namespace regretta::peers

int main(int argc, char** argv) {
  const auto rivals = regretta::peers::all_rivals();
  if (argc == 3 && std::string_view(argv[1]) == "--check") return regretta::peers::check(rivals, argv[2]) ? 0 : 1;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  regretta::peers::register_benchmarks(rivals);
  benchmark::RunSpecifiedBenchmarks();
}
