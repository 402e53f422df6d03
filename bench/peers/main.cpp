// peer_NAME [GOOGLE BENCHMARK OPTIONS]    measures
// peer_NAME --check REFERENCE             compares with the engine

#include <benchmark/benchmark.h>

#include <memory>
#include <string_view>

#include "regretta/bench/peers/check.hpp"

namespace regretta::peers {
namespace {

/// Items are trial-rounds.
void run(benchmark::State& state, const std::function<Played()>& play) {
  Played all;
  for (auto _ : state) {
    const Played played = play();
    all.rounds += played.rounds;
    all.active += played.active;
  }
  const auto rounds = static_cast<double>(all.rounds);
  state.SetItemsProcessed(all.rounds);
  state.counters["active"] = static_cast<double>(all.active) / rounds;
  state.counters["ns"] = benchmark::Counter(rounds * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void register_benchmarks(const std::vector<Peer>& peers) {
  for (const Peer& peer : peers)
    for (std::size_t l = 0; l < all_learners.size(); ++l)
      for (const auto& [K, m] : {std::pair{2, 1}, {10, 1}, {100, 1}, {100, 3}}) {
        const std::string name =
            "peer/" + peer.name + "/" + learner_names[l] + "/" + std::to_string(K) + "/" + std::to_string(m);
        // Google Benchmark calls this several times, so slow preparations are done once.
        const auto prepared = std::make_shared<std::function<Played()>>();
        const auto measure = [prepared, prepare = peer.prepare, learner = all_learners[l], arms = K,
                              constraints = m](benchmark::State& state) {
          if (!*prepared) *prepared = prepare(Game(common_cell(arms, constraints), learner));
          run(state, *prepared);
        };
        benchmark::RegisterBenchmark(name.c_str(), measure)->Unit(benchmark::kMillisecond);
      }
}

}  // namespace
}  // namespace regretta::peers

int main(int argc, char** argv) {
  const auto peers = regretta::peers::all_peers();
  if (argc == 3 && std::string_view(argv[1]) == "--check") return regretta::peers::check(peers, argv[2]) ? 0 : 1;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  regretta::peers::register_benchmarks(peers);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
