// Where --with keeps what it has compiled, and when it is compiled again.

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "program_process.hpp"
#include "quick_compiler.hpp"
#include "regretta/tools/machine/header_text.hpp"

namespace regretta::fakes {
namespace {

namespace files = std::filesystem;

class PluginCache : public ::testing::Test {
 protected:
  PluginCache() {
    ::setenv("XDG_CACHE_HOME", folder_.path("cache").c_str(), 1);
    ::setenv("CXX", quick_compiler(folder_).c_str(), 1);
  }
  ~PluginCache() override {
    ::unsetenv("XDG_CACHE_HOME");
    ::unsetenv("CXX");
  }

  const ShippedCatalogue shipped_;
  const Folder folder_;
};

/// Before anything is compiled.
TEST(HeaderText, HasGeneratorsOfAllThatLiesBesideIt) {
  const Folder folder;
  folder.write("part.hpp", "const char* name = \"mine\";  // \"commented\"\n#include \"all.hpp\"\n");
  folder.write("all.hpp", "/* std::mt19937\n \"a\" */\n#include \"part.hpp\"\n#include \"gone.hpp\"\n// std::rand\n");
  const auto texts = [&] { return header_texts(folder.path("all.hpp")); };
  EXPECT_EQ(texts().size(), 2U);
  EXPECT_EQ(named_generator(texts()), "");
  folder.write("part.hpp", "// \"\n\n  std::mt19937_64 random;\n");
  EXPECT_EQ(named_generator(texts()), "std::mt19937_64 (part.hpp:3)");
  folder.write("part.hpp", "std::normal_distribution<double> noise;\n");
  EXPECT_EQ(named_generator(texts()), "std::normal_distribution (part.hpp:1)");
}

TEST_F(PluginCache, AHeaderIsCompiledOnceWhateverItsPath) {
  const std::string place = "my # $1 \\ headers/";
  std::filesystem::create_directories(folder_.path(place));
  folder_.write(place + "part one.hpp", "#pragma once\n");
  folder_.write(place + "mine.hpp", "#include \"part one.hpp\"\nvoid add_to(regretta::Catalogue&) {}\n");
  const std::vector<std::string> command{"list", "noise", "--with", place + "mine.hpp"};
  ::setenv("XDG_CACHE_HOME", folder_.path("my cache").c_str(), 1);
  const auto compiles = [&] {
    const Outcome listed = regretta(folder_, command);
    EXPECT_EQ(listed.status, 0) << listed.err;
    return contains(listed.err, "compiling");
  };
  EXPECT_TRUE(compiles());
  EXPECT_FALSE(compiles());
  const files::path part = folder_.path(place + "part one.hpp");
  const auto time = files::last_write_time(part);
  files::last_write_time(part, time + std::chrono::seconds(5));
  EXPECT_FALSE(compiles()) << "only its time has changed";
  folder_.write(place + "part one.hpp", "#pragma once\n// changed\n");
  files::last_write_time(part, time - std::chrono::hours(1));
  EXPECT_TRUE(compiles()) << "what it includes has changed, although cp -p, mv or tar gave it an old time";
}

TEST_F(PluginCache, ALibraryThatIsNotWholeIsCompiledAgain) {
  folder_.write("part.cpp", "");
  folder_.write("mine.hpp", "#include \"part.cpp\"\nvoid add_to(regretta::Catalogue&) {}\n");
  const auto compiles = [&] {
    const Outcome listed = regretta(folder_, {"list", "noise", "--with", "mine.hpp"});
    EXPECT_EQ(listed.status, 0) << listed.err;
    return contains(listed.err, "compiling");
  };
  EXPECT_TRUE(compiles());
  std::string library, record;
  for (const auto& entry : files::directory_iterator(folder_.path("cache/regretta")))
    (entry.path().extension() == ".so" ? library : record) = entry.path();
  EXPECT_EQ(std::distance(files::directory_iterator(folder_.path("cache/regretta")), files::directory_iterator()), 2);
  files::resize_file(library, files::file_size(library) / 2);
  EXPECT_TRUE(compiles()) << "torn";
  files::resize_file(library, 0);
  EXPECT_TRUE(compiles()) << "empty";
  files::resize_file(record, files::file_size(record) / 2);
  EXPECT_TRUE(compiles()) << "half of what it was made from";
  EXPECT_FALSE(compiles());
  folder_.write("part.cpp", "// changed\n");
  EXPECT_TRUE(compiles()) << "a file of any name counts";
}

/// With compilers that are scripts: one changes what it has just read, the other does not end.
TEST_F(PluginCache, AHeaderThatChangesMeanwhileIsCompiledAgainAndASignalEndsTheCompiler) {
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
  EXPECT_EQ(read_text(folder_.path("calls")), "\n\n") << "the first result is of a text that is gone";
  EXPECT_FALSE(files::exists(old)) << "what a dead process has left";

  folder_.write("compiler", "#!/bin/sh\nsleep 600 & echo $! >" + folder_.path("sleeper") + "; wait\n");
  folder_.write("part.hpp", "// another\n");
  ProgramProcess process(folder_, command);
  while (read_text(folder_.path("sleeper")).empty()) ::usleep(10'000);
  process.signal(SIGTERM);
  EXPECT_EQ(process.wait().status, 130);
  const int sleeper = std::stoi(read_text(folder_.path("sleeper")));
  for (int wait = 0; wait < 50'000 && ::kill(sleeper, 0) == 0; ++wait) ::usleep(10'000);
  EXPECT_NE(::kill(sleeper, 0), 0) << "what the compiler has started runs on";
  for (const auto& entry : files::directory_iterator(folder_.path("cache/regretta")))
    EXPECT_TRUE(entry.path().extension() == ".so" || entry.path().extension() == ".from") << entry.path();
}

TEST_F(PluginCache, AProgramThatIsOlderThanItsHeadersIsToBeBuiltAgain) {
  folder_.write("mine.hpp", "void add_to(regretta::Catalogue&) {}\n");
  const std::string old = folder_.path("regretta");
  files::copy_file(files::read_symlink("/proc/self/exe"), old);
  const auto list = [&] {
    return ProgramProcess(folder_, {"list", "noise", "--with", "mine.hpp"}, {{"REGRETTA_TEST_PROGRAM", old}}).wait();
  };
  const Outcome fits = list();
  EXPECT_EQ(fits.status, 0) << fits.err;
  files::last_write_time(
      old, files::last_write_time(REGRETTA_SOURCE_DIR "/engine/plugin/catalogue.hpp") - std::chrono::seconds(1));
  const Outcome refused = list();
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "is newer than this program")) << refused.err;
  EXPECT_TRUE(contains(refused.err, "build the program again")) << refused.err;
}

TEST_F(PluginCache, AFolderInTmpIsNoLink) {
  const std::string home = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  ::unsetenv("XDG_CACHE_HOME");
  ::unsetenv("HOME");
  ::setenv("TMPDIR", folder_.path("").c_str(), 1);
  files::create_directory(folder_.path("elsewhere"));
  files::permissions(folder_.path("elsewhere"), files::perms::owner_all);
  files::create_directory_symlink(folder_.path("elsewhere"), folder_.path("regretta-" + std::to_string(::geteuid())));
  folder_.write("mine.hpp", "void add_to(regretta::Catalogue&) {}\n");
  const Outcome refused = regretta(folder_, {"list", "--with", "mine.hpp"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "is no folder that only you can write")) << refused.err;
  ::unsetenv("TMPDIR");
  if (!home.empty()) ::setenv("HOME", home.c_str(), 1);
}

}  // namespace
}  // namespace regretta::fakes
