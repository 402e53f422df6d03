// Tests the table of `regretta bench`, and its JSON, which has the format of Google Benchmark.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "program_process.hpp"

namespace regretta::fakes {
namespace {

TEST(Bench, PrintsALinePerSizeAndThreadCountAndWritesJson) {
  const Folder folder;
  const std::vector<std::string> bench = {"bench",     "dice", "--arms",        "2,3", "--threads",  "1,2",
                                          "--horizon", "50",   "--repetitions", "2",   "--min-time", "0.001"};
  const Outcome result = regretta(folder, bench);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  // Names are learner/arms/constraints; "of ideal" heads the share of the ideal speed-up by threads.
  expect_parts(result.out, {"dice/2/1 ", "dice/3/1 ", "of ideal", "2 repetitions, 50 rounds each"});
  std::vector<std::string> to_file = bench;
  to_file.insert(to_file.end(), {"--format", "json", "--output", "b.json"});
  ASSERT_EQ(regretta(folder, to_file).status, 0);
  const auto json = nlohmann::json::parse(read_text(folder.path("b.json")));
  EXPECT_TRUE(json.at("context").contains("num_cpus"));
  const auto& runs = json.at("benchmarks");
  EXPECT_EQ(std::ranges::count(runs, "iteration", [](const auto& run) { return run.at("run_type"); }), 2 * 2 * 2);
  EXPECT_EQ(std::ranges::count(runs, "median", [](const auto& run) { return run.value("aggregate_name", ""); }), 2 * 2);
  for (const auto& run : runs) EXPECT_TRUE(run.at("run_type") != "iteration" || run.at("ns") > 0);
}

TEST(Bench, AnUnwritableFileIsReportedBeforeMeasuring) {
  const Folder folder;
  const Outcome result = regretta(folder, {"bench", "dice", "--min-time", "3600", "--output", "no/such/b.json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(result.err.starts_with("regretta: no/such/b.json: cannot be written")) << result.err;
}

}  // namespace
}  // namespace regretta::fakes
