/// Every kind of error in a trace, and what the reader reports.

#include <sys/stat.h>

#include <filesystem>

#include "regretta/environments/traces/trace.hpp"
#include "regretta/tests/environments/expectations.hpp"
#include "regretta/tests/environments/temporary_folder.hpp"

namespace regretta::tests {
namespace {

struct Case {
  const char* name;
  std::string content;
  std::vector<std::string> words;  ///< the message has "bad.csv" before all of them
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
    {"Index", ",loss_1,g1_1\n0,0,0\n", {"bad.csv:1:\"\":", "is no column of a trace", "ignore = [\"\"]"}},
    {"Date",
     "date,loss_1,g1_1,note\n0,0,0,0\n",
     {"bad.csv:1:\"date\":", "to leave it out: ignore = [\"date\", \"note\"]"}},
    {"UnknownColumn",
     "loss_1,los_2,g1_1,g1_2\n0,0,0,0\n",
     {"bad.csv:1:\"los_2\":", "did you mean \"loss_2\"?", "expected t, loss_1..loss_K"}},
    {"WrongCase", "loss_1,G1_1\n0,0\n", {"bad.csv:1:\"G1_1\":", "did you mean \"g1_1\"?"}},
    {"MissingLoss",
     "loss_1,loss_3,g1_1,g1_2,g1_3\n0,0,0,0,0\n",
     {"bad.csv:1:loss_2:", "the column is missing", "arm 3"}},
    {"MissingViolation", "loss_1,loss_2,g1_1,g1_2,g2_1\n0,0,0,0,0\n", {"bad.csv:1:g2_2:", "the column is missing"}},
    {"NoViolations", "loss_1,loss_2\n0,0\n", {"bad.csv:1:", "no violation column", "g1_1..g1_K"}},
    {"HugerArm", "loss_99999999999,g1_1\n0,0\n", {"bad.csv:1:\"loss_99999999999\":", "is no column"}},
    {"RepeatedColumn", "loss_1,g1_1,loss_1\n0,0,0\n", {"bad.csv:1:loss_1:", "the column is there twice"}},
    {"ControlCharacter", header + "0,0\x01,0,0\n", {"bad.csv:2:", "character 4 is byte 0x01", "control character"}},
    {"Tabs", "loss_1\tg1_1\n0\t0\n", {"bad.csv:1:", "separated by tabs"}},
    {"Latin1", "loss_1,g1_1,B\xfcro\n0,0,0\n", {"bad.csv:1:", "character 14 is byte 0xFC (not UTF-8)"}},
    {"LongestLine",
     "loss_1,g1_1\n0," + std::string(2'000'000, '0') + "\n",
     {"bad.csv:2:", "more than 1048576 characters"}},
};

class MalformedTrace : public testing::TestWithParam<Case> {};

TEST_P(MalformedTrace, IsRefusedWithItsPlace) {
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
                         [](const testing::TestParamInfo<Case>& one) { return std::string(one.param.name); });

TEST(MalformedFile, IsNoTrace) {
  const TemporaryFolder folder;
  expect_input_error([&] { read_trace(folder.path() + "/absent.csv"); }, "file", {"absent.csv: ", "no such file"});
  expect_input_error([&] { read_trace(folder.path()); }, "file", {"is a directory"});
  expect_input_error([&] { read_trace("/dev/null"); }, "file", {"is no regular file"});
  const std::string pipe = folder.path() + "/pipe.csv";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);  // opening it would block for ever
  expect_input_error([&] { read_trace(pipe); }, "file", {"is no regular file"});
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
  bytes[size - 6] = static_cast<char>(bytes[size - 6] ^ 0x55);  // the checksum
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
