// With: tests plugins in headers that the program compiles and loads (--with), and skeletons by `regretta new`.
// PluginCache: tests where --with stores compiled libraries, and when it compiles a header again.
// Check: tests the command `regretta check`; tests/conformance tests the properties that it checks.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "program_process.hpp"

namespace regretta::fakes {
namespace {

/// A value of CXX with which --with compiles a header fast, because Catalogue is declared but not defined.
std::string quick_compiler(const Folder& folder) {
  std::filesystem::create_directories(folder.path("quick/regretta/engine/plugin"));
  folder.write("quick/regretta/engine/plugin/catalogue.hpp", "#pragma once\nnamespace regretta { class Catalogue; }\n");
  return "g++ -I" + folder.path("quick");
}

class With : public ::testing::Test {
 protected:
  With() { ::setenv("XDG_CACHE_HOME", folder_.path("cache").c_str(), 1); }
  ~With() override { ::unsetenv("XDG_CACHE_HOME"); }

  /// Error message of `regretta list --with` for a header with this text.
  std::string error_of(const std::string& header) const {
    folder_.write("mine.hpp", header);
    const Outcome result = regretta(folder_, {"list", "--with", "mine.hpp"});
    EXPECT_EQ(result.status, 2) << result.out;
    const std::string note = "compiling mine.hpp\n";
    const std::size_t position = result.err.find(note);
    return position == std::string::npos ? result.err : result.err.substr(position + note.size());
  }

  const ShippedCatalogue shipped_;
  const Folder folder_;
};

TEST_F(With, SkeletonsOfNewRunBesideShippedLearners) {
  for (const auto& [kind, name] : {std::pair{"learner", "first-try"}, std::pair{"adversary", "my-foe"}}) {
    output_of(folder_, {"new", kind, name});
    EXPECT_EQ(regretta(folder_, {"new", kind, name}).status, 2) << "an existing file is not overwritten";
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
  const auto with_plugins = [&](std::vector<std::string> command) {
    command.insert(command.end(), with.begin(), with.end());
    return regretta(folder_, command);
  };
  const Outcome run = with_plugins({"run", "s.toml"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(contains(run.err, "compiling first-try.hpp")) << run.err;
  output_of(with_plugins({"verify", "s.db", "--share", "100%"}));
  EXPECT_TRUE(contains(regretta(folder_, {"show", "s.db"}).out, "first-try"));
  EXPECT_TRUE(contains(regretta(folder_, {"rank", "s.db"}).out, "first-try, scale = 1.5 (ignore the constraints)"));
  output_of(with_plugins({"report", "s.db"}));
  EXPECT_TRUE(contains(read_text(folder_.path("s.html")), "run study.toml --with first-try.hpp --with my-foe.hpp"))
      << "the page must contain the commands that reproduce the study";
  EXPECT_TRUE(contains(regretta(folder_, {"verify", "s.db"}).err, "--with FILE"));

  EXPECT_TRUE(contains(with_plugins({"list"}).out, "LEARNERS, other  ([[learner]])\n"));

  folder_.write("first-try.hpp", read_text(folder_.path("first-try.hpp")) + "// changed\n");
  folder_.write("typo.toml", "[study]\nhorizn = 5\n");
  EXPECT_FALSE(contains(with_plugins({"run", "typo.toml"}).err, "compiling"))
      << "an error in the study is reported before compiling";
}

/// A header that includes `headers`, which each define add_to(), and whose add_to() calls all these functions.
std::string combined_header(const std::vector<std::string>& headers) {
  std::string text = "#pragma once\n", calls;
  for (const std::string& header : headers) {
    const std::string function = "add_" + std::to_string(calls.size());
    text += "#define add_to " + function + "\n#include \"" + header + "\"\n#undef add_to\n";
    calls += "  " + function + "(catalogue);\n";
  }
  return text + "void add_to(regretta::Catalogue& catalogue) {\n" + calls + "}\n";
}

/// The C++ blocks of a Markdown page.
std::vector<std::string> blocks_of(const std::string& path) {
  const std::string page = read_text(REGRETTA_SOURCE_DIR "/" + path), begin = "```cpp\n";
  std::vector<std::string> blocks;
  for (std::size_t position = page.find(begin); position != std::string::npos; position = page.find(begin, position)) {
    position += begin.size();
    blocks.push_back(page.substr(position, page.find("```", position) - position));
  }
  return blocks;
}

// The skeletons of `regretta new`, parts of every kind and the handbook's plugins; in one header, to save time.
TEST_F(With, SkeletonsPartsAndHandbookPluginsPassTheCheck) {
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
  blocks.pop_back();  // the program, which tests/consumer builds
  for (const std::string& block : blocks) {
    headers.push_back("block" + std::to_string(headers.size()) + ".hpp");
    folder_.write(headers.back(), block);
  }
  folder_.write("all.hpp", combined_header(headers));
  const auto check = [this](std::vector<std::string> settings) {
    return output_of(regretta(folder_, {"check", "--with", "all.hpp"}, settings));
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
    const std::string exported = output_of(folder_, {"export", "s.db", "--table", "trials", "--where",
                                                     "learner=" + learner, "--columns", "trial,regret,violation"});
    EXPECT_EQ(std::ranges::count(exported, '\n'), 19) << "two cells of nine trials: " << exported;
    return exported;
  };
  EXPECT_EQ(regrets_of("in-one-trial"), regrets_of("in-lanes")) << "both forms of a learner must give the same bits";
  EXPECT_EQ(regretta(folder_, {"verify", "s.db", "--share", "100%", "--with", "all.hpp"}).status, 0);
  EXPECT_TRUE(contains(regretta(folder_, {"list", "measures", "--with", "all.hpp"}).out, "own-measure"));
  EXPECT_TRUE(contains(regretta(folder_, {"run", "s.toml", "--output", "b.db", "--with", "all.hpp", "--set",
                                          "environment.noise=bernoulli"})
                           .err,
                       "belongs to noise = \"own-noise\", not to \"bernoulli\""));
}

TEST_F(With, NewRefusesNamesThatHideTypesOfRegretta) {
  for (const char* name : {"real", "full-feedback"})
    expect_refused(folder_, {"new", "learner", name}, {"hide regretta's "});
  EXPECT_EQ(regretta(folder_, {"new", "learner", "class"}).status, 0)
      << "the class is called Class, which is not a keyword";
  EXPECT_TRUE(contains(regretta(folder_, {"new", "mesure", "mine"}).err, "did you mean \"measure\"?"));
}

TEST_F(With, TheFirstCompilerErrorIsReportedWithItsLine) {
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

TEST_F(With, AMissingCompilerIsReported) {
  folder_.write("mine.hpp", "void add_to(regretta::Catalogue&) {}\n");
  ::setenv("CXX", "no-such-compiler", 1);
  const Outcome result = regretta(folder_, {"list", "--with", "mine.hpp"});
  ::unsetenv("CXX");
  expect_refused(result, {"found no compiler"});
}

namespace files = std::filesystem;

class PluginCache : public With {
 protected:
  PluginCache() { ::setenv("CXX", quick_compiler(folder_).c_str(), 1); }
  ~PluginCache() override { ::unsetenv("CXX"); }

  /// Whether a command that needs the header compiles it.
  bool compiles(const std::string& header = "mine.hpp") const {
    const Outcome listed = regretta(folder_, {"list", "noise", "--with", header});
    EXPECT_EQ(listed.status, 0) << listed.err;
    return contains(listed.err, "compiling");
  }
};

TEST_F(PluginCache, AHeaderIsCompiledOnceEvenIfItsPathHasSpecialCharacters) {
  const std::string subfolder = "my # $1 \\ headers/";
  std::filesystem::create_directories(folder_.path(subfolder));
  folder_.write(subfolder + "part one.hpp", "#pragma once\n");
  folder_.write(subfolder + "mine.hpp", "#include \"part one.hpp\"\nvoid add_to(regretta::Catalogue&) {}\n");
  ::setenv("XDG_CACHE_HOME", folder_.path("my cache").c_str(), 1);
  EXPECT_TRUE(compiles(subfolder + "mine.hpp"));
  EXPECT_FALSE(compiles(subfolder + "mine.hpp"));
  const files::path part = folder_.path(subfolder + "part one.hpp");
  const auto time = files::last_write_time(part);
  files::last_write_time(part, time + std::chrono::seconds(5));
  EXPECT_FALSE(compiles(subfolder + "mine.hpp")) << "the included file has another time but the same content";
  folder_.write(subfolder + "part one.hpp", "#pragma once\n// changed\n");
  files::last_write_time(part, time - std::chrono::hours(1));
  EXPECT_TRUE(compiles(subfolder + "mine.hpp"))
      << "an included file has changed, although its time is older, as after cp -p, mv or tar";
}

TEST_F(PluginCache, ATruncatedLibraryOrRecordIsCompiledAgain) {
  folder_.write("part.cpp", "");
  folder_.write("mine.hpp", "#include \"part.cpp\"\nvoid add_to(regretta::Catalogue&) {}\n");
  EXPECT_TRUE(compiles());
  std::string library, record;
  for (const auto& entry : files::directory_iterator(folder_.path("cache/regretta")))
    (entry.path().extension() == ".so" ? library : record) = entry.path();
  EXPECT_EQ(std::distance(files::directory_iterator(folder_.path("cache/regretta")), files::directory_iterator()), 2);
  files::resize_file(library, files::file_size(library) / 2);
  EXPECT_TRUE(compiles()) << "the library is truncated";
  files::resize_file(library, 0);
  EXPECT_TRUE(compiles()) << "the library is empty";
  files::resize_file(record, files::file_size(record) / 2);
  EXPECT_TRUE(compiles()) << "the record of included files is truncated";
  EXPECT_FALSE(compiles());
  folder_.write("part.cpp", "// changed\n");
  EXPECT_TRUE(compiles()) << "an included file may have any name";
}

// The compilers are two scripts: one changes a header that it has just read, the other does not end.
TEST_F(PluginCache, AHeaderChangedDuringCompilationIsCompiledAgainAndASignalEndsTheCompiler) {
  folder_.write("part.hpp", "");
  folder_.write("mine.hpp", "#include \"part.hpp\"\nvoid add_to(regretta::Catalogue&) {}\n");
  folder_.write("compiler", "#!/bin/sh\n" + quick_compiler(folder_) +
                                " \"$@\" || exit\ncase \"$*\" in *-shared*)\n"
                                "  echo >>" +
                                folder_.path("calls") + "; echo // again >" + folder_.path("part.hpp") + ";; esac\n");
  files::permissions(folder_.path("compiler"), files::perms::owner_all);
  const files::path old = folder_.path("cache/regretta/mine-0.so.999999999.cpp");  // no process has this number
  files::create_directories(old.parent_path());
  files::permissions(old.parent_path(), files::perms::owner_all);
  folder_.write("cache/regretta/mine-0.so.999999999.cpp", "");
  files::last_write_time(old, files::file_time_type::clock::now() - std::chrono::hours(1));
  ::setenv("CXX", folder_.path("compiler").c_str(), 1);
  const std::vector<std::string> command{"list", "noise", "--with", "mine.hpp"};
  EXPECT_EQ(regretta(folder_, command).status, 0);
  EXPECT_EQ(read_text(folder_.path("calls")), "\n\n")
      << "the first library was made from a text that has changed since";
  EXPECT_FALSE(files::exists(old)) << "temporary files of dead processes must be removed";

  folder_.write("compiler", "#!/bin/sh\nsleep 600 & echo $! >" + folder_.path("sleeper") + "; wait\n");
  folder_.write("part.hpp", "// another\n");
  ProgramProcess process(folder_, command);
  while (read_text(folder_.path("sleeper")).empty()) ::usleep(10'000);
  process.signal(SIGTERM);
  EXPECT_EQ(process.wait().status, 130);
  const int sleeper = std::stoi(read_text(folder_.path("sleeper")));
  for (int wait = 0; wait < 50'000 && ::kill(sleeper, 0) == 0; ++wait) ::usleep(10'000);
  EXPECT_NE(::kill(sleeper, 0), 0) << "processes started by the compiler must end";
  for (const auto& entry : files::directory_iterator(folder_.path("cache/regretta")))
    EXPECT_TRUE(entry.path().extension() == ".so" || entry.path().extension() == ".from") << entry.path();
}

TEST_F(PluginCache, AProgramOlderThanItsHeadersIsRefused) {
  folder_.write("mine.hpp", "void add_to(regretta::Catalogue&) {}\n");
  const std::string old = folder_.path("regretta");
  files::copy_file(files::read_symlink("/proc/self/exe"), old);
  const auto list = [&] {
    return ProgramProcess(folder_, {"list", "noise", "--with", "mine.hpp"}, {{"REGRETTA_TEST_PROGRAM", old}}).wait();
  };
  output_of(list());
  files::last_write_time(
      old, files::last_write_time(REGRETTA_SOURCE_DIR "/engine/plugin/catalogue.hpp") - std::chrono::seconds(1));
  expect_refused(list(), {"is newer than this program", "build the program again"});
}

TEST_F(PluginCache, ASymbolicLinkInTmpIsRefusedAsCache) {
  const std::string home = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  ::unsetenv("XDG_CACHE_HOME");
  ::unsetenv("HOME");
  ::setenv("TMPDIR", folder_.path("").c_str(), 1);
  files::create_directory(folder_.path("elsewhere"));
  files::permissions(folder_.path("elsewhere"), files::perms::owner_all);
  files::create_directory_symlink(folder_.path("elsewhere"), folder_.path("regretta-" + std::to_string(::geteuid())));
  folder_.write("mine.hpp", "void add_to(regretta::Catalogue&) {}\n");
  expect_refused(folder_, {"list", "--with", "mine.hpp"}, {"is not a folder that only you can write"});
  ::unsetenv("TMPDIR");
  if (!home.empty()) ::setenv("HOME", home.c_str(), 1);
}

using Check = With;

TEST_F(Check, ShippedPluginsPass) {
  const std::string result = output_of(folder_, {"check", "ucb1", "random-instance", "--set", "corruption.budget=50"});
  expect_parts(result, {"ucb1 (learner)", "lanes       holds", "random-instance (", "(corruption.budget = 50)",
                        "properties that were tried hold."});
  EXPECT_FALSE(contains(result, "FAILS")) << result;
  expect_parts(output_of(folder_, {"check", "mannor"}), {"adapted     holds"});
}

TEST_F(Check, AFaultIsPrintedWithTheCommandThatReproducesIt) {
  const std::string header = REGRETTA_SOURCE_DIR "/tests/conformance/faults/c_library_exp.hpp";
  const std::string result = output_of(folder_, {"check", "--with", header}, 1);
  expect_parts(result, {"it calls exp of the C library", "it calls fork", "lanes       FAILS",
                        " beside others; by rounding", "check --with " + header + " fault-c-library-exp --only lanes"});
  const std::string again =
      output_of(folder_, {"check", "--with", header, "fault-c-library-exp", "--only", "lanes"}, 1);
  const std::size_t position = result.find("cell \"");
  EXPECT_TRUE(contains(again, result.substr(position, result.find('\n', position) - position))) << again;
  EXPECT_FALSE(contains(again, "copies")) << again;
}

TEST_F(Check, UnknownNamesAndEmptyChecksAreRefused) {
  expect_refused(folder_, {"check", "ucb2"}, {"no learner or environment is called \"ucb2\"; did you mean \"ucb1\"?"});
  expect_refused(folder_, {"check", "uniform", "--only", "nothing"}, {"no property here is called \"nothing\""});
  expect_refused(folder_, {"check", "mannor", "--only", "noise"},
                 {"nothing was tried: its means are known in a trial only"});
}

}  // namespace
}  // namespace regretta::fakes
