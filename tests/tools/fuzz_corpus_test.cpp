// Runs every file of the fuzzers' corpora, including former crashes, through the functions that the fuzzers call.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/tests/fuzz/targets.hpp"

namespace regretta::fuzz {
namespace {

void replay(const std::string& target, void (*read)(std::span<const std::uint8_t>)) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(REGRETTA_SOURCE_DIR "/tests/fuzz/corpus/" + target)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NO_THROW(read({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()})) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 3);
}

TEST(FuzzCorpus, Study) { replay("study", read_as_study); }
TEST(FuzzCorpus, Trace) { replay("trace", read_as_trace); }
TEST(FuzzCorpus, StudyFile) { replay("study_file", read_as_study_file); }
TEST(FuzzCorpus, Baseline) { replay("baseline", read_as_baseline); }

/// A file of another format would be refused as soon as its header was read, and the rest of it would test nothing.
TEST(FuzzCorpus, StudyFilesHaveTheCurrentFormat) {
  for (const auto& entry : std::filesystem::directory_iterator(REGRETTA_SOURCE_DIR "/tests/fuzz/corpus/study_file")) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(header_number(bytes, 60), format_version) << entry.path();
  }
}

}  // namespace
}  // namespace regretta::fuzz
