#pragma once
#include <cstdio>
#include <string>
#include <vector>

namespace regretta {

/// What is at the end of links, so that a file written under another name takes its place and not theirs (who writes
/// to /dev/stdout as root would replace that); `path` itself where it leads to nothing.
std::string without_links(const std::string& path);

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
  [[noreturn]] void fail() const;
  void remove_partial() const;

  std::string path_;
  std::string partial_;
  std::FILE* stream_ = nullptr;
  std::vector<char> buffer_;
};

}  // namespace regretta
