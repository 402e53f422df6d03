#pragma once
/// Output of the commands: to standard output, or to a file that never appears half-written.

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// For text that is written to `output` ("": standard output). Its width is that in COLUMNS, if it is set; else that of
/// the terminal, or 80 if the terminal does not say; files and pipes have no width. Colours are for terminals, unless
/// NO_COLOR is set or TERM is dumb.
Display display_of(const std::string& output);

/// The columns of the terminal at a file descriptor, or 80 if it does not say.
std::size_t terminal_columns(int descriptor);

/// Whether messages may have colours.
bool messages_have_colour();

/// Nobody reads standard output any more (`regretta show f.db | head`). The program ends quietly, as if done.
struct ReaderGone : std::runtime_error {
  ReaderGone() : std::runtime_error("standard output is closed") {}
};

/// Of an error (errno) in writing to standard output; "" if it needs no words of its own.
std::string about_standard_output(int error);

/// Writes text to standard output, or to a file that appears only when it is complete. Links are followed. Throws
/// std::runtime_error with the path if it cannot be written, and std::invalid_argument if it is a study file, which
/// printed results must not overwrite.
class Output {
 public:
  explicit Output(const std::string& path);  ///< "": standard output
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  void write(const std::string& text);
  void finish();

 private:
  [[noreturn]] void fail() const;  ///< with errno
  void put(const std::string& text);
  std::FILE* open();
  void remove_partial() const;

  std::string path_;
  std::string partial_;       ///< temporary name; "" for a device or a pipe
  bool is_nameless_ = false;  ///< has it only once it is complete: whatever ends the program, nothing is left
  std::FILE* stream_ = nullptr;
  std::vector<char> buffer_;
};

/// Writes `text` to `path` ("": standard output) through an Output.
void write_output(const std::string& path, const std::string& text);

}  // namespace regretta
