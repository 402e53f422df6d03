#pragma once
/// Runs the program regretta, with the fake catalogue, in another process: the test program starts itself again.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "faulty_disk.hpp"

namespace regretta::fakes {

/// A temporary folder, which the destructor removes.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();
  std::string path(const std::string& name) const { return root_ + "/" + name; }
  const std::string& root() const { return root_; }
  std::string write(const std::string& name, const std::string& text) const;  ///< writes a file; returns its path
  std::vector<std::string> names() const;                                     ///< sorted names of the files

 private:
  std::string root_;
};

std::string read_text(const std::string& path);

struct Outcome {
  int status = 0;  ///< exit status, or 128 + signal if the process was killed
  std::string out;
  std::string err;
  std::int64_t memory = 0;  ///< peak memory in bytes
};

/// A regretta process that runs in `folder`.
class ProgramProcess {
 public:
  /// `variables` are added to the process's environment variables.
  ProgramProcess(const Folder& folder, const std::vector<std::string>& arguments,
                 const std::vector<std::pair<std::string, std::string>>& variables = {});
  ProgramProcess(const ProgramProcess&) = delete;
  ProgramProcess& operator=(const ProgramProcess&) = delete;
  ~ProgramProcess();
  void signal(int number) const;
  bool ended();  ///< whether the process has ended; returns at once
  /// Waits until the process has ended, or has installed a handler of this signal.
  void wait_until_it_catches(int signal);
  Outcome wait();

 private:
  std::string out_;
  std::string err_;
  pid_t pid_ = -1;
  int status_ = -1;
  rusage usage_{};
  bool ended_ = false;
};

/// While it exists, new processes use the shipped catalogue instead of the fake one.
class ShippedCatalogue {
 public:
  ShippedCatalogue() { ::setenv("REGRETTA_TEST_SHIPPED", "1", 1); }
  ShippedCatalogue(const ShippedCatalogue&) = delete;
  ShippedCatalogue& operator=(const ShippedCatalogue&) = delete;
  ~ShippedCatalogue() { ::unsetenv("REGRETTA_TEST_SHIPPED"); }
};

using Words = std::vector<std::string>;

/// Runs the program in `folder`, with `more` after `arguments`.
inline Outcome regretta(const Folder& folder, Words arguments, const Words& more = {}) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return ProgramProcess(folder, arguments).wait();
}

/// Runs the program on a faulty disk; `calls` receives the number of disk calls.
Outcome regretta_with(const Fault& fault, const Folder& folder, const std::vector<std::string>& arguments,
                      std::int64_t& calls);

/// The tables of a finished results file as CSV, one after the other. The test fails if `export` writes a message.
std::string tables_of(const Folder& folder, const std::string& file);

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
inline void expect_parts(const std::string& text, const Words& parts) {
  for (const std::string& part : parts) EXPECT_TRUE(contains(text, part)) << part << "\nin\n" << text;
}

/// The standard output of a command, which must end with this status.
inline std::string output_of(const Outcome& outcome, int status = 0) {
  EXPECT_EQ(outcome.status, status) << outcome.out << outcome.err;
  return outcome.out;
}
inline std::string output_of(const Folder& folder, const Words& arguments, int status = 0) {
  return output_of(regretta(folder, arguments), status);
}

/// Expects that a command is refused, with status 2 and a message that contains all of `parts`.
inline void expect_refused(const Outcome& outcome, const Words& parts) {
  EXPECT_EQ(outcome.status, 2) << outcome.out;
  expect_parts(outcome.err, parts);
}
inline void expect_refused(const Folder& folder, const Words& arguments, const Words& parts) {
  expect_refused(regretta(folder, arguments), parts);
}

/// A folder with a study, s.toml, and its results file: s.db, unless the options of `run` name another.
struct ResultsFolder : Folder {
  explicit ResultsFolder(const std::string& study, const Words& options = {}, int status = 0) {
    write("s.toml", study);
    output_of(regretta(*this, {"run", "s.toml"}, options), status);
  }
};

}  // namespace regretta::fakes
