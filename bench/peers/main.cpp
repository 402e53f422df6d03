// peer_plain_BUILD [OPTIONS]            measures; options are those of Google Benchmark
// peer_plain_BUILD --check REFERENCE    compares the loop with the engine (check.cpp)

#include <benchmark/benchmark.h>

#include <string_view>

#include "regretta/bench/peers/game.hpp"

namespace regretta::peers {
namespace {

/// Plays trials one after the other, each with its own seed. Items are rounds of trials.
void run(benchmark::State& state, const Game& game) {
  std::uint64_t seed = 0;
  std::int64_t active = 0;
  for (auto _ : state) active += play(game, ++seed).totals.active;
  state.SetItemsProcessed(state.iterations() * game.cell.horizon);
  const double rounds = static_cast<double>(state.iterations()) * static_cast<double>(game.cell.horizon);
  state.counters["active"] = static_cast<double>(active) / rounds;
  state.counters["ns"] = benchmark::Counter(rounds * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void register_benchmarks() {
  for (std::size_t l = 0; l < all_learners.size(); ++l)
    for (const auto& [K, m] : {std::pair{2, 1}, {10, 1}, {100, 1}, {100, 3}}) {
      const std::string name =
          std::string("peer/plain_loop/") + learner_names[l] + "/" + std::to_string(K) + "/" + std::to_string(m);
      const auto measure = [game = Game(common_cell(K, m), all_learners[l])](benchmark::State& state) {
        run(state, game);
      };
      benchmark::RegisterBenchmark(name.c_str(), measure)->Unit(benchmark::kMillisecond);
    }
}

}  // namespace
}  // namespace regretta::peers

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--check") return regretta::peers::check(argv[2]) ? 0 : 1;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  regretta::peers::register_benchmarks();
  benchmark::RunSpecifiedBenchmarks();
}
