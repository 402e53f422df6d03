#include "regretta/environments/processes/trace.hpp"

#include <zlib.h>

#include <filesystem>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/tests/environments/expectations.hpp"
#include "regretta/tests/environments/temporary_folder.hpp"

namespace regretta::tests {
namespace {

const std::string flights = std::string(REGRETTA_SOURCE_DIR) + "/tools/studies/flight_delays_2001.csv";
const std::string small =
    "t,g2_1,loss_2,g1_2,loss_1,g1_1,g2_2\n"
    "1,-1,0.25,0.5,1,-0.5,1\n"
    "2,0.125,0,-1e-3,0.75,0.0625,-0.25\n";

void expect_small(const Trace& trace) {
  EXPECT_EQ(trace.num_arms, 2);
  EXPECT_EQ(trace.num_constraints, 2);
  EXPECT_EQ(trace.num_rows(), 2);
  EXPECT_EQ(trace.losses, (std::vector<double>{1, 0.25, 0.75, 0}));
  EXPECT_EQ(trace.violations, (std::vector<double>{-0.5, 0.5, -1, 1, 0.0625, -1e-3, 0.125, -0.25}));
}

TEST(Trace, ReadsColumnsInAnyOrder) {
  const TemporaryFolder folder;
  expect_small(read_trace(folder.write("a.csv", small)));
}

TEST(Trace, ReadsWhatSpreadsheetsWrite) {
  const TemporaryFolder folder;
  std::string other = small;
  for (std::size_t at = 0; (at = other.find('\n', at)) != std::string::npos; at += 2) other.replace(at, 1, "\r\n");
  expect_small(read_trace(folder.write("crlf.csv", other)));
  expect_small(read_trace(folder.write("no-final-newline.csv", small.substr(0, small.size() - 1))));
  expect_small(read_trace(folder.write("quoted.csv",
                                       "\"t\", \"g2_1\",loss_2 ,\"g1_2\",loss_1,g1_1,g2_2\n"
                                       "1,\"-1\", 0.25,0.5,1,-0.5,1\n"
                                       "2,0.125,0,-0.001,\"0.75\",0.0625,-0.25\n")));
}

TEST(Trace, ReadsWhatOtherProgramsAdd) {
  const TemporaryFolder folder;
  expect_small(read_trace(folder.write("mark.csv", "\xef\xbb\xbf" + small)));
  expect_small(read_trace(folder.write_gzip("mark.csv.gz", "\xef\xbb\xbf" + small)));
  expect_small(read_trace(folder.write("blank.csv", small + "\r\n  \n\n")));
  std::string signs = small;
  signs.replace(signs.find("0.25,0.5"), 8, "+0.25,+.5");
  expect_small(read_trace(folder.write("signs.csv", signs)));
}

TEST(Trace, LeavesOutTheColumnsThatTheStudyIgnores) {
  const TemporaryFolder folder;
  const std::string file = folder.write("own.csv",
                                        ",Datum \u2013 Tag,loss_1,g1_1,loss_2\n"
                                        "0,\"Mon, 3 \"\"Jan\"\"\",0.5,-1,x\n"
                                        "1,,0.25,1,y\n");
  const std::vector<std::string> ignored = {"", "Datum \u2013 Tag", "loss_2"};
  const Trace trace = read_trace(file, max_trace_bytes, ignored);
  EXPECT_EQ(trace.num_arms, 1);
  EXPECT_EQ(trace.losses, (std::vector<double>{0.5, 0.25}));
  EXPECT_EQ(trace.violations, (std::vector<double>{-1, 1}));
  const Value list = ignored;
  EXPECT_EQ(build("trace", {{"file", Value(file)}, {"ignore", list}}, 2).num_arms, 1);
  expect_input_error([&] { build("trace", {{"file", Value(file)}}, 2); }, "file", {"\"\"", "ignore = ["});
  expect_input_error(
      [&] {
        build("trace", {{"file", Value(file)}, {"ignore", Value("loss_3")}}, 2);
      },
      "ignore", {"own.csv has no column \"loss_3\"", "did you mean", "expected one of "});
  expect_input_error(
      [&] {
        build("trace", {{"file", Value(file)}, {"ignore", 3}}, 2);
      },
      "ignore", {"expected a list of texts"});
}

TEST(Trace, ReadsGzip) {
  const TemporaryFolder folder;
  expect_small(read_trace(folder.write_gzip("a.csv.gz", small)));
  std::string large = "loss_1,g1_1\n";  // longer than many buffers, in both forms
  for (int row = 0; row < 60'000; ++row)
    large += std::to_string(row % 1000) + "e-3,-0." + std::to_string(row % 997) + "\n";
  const Trace plain = read_trace(folder.write("b.csv", large)),
              packed = read_trace(folder.write_gzip("b.csv.gz", large));
  EXPECT_EQ(plain.num_rows(), 60'000);
  EXPECT_EQ(plain.losses[59'999], 0.999);
  EXPECT_EQ(plain.losses, packed.losses);
  EXPECT_EQ(plain.violations, packed.violations);
}

TEST(Trace, HoldsRows) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.csv", small);
  const Adversary adversary = build("trace", {{"file", text("a.csv")}, {"hold", 3L}}, {}, 1, folder.path());
  EXPECT_EQ(adversary.horizon, 6);
  EXPECT_EQ(adversary.num_arms, 2);
  EXPECT_EQ(adversary.num_constraints, 2);
  check_process(adversary.losses, 6, 2, 0, 1);
  check_process(adversary.violations, 6, 4, -1, 1);
  EXPECT_EQ(means_at(adversary.losses, 3, 2), (std::vector<double>{1, 0.25}));
  EXPECT_EQ(means_at(adversary.losses, 4, 2), (std::vector<double>{0.75, 0}));
  EXPECT_EQ(build("trace", {{"file", Value(path)}, {"hold", 3L}}, 4).horizon, 4);
  EXPECT_EQ(build("trace", {{"file", Value(path)}, {"hold", 3L}}, 3).losses.num_rows(), 1);
  expect_input_error(
      [&] {
        build("trace", {{"file", Value(path)}, {"hold", 3L}}, 7);
      },
      "study.horizon", {"7", "2 rows", "3 rounds", "6"});
}

TEST(Trace, IsParsedOnceWhileNothingChanges) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.csv", small), other = folder.write("b.csv", small);
  TraceCache cache;
  const auto first = cache.get(path);
  EXPECT_EQ(cache.get(path), first);
  EXPECT_NE(cache.get(other), first);
  EXPECT_EQ(cache.get(path), first);
  folder.write("a.csv", small + "3,0,0,0,0,0,0\n");
  EXPECT_EQ(cache.get(path)->num_rows(), 3);
  EXPECT_EQ(first->num_rows(), 2);
  folder.write("a.csv", "nonsense\n");
  EXPECT_THROW(cache.get(path), InputError);
}

// The published facts of the data, computed independently, with hold = 1.
TEST(Trace, HasTheFlightDataAsDescribed) {
  if (!std::filesystem::exists(flights)) GTEST_SKIP() << flights << " is not there";
  const Adversary adversary = build("trace", {{"file", Value(flights)}}, {});
  EXPECT_EQ(adversary.num_arms, 10);
  EXPECT_EQ(adversary.num_constraints, 2);
  EXPECT_EQ(adversary.horizon, 2896);
  const CellFacts facts = compute_facts(adversary, {2896});
  ASSERT_TRUE(facts.optimum.feasible);
  EXPECT_NEAR(facts.optimum.strategy[4], 0.262, 5e-4);
  EXPECT_NEAR(facts.optimum.strategy[5], 0.738, 5e-4);
  EXPECT_NEAR(facts.optimum.value, 0.331023, 5e-7);
  EXPECT_NEAR(facts.rho, -0.438031, 5e-7);
  EXPECT_NEAR(facts.corruption / 2896, 1.387685, 5e-7);
  EXPECT_EQ(facts.corruption, facts.corruption_per_constraint[0]);
}

}  // namespace
}  // namespace regretta::tests
