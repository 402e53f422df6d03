// Traces: the means that they define, and the message for every kind of error in a file.

#include <sys/stat.h>
#include <filesystem>

#include <zlib.h>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/environments/processes/trace.hpp"
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
  std::string with_crlf = small;
  for (std::size_t position = 0; (position = with_crlf.find('\n', position)) != std::string::npos; position += 2)
    with_crlf.replace(position, 1, "\r\n");
  expect_small(read_trace(folder.write("crlf.csv", with_crlf)));
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
  std::string large = "loss_1,g1_1\n";  // longer than the buffers of the reader, even when compressed
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
  const std::string path = folder.write("a.csv", small), other_path = folder.write("b.csv", small);
  TraceCache cache;
  const auto first = cache.get(path);
  EXPECT_EQ(cache.get(path), first);
  EXPECT_NE(cache.get(other_path), first);
  EXPECT_EQ(cache.get(path), first);
  folder.write("a.csv", small + "3,0,0,0,0,0,0\n");
  EXPECT_EQ(cache.get(path)->num_rows(), 3);
  EXPECT_EQ(first->num_rows(), 2);
  folder.write("a.csv", "nonsense\n");
  EXPECT_THROW(cache.get(path), InputError);
}

// The published facts of the data, computed independently, with hold = 1.
TEST(Trace, FlightDataMatchesItsPublishedFacts) {
  if (!std::filesystem::exists(flights)) GTEST_SKIP() << flights << " is missing";
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

struct Case {
  const char* name;
  std::string content;
  std::vector<std::string> words;  ///< words of the message; the first begins with "bad.csv"
};

const std::string header = "loss_1,loss_2,g1_1,g1_2\n";

const std::vector<Case> cases{
    {"Empty", "", {"bad.csv: ", "is empty", "expected a header"}},
    {"HeaderOnly", header, {"bad.csv:1:", "ends after the header", "expected at least one row"}},
    {"LossAboveOne", header + "0,1.5,0,0\n", {"bad.csv:2:loss_2:", "\"1.5\" is out of range", "[0, 1]"}},
    {"ViolationAboveOne", header + "0,0,0,1.0000001\n", {"bad.csv:2:g1_2:", "out of range", "[-1, 1]"}},
    {"NaN", header + "0,nan,0,0\n", {"bad.csv:2:loss_2:", "\"nan\" is not finite", "[0, 1]"}},
    {"NotApplicable", header + "0,0,NA,0\n", {"bad.csv:2:g1_1:", "\"NA\" is not a number"}},
    {"DecimalComma",
     header + "\"0,5\",0,0,0\n",
     {"bad.csv:2:loss_1:", "\"0,5\" is not a number (it has a decimal comma)"}},
    {"DecimalCommas", header + "0,5,0,5,0,0,0,0\n", {"bad.csv:2:", "has 8 values, expected 4", "a point decimals"}},
    {"Underflow", header + "0,1e-999,0,0\n", {"bad.csv:2:loss_2:", "too large or too small"}},
    {"MissingValue", header + "0,,0,0\n", {"bad.csv:2:loss_2:", "the value is missing", "[0, 1]"}},
    {"ShortLine", header + "0,0,0,0\n0,0,0\n", {"bad.csv:3:", "has 3 values, expected 4"}},
    {"EmptyLine", header + "0,0,0,0\n\n0,0,0,0\n", {"bad.csv:3:", "the line is empty, expected 4 values"}},
    {"Semicolons", "loss_1;g1_1\n0,5;0\n", {"bad.csv:1:", "separated by semicolons", "expected commas"}},
    {"Index", ",loss_1,g1_1\n0,0,0\n", {"bad.csv:1:\"\":", "is not a column of a trace", "ignore = [\"\"]"}},
    {"Date",
     "date,loss_1,g1_1,note\n0,0,0,0\n",
     {"bad.csv:1:\"date\":", "to ignore it: ignore = [\"date\", \"note\"]"}},
    {"UnknownColumn",
     "loss_1,los_2,g1_1,g1_2\n0,0,0,0\n",
     {"bad.csv:1:\"los_2\":", "did you mean \"loss_2\"?", "expected t, loss_1..loss_K"}},
    {"WrongCase", "loss_1,G1_1\n0,0\n", {"bad.csv:1:\"G1_1\":", "did you mean \"g1_1\"?"}},
    {"MissingLoss",
     "loss_1,loss_3,g1_1,g1_2,g1_3\n0,0,0,0,0\n",
     {"bad.csv:1:loss_2:", "the column is missing", "arm 3"}},
    {"MissingViolation", "loss_1,loss_2,g1_1,g1_2,g2_1\n0,0,0,0,0\n", {"bad.csv:1:g2_2:", "the column is missing"}},
    {"NoViolations", "loss_1,loss_2\n0,0\n", {"bad.csv:1:", "no violation column", "g1_1..g1_K"}},
    {"HugerArm", "loss_99999999999,g1_1\n0,0\n", {"bad.csv:1:\"loss_99999999999\":", "is not a column"}},
    {"RepeatedColumn", "loss_1,g1_1,loss_1\n0,0,0\n", {"bad.csv:1:loss_1:", "the column occurs twice"}},
    {"ControlCharacter", header + "0,0\x01,0,0\n", {"bad.csv:2:", "character 4 is byte 0x01", "control character"}},
    {"Tabs", "loss_1\tg1_1\n0\t0\n", {"bad.csv:1:", "separated by tabs"}},
    {"Latin1", "loss_1,g1_1,B\xfcro\n0,0,0\n", {"bad.csv:1:", "character 14 is byte 0xFC (not UTF-8)"}},
    {"LongestLine", "loss_1,g1_1\n0," + std::string(2'000'000, '0') + "\n", {"bad.csv:2:", "more than 1048576 bytes"}},
};

class MalformedTrace : public testing::TestWithParam<Case> {};

TEST_P(MalformedTrace, IsRejectedWithItsLocation) {
  const TemporaryFolder folder;
  const std::string path = folder.write("bad.csv", GetParam().content);
  std::vector<std::string> words = GetParam().words;
  words.push_back(", expected ");
  expect_input_error([&] { read_trace(path); }, "file", words);
  if (GetParam().content.empty()) return;
  words.front().replace(0, 7, "bad.csv.gz");
  const std::string packed = folder.write_gzip("bad.csv.gz", GetParam().content);
  expect_input_error([&] { read_trace(packed); }, "file", words);
}

INSTANTIATE_TEST_SUITE_P(Cases, MalformedTrace, testing::ValuesIn(cases),
                         [](const testing::TestParamInfo<Case>& tested) { return std::string(tested.param.name); });

TEST(MalformedFile, IsNotATrace) {
  const TemporaryFolder folder;
  expect_input_error([&] { read_trace(folder.path() + "/absent.csv"); }, "file", {"absent.csv: ", "no such file"});
  expect_input_error([&] { read_trace(folder.path()); }, "file", {"is a directory"});
  expect_input_error([&] { read_trace("/dev/null"); }, "file", {"is not a regular file"});
  const std::string pipe = folder.path() + "/pipe.csv";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);  // opening the pipe would block for ever
  expect_input_error([&] { read_trace(pipe); }, "file", {"is not a regular file"});
}

TEST(MalformedFile, IsDamagedGzip) {
  const TemporaryFolder folder;
  std::string text = header;
  for (int row = 0; row < 20'000; ++row) text += "0." + std::to_string(row * 7919 % 100'003) + ",0,0,0\n";
  const std::string path = folder.write_gzip("a.csv.gz", text);
  const auto size = std::filesystem::file_size(path);
  std::ifstream in(path, std::ios::binary);
  std::string bytes(size, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(size));
  expect_input_error([&] { read_trace(folder.write("cut.csv.gz", bytes.substr(0, size / 2))); }, "file",
                     {"cut.csv.gz", "end too early", "expected a complete gzip file"});
  bytes[size - 6] = static_cast<char>(bytes[size - 6] ^ 0x55);  // a byte of the checksum
  expect_input_error([&] { read_trace(folder.write("flipped.csv.gz", bytes)); }, "file", {"flipped.csv.gz", "damaged"});
}

TEST(MalformedFile, IsTooLarge) {
  const TemporaryFolder folder;
  std::string text = header;
  while (text.size() < 1'000'000) text += "0,0,0,0\n";
  expect_input_error([&] { read_trace(folder.write("big.csv", text), 500'000); }, "file",
                     {"big.csv: ", "1000000 bytes", "at most 500000"});
  const std::string packed = folder.write_gzip("big.csv.gz", text);  // a few kilobytes that decompress to a megabyte
  ASSERT_LT(std::filesystem::file_size(packed), 500'000U);
  expect_input_error([&] { read_trace(packed, 500'000); }, "file", {"big.csv.gz: ", "more than 500000 bytes"});
  const std::string sparse = folder.write("sparse.csv", header);
  std::filesystem::resize_file(sparse, 1U << 30U);
  expect_input_error([&] { read_trace(sparse); }, "file", {"1073741824 bytes", "at most 268435456"});
}

}  // namespace

}  // namespace regretta::tests
