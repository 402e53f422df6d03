#pragma once
#include <cstdio>
#include <string>
#include <vector>

namespace regretta {

/// Where output to `path` is to go: what is at the end of links, so that a file written under another name takes its
/// place and not theirs (who writes to /dev/stdout as root would replace that); `path` itself where it leads to
/// nothing. Throws std::invalid_argument if a study file is there: results are not replaced by what is printed of them.
std::string place_for_output(const std::string& path);

/// Text to standard output, or to a file that appears only when it is whole. Throws std::runtime_error naming the path
/// where it cannot be written.
class Output {
 public:
  explicit Output(const std::string& path);  ///< "": standard output
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  void write(const std::string& text);
  void finish();

 private:
  std::FILE* open();
  [[noreturn]] void fail() const;
  void remove_partial() const;

  std::string path_;
  std::string partial_;  ///< its name until it is whole; a name that was free
  std::FILE* stream_ = nullptr;
  std::vector<char> buffer_;
};

}  // namespace regretta
