#pragma once
/// Output of the commands: to standard output, or to a file that never appears half-written.

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace regretta {

/// Nobody reads standard output any more (`regretta show f.db | head`). The program ends quietly, as if done.
struct ReaderGone : std::runtime_error {
  ReaderGone() : std::runtime_error("standard output is closed") {}
};

/// The path that output to `path` is written to. Links are followed, so that the finished file replaces their target
/// and not the link itself (otherwise root writing to /dev/stdout would replace it). If the target does not exist,
/// `path` itself. Throws std::invalid_argument if a study file is there: printed results must not overwrite it.
std::string place_for_output(const std::string& path);

/// Writes text to standard output, or to a file that appears only when it is complete. On a terminal, through the pager
/// in PAGER, or through `less -FRX` if there is one; PAGER="" is none. Throws std::runtime_error with the path if it
/// cannot be written.
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
  std::FILE* open_pager();
  [[noreturn]] void fail() const;
  void remove_partial() const;

  std::string path_;
  std::string partial_;       ///< temporary name; "" for a device or a pipe
  bool is_nameless_ = false;  ///< has it only once it is complete: whatever ends the program, nothing is left
  std::FILE* stream_ = nullptr;
  bool is_paged_ = false;
  std::vector<char> buffer_;
};

/// Writes `text` to `path` ("": standard output) through an Output.
void write_output(const std::string& path, const std::string& text);

}  // namespace regretta
