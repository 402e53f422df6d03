#include "regretta/tools/commands/throughput.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/environments/catalogue.hpp"
#include "regretta/tools/commands/common_cell.hpp"

namespace regretta {
namespace {

std::vector<const LearnerEntry*> find_learners(const Catalogue& catalogue, const std::vector<std::string>& names) {
  std::vector<const LearnerEntry*> found;
  std::vector<std::string> known;
  for (const LearnerEntry& entry : catalogue.learners) {
    known.push_back(entry.name);
    if (names.empty()) found.push_back(&entry);
  }
  for (const std::string& name : names) {
    const LearnerEntry* entry = catalogue.learner(name);
    if (entry == nullptr)
      throw std::invalid_argument(
          fmt::format("unknown learner \"{}\"{}", name, expected_instead(name, known, "regretta list")));
    found.push_back(entry);
  }
  return found;
}

std::string common_study(const std::vector<const LearnerEntry*>& learners, const CommonCell& cell) {
  const auto K = static_cast<std::size_t>(cell.num_arms);
  std::vector<std::string> rows;
  for (std::size_t first = 0; first < cell.violation.size(); first += K)
    rows.push_back(
        fmt::format("[{}]", fmt::join(cell.violation.data() + first, cell.violation.data() + first + K, ", ")));
  std::string text = fmt::format(
      "[study]\nname = \"throughput\"\nseed = 1\ntrials = {}\nhorizon = {}\ndelta = {}\n[[environment]]\n"
      "kind = \"stationary\"\nnoise = \"bernoulli\"\nloss = [{}]\nviolation = [{}]\n",
      pack_trials, cell.horizon, CommonCell::delta, fmt::join(cell.loss, ", "), fmt::join(rows, ", "));
  for (const LearnerEntry* learner : learners) {
    text += fmt::format("[[learner]]\nkind = \"{}\"\n", learner->name);
    if (std::ranges::count(learner->parameters, "confidence_scale", &ParameterInfo::name) > 0)
      text += fmt::format("confidence_scale = {}\n", CommonCell::confidence_scale);
  }
  return text;
}

void measure_trials(benchmark::State& state, const Cell& cell, int trials) {
  const CellWork& work = cell.prepared();
  double active = 0;
  for (auto _ : state) {
    const auto results = cell.bound_learner.run(work, state.thread_index() * trials, trials, RunControl{});
    if (results.front().failure) state.SkipWithError(results.front().failure->message.c_str());
    active = results.front()[quantity_named("active_rounds")] / static_cast<double>(work.problem.horizon);
  }
  const double rounds = static_cast<double>(state.iterations()) * static_cast<double>(work.problem.horizon) * trials;
  using benchmark::Counter;
  state.SetItemsProcessed(static_cast<std::int64_t>(rounds));
  state.counters["active"] = Counter(active, Counter::kAvgThreads);
  state.counters["ns"] = Counter(1e-9 * rounds, Counter::kAvgThreadsRate | Counter::kInvert);  // time / rounds
}

}  // namespace

Plan throughput_plan(const Catalogue& catalogue, const std::vector<std::string>& learners, int num_arms,
                     int num_constraints, std::int64_t horizon, const std::vector<std::string>& overrides) {
  const std::string text =
      common_study(find_learners(catalogue, learners), common_cell(num_arms, num_constraints, horizon));
  Catalogue with_stationary = catalogue;
  if (catalogue.environment("stationary") == nullptr) add_environments(with_stationary);
  return make_plan(parse_study(text, "throughput", ".", overrides), with_stationary);
}

void register_throughput(const Catalogue& catalogue, const ThroughputOptions& options) {
  for (const int K : options.arms) {
    for (const int m : options.constraints) {
      const auto plan = std::make_shared<const Plan>(
          throughput_plan(catalogue, options.learners, K, m, options.horizon, options.overrides));
      for (const Cell& cell : plan->cells) {
        const int trials_at_once = cell.bound_learner.trials_at_once;
        for (const int trials : options.single ? std::vector{trials_at_once, 1} : std::vector{trials_at_once}) {
          std::string name = fmt::format("{}/{}/{}", cell.learner_name, K, m);
          for (std::size_t k = 0; k < cell.swept.size(); ++k)
            if (cell.swept[k].has_value()) name += fmt::format("/{}={}", plan->swept_names[k], to_text(cell.swept[k]));
          if (trials == 1) name += "/single";
          auto* registered = benchmark::RegisterBenchmark(
              name.c_str(), [plan, &cell, trials](benchmark::State& state) { measure_trials(state, cell, trials); });
          registered->Unit(benchmark::kMillisecond);
          for (const int threads : options.threads) registered->Threads(threads);
          if (options.threads != std::vector{1}) registered->UseRealTime();
        }
      }
    }
  }
}

}  // namespace regretta
