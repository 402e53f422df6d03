// Plugins in headers that the program compiles and loads (--with), and those that `regretta new` writes.

#include <gtest/gtest.h>

#include <cstdlib>

#include "program_process.hpp"

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
  const Outcome again = given({"run", "s.toml", "--out", "again.db"});
  EXPECT_FALSE(contains(again.err, "compiling")) << "it is kept: " << again.err;
  EXPECT_EQ(regretta(folder_, {"digest", "again.db"}).out, regretta(folder_, {"digest", "s.db"}).out);
  const Outcome verified = given({"verify", "s.db", "--share", "100%"});
  EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
  EXPECT_TRUE(contains(regretta(folder_, {"show", "s.db"}).out, "first-try"));
  EXPECT_TRUE(contains(given({"list", "first-try"}).out, "multiplies the optimism"));

  const std::string text = read_text(folder_.path("first-try.hpp"));
  folder_.write("first-try.hpp", text + "// changed\n");
  EXPECT_TRUE(contains(given({"list"}).err, "compiling first-try.hpp")) << "a changed header is compiled again";
}

TEST_F(With, TheFirstErrorIsSaidAtItsLine) {
  const std::string at_line = error_of("int add = 1 +;\nvoid add_to(regretta::Catalogue&) {}\n");
  EXPECT_TRUE(at_line.starts_with("regretta: mine.hpp:1: expected ")) << at_line;
  EXPECT_EQ(error_of("int nothing;\n"),
            "regretta: mine.hpp: has no function void add_to(regretta::Catalogue&) outside namespaces\n");
  const std::string in_engine = error_of(
      "#include \"regretta/engine/plugin/learner_entry.hpp\"\n"
      "struct P { template <class S, class V> static void fields(S& p, V&& visit) { visit(\"x\", p.x); } int* x; };\n"
      "void add_to(regretta::Catalogue&) {\n  regretta::describe_parameters<P>();\n}\n");
  EXPECT_TRUE(contains(in_engine, "mine.hpp:2: ") || contains(in_engine, "mine.hpp:4: ")) << in_engine;
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
