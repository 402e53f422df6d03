#pragma once
/// Reads a text file, plain or gzip, line by line, and rejects anything but UTF-8 text. Used by `read_trace`.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace regretta {

class TraceLines {
 public:
  /// Throws InputError{"file"} if there is no regular file at `path`, or if it is larger than max_bytes.
  TraceLines(const std::string& path, std::int64_t max_bytes);

  /// The next line without its terminator (LF or CR LF), and the first without a byte order mark, valid until the next
  /// call; false at the end. Throws InputError{"file"} for a text_fault (engine/plugin/text_rule.hpp), lines over 1
  /// MiB, text over max_bytes and damaged gzip data.
  bool next(std::string_view& line);
  std::int64_t line_number() const { return line_number_; }  ///< of the last line returned, from 1

  /// Throws InputError{"file"} with "FILE:LINE:COLUMN: message"; an empty column and a line of 0 are left out.
  [[noreturn]] void fail(std::int64_t line, std::string_view column, const std::string& message) const;

 private:
  struct Closer {
    void operator()(void* file) const;
  };
  bool fill();
  void check(std::string_view line) const;

  std::string path_;
  std::int64_t max_bytes_;
  std::unique_ptr<void, Closer> file_;  ///< a gzFile
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  ///< unread text is buffer_[begin_, end_)
  std::size_t end_ = 0;
  std::int64_t bytes_read_ = 0;
  std::int64_t line_number_ = 0;
};

}  // namespace regretta
