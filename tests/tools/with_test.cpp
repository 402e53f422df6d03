// Plugins in headers that the program compiles and loads (--with), and those that `regretta new` writes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "program_process.hpp"
#include "quick_compiler.hpp"

namespace regretta::fakes {
namespace {

class With : public ::testing::Test {
 protected:
  With() { ::setenv("XDG_CACHE_HOME", folder_.path("cache").c_str(), 1); }
  ~With() override { ::unsetenv("XDG_CACHE_HOME"); }

  /// Writes `header` and lists what it adds.
  std::string error_of(const std::string& header) const {
    folder_.write("mine.hpp", header);
    const Outcome result = regretta(folder_, {"list", "--with", "mine.hpp"});
    EXPECT_EQ(result.status, 2) << result.out;
    const std::string first = "compiling mine.hpp\n";
    const std::size_t at = result.err.find(first);
    return at == std::string::npos ? result.err : result.err.substr(at + first.size());
  }

  const ShippedCatalogue shipped_;
  const Folder folder_;
};

TEST_F(With, WhatNewWritesRunsBesideTheShippedLearners) {
  for (const auto& [what, name] : {std::pair{"learner", "first-try"}, std::pair{"adversary", "my-foe"}}) {
    const Outcome written = regretta(folder_, {"new", what, name});
    ASSERT_EQ(written.status, 0) << written.err;
    EXPECT_EQ(regretta(folder_, {"new", what, name}).status, 2) << "an existing file is not overwritten";
  }
  ASSERT_EQ(regretta(folder_, {"new", "learner", "my-learner-2"}).status, 0);
  EXPECT_TRUE(contains(read_text(folder_.path("my-learner-2.hpp")), "--with my-learner-2.hpp "));
  folder_.write("s.toml", R"(
[study]
trials = 9
horizon = 500
[[environment]]
kind = "my-foe"
[[learner]]
kind = "first-try"
scale = [0.5, 1.5]
[[learner]]
kind = "conomd-fs"
)");
  const std::vector<std::string> with = {"--with", "first-try.hpp", "--with", "my-foe.hpp"};
  const auto given = [&](std::vector<std::string> command) {
    command.insert(command.end(), with.begin(), with.end());
    return regretta(folder_, command);
  };
  const Outcome run = given({"run", "s.toml"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(contains(run.err, "compiling first-try.hpp")) << run.err;
  const Outcome verified = given({"verify", "s.db", "--share", "100%"});
  EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
  EXPECT_TRUE(contains(regretta(folder_, {"show", "s.db"}).out, "first-try"));
  EXPECT_TRUE(contains(regretta(folder_, {"rank", "s.db"}).out, "first-try, scale = 1.5 (ignore the constraints)"))
      << "the skeleton looks at losses only";
  const Outcome report = given({"report", "s.db"});
  EXPECT_EQ(report.status, 0) << report.err;
  EXPECT_TRUE(contains(read_text(folder_.path("s.html")), "run study.toml --with first-try.hpp --with my-foe.hpp"))
      << "the commands that reproduce it";
  EXPECT_TRUE(contains(regretta(folder_, {"verify", "s.db"}).err, "--with FILE"));

  const std::string text = read_text(folder_.path("first-try.hpp"));
  folder_.write("first-try.hpp", text + "// changed\n");
  folder_.write("typo.toml", "[study]\nhorizn = 5\n");
  EXPECT_FALSE(contains(given({"run", "typo.toml"}).err, "compiling")) << "an error in the study is said at once";
  const Outcome listed = given({"list"});
  EXPECT_TRUE(contains(listed.err, "compiling first-try.hpp")) << "a changed header is compiled again";
  const Outcome other = given({"run", "s.toml"});
  EXPECT_EQ(other.status, 2) << "the file has trials of another learner";
  EXPECT_TRUE(contains(other.err, "18 of its trials are of other code or data: code of learner first-try: "))
      << other.err;
  EXPECT_TRUE(contains(given({"run", "s.toml", "--anew"}).out, ": 18 trials in ")) << "only those of that header";
  EXPECT_TRUE(contains(listed.out, "LEARNERS, other  ([[learner]])\n")) << listed.out;
}

/// A header that includes these; each has a function add_to.
std::string together(const std::vector<std::string>& headers) {
  std::string text = "#pragma once\n", calls;
  for (const std::string& header : headers) {
    const std::string own = "add_" + std::to_string(calls.size());
    text += "#define add_to " + own + "\n#include \"" + header + "\"\n#undef add_to\n";
    calls += "  " + own + "(catalogue);\n";
  }
  return text + "void add_to(regretta::Catalogue& catalogue) {\n" + calls + "}\n";
}

/// The C++ blocks of a page.
std::vector<std::string> blocks_of(const std::string& path) {
  const std::string page = read_text(REGRETTA_SOURCE_DIR "/" + path), begin = "```cpp\n";
  std::vector<std::string> blocks;
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at)) {
    at += begin.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  return blocks;
}

/// Each as written, compiled in one go: what `regretta new` writes, a part of every kind, and the plugins of the
/// handbook's page.
TEST_F(With, WhatNewWritesPartsAndTheHandbooksPluginsKeepTheRules) {
  std::vector<std::string> headers;
  for (const char* form : {"one-trial", "lanes"}) {
    std::vector<std::string> command{"new", "learner", std::string("in-") + form};
    if (form == std::string("lanes")) command.push_back("--lanes");
    ASSERT_EQ(regretta(folder_, command).status, 0);
    headers.push_back(command[2] + ".hpp");
  }
  EXPECT_TRUE(contains(regretta(folder_, {"new", "measure", "mine", "--lanes"}).err, "only for learners"));
  ASSERT_EQ(regretta(folder_, {"new", "measure", "own-measure"}).status, 0);
  headers.emplace_back("own-measure.hpp");
  headers.emplace_back(REGRETTA_SOURCE_DIR "/tests/consumer/parts.hpp");
  std::vector<std::string> blocks = blocks_of("tools/handbook/plug-in.md");
  ASSERT_EQ(blocks.size(), 6U) << "three learners, an adversary, a measure and a program";
  blocks.pop_back();  // the program: tests/consumer
  for (const std::string& block : blocks) {
    headers.push_back("block" + std::to_string(headers.size()) + ".hpp");
    folder_.write(headers.back(), block);
  }
  folder_.write("all.hpp", together(headers));
  const auto check = [this](std::vector<std::string> settings) {
    std::vector<std::string> command{"check", "--with", "all.hpp"};
    command.insert(command.end(), settings.begin(), settings.end());
    const Outcome checked = regretta(folder_, command);
    EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
    return checked.out;
  };
  EXPECT_TRUE(contains(check({"greedy", "cautious", "kl-safe", "random-instance", "--set", "corruption.kind=spiteful"}),
                       "moves       holds"));
  const std::string changing =
      check({"random-instance", "--set", "losses.kind=own-losses", "--set", "violations.kind=own-violations", "--set",
             "noise=own-noise", "--set", "noise_share=0.4"});
  EXPECT_TRUE(contains(changing, "noise       holds") && contains(changing, "rows        holds")) << changing;
  const std::string corrupted =
      check({"random-instance", "--set", "corruption.kind=own-corruption", "--set", "corruption.budget=100"});
  EXPECT_TRUE(contains(corrupted, "(corruption.budget = 100)")) << corrupted;

  folder_.write("s.toml", R"(
[study]
trials = 9
horizon = 500
measures = ["last-tenth-loss", "own-measure"]
[[environment]]
kind = "composed"
arms = 4
noise = "own-noise"
noise_share = [0.1, 0.5]
losses = { kind = "own-losses" }
violations = { kind = "own-violations" }
corruption = { kind = "spiteful" }
[[learner]]
kind = ["greedy", "in-one-trial", "in-lanes"]
)");
  const Outcome run = regretta(folder_, {"run", "s.toml", "--with", "all.hpp"});
  EXPECT_EQ(run.status, 0) << run.err;
  const auto regrets_of = [this](const std::string& learner) {
    const Outcome exported = regretta(folder_, {"export", "s.db", "--table", "trials", "--where", "learner=" + learner,
                                                "--columns", "trial,regret,violation"});
    EXPECT_EQ(exported.status, 0) << exported.err;
    EXPECT_EQ(std::ranges::count(exported.out, '\n'), 19) << "two cells of nine trials: " << exported.out;
    return exported.out;
  };
  EXPECT_EQ(regrets_of("in-one-trial"), regrets_of("in-lanes")) << "the two forms play the same, to the bit";
  EXPECT_EQ(regretta(folder_, {"verify", "s.db", "--share", "100%", "--with", "all.hpp"}).status, 0);
  EXPECT_TRUE(contains(regretta(folder_, {"manual", "schema", "--with", "all.hpp"}).out, "\"own-noise\""));
  EXPECT_TRUE(contains(regretta(folder_, {"list", "measures", "--with", "all.hpp"}).out, "own-measure"));
  EXPECT_TRUE(contains(regretta(folder_, {"run", "s.toml", "--output", "b.db", "--with", "all.hpp", "--set",
                                          "environment.noise=bernoulli"})
                           .err,
                       "belongs to noise = \"own-noise\", not to \"bernoulli\""));
}

TEST_F(With, NewRefusesNamesThatHideOurs) {
  for (const char* name : {"real", "full-feedback"}) {
    const Outcome result = regretta(folder_, {"new", "learner", name});
    EXPECT_EQ(result.status, 2) << name;
    EXPECT_TRUE(contains(result.err, "hide regretta's ")) << result.err;
  }
  EXPECT_EQ(regretta(folder_, {"new", "learner", "class"}).status, 0) << "its class is Class";
  EXPECT_TRUE(contains(regretta(folder_, {"new", "mesure", "mine"}).err, "did you mean \"measure\"?"));
}

TEST_F(With, TheFirstErrorIsSaidAtItsLine) {
  ::setenv("CXX", quick_compiler(folder_).c_str(), 1);
  const std::string at_line = error_of("int add = 1 +;\nvoid add_to(regretta::Catalogue&) {}\n");
  EXPECT_TRUE(at_line.starts_with("regretta: mine.hpp:1: expected ")) << at_line;
  EXPECT_EQ(error_of("int nothing;\n"),
            "regretta: mine.hpp: has no function void add_to(regretta::Catalogue&) outside namespaces\n");
  ::unsetenv("CXX");
  const std::string condition = error_of(
      "#include \"regretta/engine/real/real.hpp\"\n"
      "void f(regretta::Pack<8> x) {\n  if (x > regretta::Pack<8>(0.5)) f(x);\n}\n");
  EXPECT_TRUE(condition.starts_with("regretta: mine.hpp:3: ")) << condition;
  EXPECT_TRUE(contains(condition, "write select(condition, a, b) instead of if")) << condition;
  EXPECT_TRUE(contains(regretta(folder_, {"list", "--with", "none.hpp"}).err, "none.hpp: cannot be read"));
}

TEST_F(With, WithoutACompilerItSaysSo) {
  folder_.write("mine.hpp", "void add_to(regretta::Catalogue&) {}\n");
  ::setenv("CXX", "no-such-compiler", 1);
  const Outcome result = regretta(folder_, {"list", "--with", "mine.hpp"});
  ::unsetenv("CXX");
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(contains(result.err, "found no compiler")) << result.err;
}

}  // namespace
}  // namespace regretta::fakes
