// regretta_bench: measures primitives, rounds of every learner, and whole studies. All run in one process, so that
// their ratios are measured under the same conditions. Takes the options of Google Benchmark.

#include <benchmark/benchmark.h>

#include "regretta/tools/commands/throughput.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

/// Registers NAME/K/m (trials in lanes) and NAME/K/m/single (one trial at a time) of every learner.
void register_rounds() {
  const Catalogue catalogue = standard_catalogue();
  for (const int K : {2, 10, 100, 1000}) {
    ThroughputOptions options;
    options.single = true;
    options.arms = {K};
    options.constraints = {1, 3, 8};
    if (K == 1000) {
      options.horizon = 10'000;
      options.overrides = {"learner.exploration=false"};  // T^beta rounds for each arm would exceed the horizon
    }
    register_throughput(catalogue, options);
  }
}

}  // namespace
}  // namespace regretta

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  regretta::register_rounds();
  benchmark::RunSpecifiedBenchmarks();
}
