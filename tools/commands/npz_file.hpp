#pragma once
/// NumPy's archive of arrays, which numpy.load reads without pickle: a ZIP of .npy files (numpy.lib.format,
/// version 1.0).

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace regretta {

/// Arrays, each written value by value in C order while others are, then put into one file that appears when it is
/// whole. Values wait on disk, in files without a name beside the output, so that memory is needed for none of them;
/// the output and these take twice its size for a while. Same arrays, same bytes: stored as they are, with the same
/// date. Throws std::runtime_error naming the output where it cannot be written.
class NpzFile {
 public:
  using Shape = std::vector<std::int64_t>;  ///< {}: one value without an axis

  /// `path` must be a plain file, or not be there, else std::invalid_argument.
  explicit NpzFile(const std::string& path);
  NpzFile(const NpzFile&) = delete;
  NpzFile& operator=(const NpzFile&) = delete;
  ~NpzFile();

  /// Begins an array of doubles, 64-bit integers or truth values, to be filled by append; its place.
  std::size_t add_reals(const std::string& name, const Shape& shape);
  std::size_t add_integers(const std::string& name, const Shape& shape);
  std::size_t add_flags(const std::string& name, const Shape& shape);
  /// A whole array of texts, UTF-8; what is none becomes U+FFFD. NumPy does not keep zeros at their ends.
  void add_texts(const std::string& name, const Shape& shape, std::span<const std::string> texts);

  void append(std::size_t array, std::span<const double> values);
  void append(std::size_t array, std::span<const std::int64_t> values);
  void append(std::size_t array, std::span<const std::uint8_t> values);

  /// Throws std::logic_error if an array has more or fewer values than its shape says.
  void finish();

 private:
  struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };
  struct Array {
    std::string name;
    std::unique_ptr<std::FILE, Close> stream;
    std::int64_t missing;  ///< bytes
  };
  std::size_t add(const std::string& name, const std::string& type, std::int64_t bytes_each, const Shape& shape);
  void write(std::size_t array, const void* data, std::size_t bytes);
  [[noreturn]] void fail(const std::string& why) const;

  std::string path_;
  std::vector<Array> arrays_;
};

}  // namespace regretta
