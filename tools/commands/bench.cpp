#include <algorithm>
#include <map>
#include <sstream>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/study/text/study.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/throughput.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/text_table.hpp"

namespace regretta {
namespace {

/// Whether Google Benchmark is 1.8 or later, which renamed members of Run and takes times with a unit.
template <class Run>
constexpr bool since_1_8 = requires(const Run& run) {
  run.skipped;
};

/// The reason why a run was not measured; "" if it was.
template <class Run>
std::string skip_reason(const Run& run) {
  if constexpr (since_1_8<Run>) {
    return run.skipped != decltype(run.skipped)() ? run.skip_message : "";
  } else {
    return run.error_occurred ? run.error_message : "";
  }
}

struct BenchOptions {
  ThroughputOptions throughput;
  int repetitions = 9;
  double min_time = 0.2;
  std::string format = "text";
  std::string output;
};

/// Collects repetitions. The table has a row per benchmark and thread count, with the share of the ideal speed-up.
class TableReporter final : public benchmark::BenchmarkReporter {
 public:
  TableReporter() { json_.SetOutputStream(&json_text_); }

  bool ReportContext(const Context& context) override { return json_.ReportContext(context); }

  void ReportRuns(const std::vector<Run>& runs) override {
    json_.ReportRuns(runs);
    for (const Run& run : runs) {
      const std::string skipped = skip_reason(run);
      if (!skipped.empty()) failure_ = run.run_name.function_name + ": " + skipped;
      if (run.run_type != Run::RT_Iteration || !skipped.empty()) continue;
      Measured& measured = measured_[{run.family_index, run.threads}];
      measured.name = run.run_name.function_name;
      measured.ns.push_back(run.counters.at("ns").value);
      measured.rate.push_back(run.counters.at("items_per_second").value);
      measured.active = run.counters.at("active").value;
    }
    if (interactive_) put_message(fmt::format("\r{} repetitions measured", ++repetitions_));
  }

  void Finalize() override {
    json_.Finalize();
    if (interactive_) put_message(fmt::format("\r{:40}\r", ""));
  }

  const std::string& failure() const { return failure_; }

  std::string json() const { return json_text_.str(); }

  std::string text(const Display& display) const {
    using Align = TextTable::Align;
    TextTable table;
    table.add_column("learner/K/m", Align::left, Use::key);
    for (const char* heading :
         {"threads", "ns per round", "lowest", "highest", "million rounds/s", "of ideal", "active"})
      table.add_column(heading, Align::right);
    for (const auto& [key, measured] : measured_) {
      const auto one_thread = measured_.find({key.first, 1});
      const bool has_ideal = key.second > 1 && one_thread != measured_.end();
      table.add_row({measured.name, std::to_string(key.second), fmt::format("{:.2f}", quantile_of(measured.ns, 0.5)),
                     fmt::format("{:.2f}", std::ranges::min(measured.ns)),
                     fmt::format("{:.2f}", std::ranges::max(measured.ns)),
                     fmt::format("{:.2f}", 1e-6 * quantile_of(measured.rate, 0.5)),
                     has_ideal ? fmt::format("{:.1f}%", 100 * quantile_of(measured.rate, 0.5) /
                                                            (key.second * quantile_of(one_thread->second.rate, 0.5)))
                               : "",
                     fmt::format("{:.0f}%", 100 * measured.active)});
    }
    return folded_text(table, display);
  }

 private:
  struct Measured {
    std::string name;
    std::vector<double> ns;    ///< nanoseconds per trial-round and thread, of each repetition
    std::vector<double> rate;  ///< trial-rounds per second of all threads, of each repetition
    double active = 0;         ///< share of rounds in which the projection moved the point
  };
  std::map<std::pair<std::int64_t, int>, Measured> measured_;  ///< by benchmark, in registration order, and by threads
  std::ostringstream json_text_;
  benchmark::JSONReporter json_;
  bool interactive_ = isatty(STDERR_FILENO) == 1;
  int repetitions_ = 0;
  std::string failure_;
};

int bench(const BenchOptions& options, ProgramContext& context) {
  if (!options.output.empty())
    Output(options.output);  // throws now, not after an hour of measuring, if the file cannot be written
  register_throughput(context.catalogue(), options.throughput);
  std::vector<std::string> words{context.program, fmt::format("--benchmark_repetitions={}", options.repetitions),
                                 fmt::format("--benchmark_min_time={}{}", options.min_time,
                                             since_1_8<benchmark::BenchmarkReporter::Run> ? "s" : ""),
                                 "--benchmark_enable_random_interleaving=true"};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int num_arguments = static_cast<int>(arguments.size());
  benchmark::Initialize(&num_arguments, arguments.data());
  TableReporter reporter;
  std::ostringstream unused;
  reporter.SetOutputStream(&unused);
  reporter.SetErrorStream(&unused);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  if (!reporter.failure().empty()) throw std::runtime_error(reporter.failure());
  const Display display = display_of(options.output);
  const std::string note = fmt::format(
      "Median, lowest and highest of {}, {} rounds each, one block of trials at a time per thread.\n"
      "Compare two machines or versions by ratios only, measured side by side.",
      counted(options.repetitions, "repetition"), grouped(options.throughput.horizon));
  write_output(options.output, options.format == "json" ? reporter.json()
                                                        : reporter.text(display) + "\n" + wrapped(note, display.width));
  return exit_status::done;
}

}  // namespace

void add_bench_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("bench", "Measure the rounds per second of learners on a common cell");
  auto options = std::make_shared<BenchOptions>();
  ThroughputOptions& throughput = options->throughput;
  const auto add_counts = [command](const char* name, std::vector<int>& values, const char* help, int least, int most) {
    CLI::Option* option = command->add_option(name, values, help);
    expect_integer(repeatable(option->delimiter(',')), "N,...", least, most);
  };
  command->add_option("LEARNER", throughput.learners, "Kinds of learners, yours included [all]");
  add_counts("--arms", throughput.arms, "Numbers of arms K [10]", 2, 10'000);
  add_counts("--constraints", throughput.constraints, "Numbers of constraints m [1]", 1, 64);
  add_counts("-t,--threads", throughput.threads, "Thread counts, for a scaling curve [1]", 1, 4096);
  expect_integer(command->add_option("-T,--horizon", throughput.horizon, "Rounds of a trial [100000]"), "T", 2,
                 max_horizon);
  repeatable(command->add_option(
                 "--set", throughput.overrides,
                 "Override a value of the measured study, such as learner.confidence_scale=1; may be repeated"))
      ->type_name("KEY=VALUE");
  expect_integer(command->add_option("-r,--repetitions", options->repetitions, "Repetitions, in random order [9]"), "N",
                 1, 1000);
  expect_number(command->add_option("--min-time", options->min_time, "Minimum seconds per repetition [0.2]"), "S",
                0.001, 3600.0);
  add_format_options(*command, options->format, options->output, {"text", "json"},
                     "text or json [by the ending of --output: .json; else text]");
  add_with_option(*command, context);
  end_help(*command, "", {"regretta bench", "Rounds per second of every learner on one thread"},
           {"regretta bench hedge --threads 1,2 --format json --output new.json",
            "A scaling curve, in Google Benchmark's format"});
  command->callback([options, &context] { context.status = bench(*options, context); });
}

}  // namespace regretta
