// Tests that `search` and `attack` check their options and pass them to Python, whose part test_search.py tests.

#include <gtest/gtest.h>

#include <filesystem>

#include "program_process.hpp"

namespace regretta::fakes {
namespace {

/// A folder with a fake Python, which succeeds in every import, and prints the arguments of other commands.
struct WithPython : Folder {
  WithPython() {
    write("python", "#!/bin/sh\n[ \"$2\" = -c ] || echo \"$@ with $PYTHONPATH\"\n");
    std::filesystem::permissions(path("python"), std::filesystem::perms::owner_all);
  }
  Outcome called(const std::vector<std::string>& words) const {
    ProgramProcess process(*this, words, {{"REGRETTA_PYTHON", path("python")}});
    return process.wait();
  }
};

TEST(Search, PassesItsArgumentsToPython) {
  const WithPython folder;
  const std::string words = folder.called({"search", "s.toml", "-t", "2", "-q", "--set", "search.rounds=1e9"}).out;
  EXPECT_EQ(
      words.substr(0, words.find(" with ")),
      R"(-P -m regretta search {"STUDY":["s.toml"],"quiet":["true"],"set":["search.rounds=1e9"],"threads":["2"]})");
  EXPECT_NE(words.find("tools/python"), words.npos) << words;
  const std::string attack = folder.called({"attack", "opb", "--budget", "5", "-n"}).out;
  EXPECT_EQ(attack.substr(0, attack.find(" with ")),
            R"(-P -m regretta attack {"LEARNER":["opb"],"budget":["5"],"dry-run":["true"]})");
}

TEST(Search, ChecksItsOptions) {
  const WithPython folder;
  expect_refused(folder.called({"attack", "opb"}), {"--budget"});
  EXPECT_EQ(folder.called({"search", "s.toml", "--threads", "0"}).status, 2);
}

TEST(Search, NamesMissingPackages) {
  const Folder folder;
  ProgramProcess process(folder, {"search", "s.toml"}, {{"REGRETTA_PYTHON", "/bin/false"}});
  expect_refused(process.wait(), {"`apt install python3-numpy` or `pip install numpy`"});
}

}  // namespace
}  // namespace regretta::fakes
