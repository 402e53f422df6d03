#pragma once
/// Output of the commands, to standard output or to a file that is never visible half-written.

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "regretta/tools/text/text_table.hpp"

namespace regretta {

/// The width and colours for text written to `output` ("": standard output). The width is $COLUMNS, else that of the
/// terminal, or 80 if that is unknown; files and pipes have no width. Colours are for terminals, unless NO_COLOR is set
/// or TERM is dumb.
Display display_of(const std::string& output);

/// The width of the terminal at a file descriptor in columns; 80 if unknown.
std::size_t terminal_columns(int descriptor);

/// Whether messages may have colours.
bool messages_have_colour();

/// Thrown when the reader of standard output has ended (`regretta show f.db | head`). The program then ends without a
/// message.
struct OutputClosed : std::runtime_error {
  OutputClosed() : std::runtime_error("standard output is closed") {}
};

/// A message for an error (errno) in writing to standard output; "" if the general message is enough.
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
  [[noreturn]] void fail() const;  ///< throws an error with the message of errno
  void put(const std::string& text);
  std::FILE* open();
  void remove_partial() const;

  std::string path_;
  std::string partial_;       ///< temporary name; "" for a device or a pipe
  bool is_nameless_ = false;  ///< whether the file has no name yet (O_TMPFILE), so that a crash leaves no file
  std::FILE* stream_ = nullptr;
  std::vector<char> buffer_;
};

/// Writes `text` to `path` ("": standard output) through an Output.
void write_output(const std::string& path, const std::string& text);

}  // namespace regretta
