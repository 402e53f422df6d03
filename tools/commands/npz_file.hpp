#pragma once
/// Writes NumPy's archive of arrays, which numpy.load reads without pickle: a ZIP of .npy files (numpy.lib.format,
/// version 1.0). Used by npz_study.hpp.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace regretta {

/// Several arrays, each written value by value in C order, that become one file when all are complete. Values are kept
/// in unnamed temporary files next to the output, not in memory; together with the output they temporarily take twice
/// its size. The same arrays give the same bytes: they are stored uncompressed, with a fixed date. Throws
/// std::runtime_error with the name of the output if it cannot be written.
class NpzFile {
 public:
  using Shape = std::vector<std::int64_t>;  ///< {}: a scalar

  /// `path` must be a regular file or not exist; otherwise throws std::invalid_argument.
  explicit NpzFile(const std::string& path);
  NpzFile(const NpzFile&) = delete;
  NpzFile& operator=(const NpzFile&) = delete;
  ~NpzFile();

  /// Begins an array of doubles, 64-bit integers or booleans, to be filled by append; returns its index.
  std::size_t add_reals(const std::string& name, const Shape& shape) { return add(name, "<f8", 8, shape); }
  std::size_t add_integers(const std::string& name, const Shape& shape) { return add(name, "<i8", 8, shape); }
  std::size_t add_flags(const std::string& name, const Shape& shape) { return add(name, "|b1", 1, shape); }
  /// Adds a complete array of UTF-8 strings; invalid bytes become U+FFFD. NumPy drops trailing NUL characters.
  void add_texts(const std::string& name, const Shape& shape, std::span<const std::string> texts);

  /// values: doubles, std::int64_t or std::uint8_t, as the array was begun.
  template <class Number>
  void append(std::size_t array, const std::vector<Number>& values) {
    write(array, values.data(), values.size() * sizeof(Number));
  }
  /// Writes values of an array of doubles from index `first` on, counted in C order. Each value is written once.
  void put(std::size_t array, std::int64_t first, std::span<const double> values);

  /// Writes the file. Throws std::logic_error if an array has more or fewer values than its shape says.
  void finish();

 private:
  struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };
  struct Array {
    std::string name;
    std::unique_ptr<std::FILE, Close> stream;
    std::int64_t header;   ///< bytes
    std::int64_t missing;  ///< bytes
  };
  std::size_t add(const std::string& name, const std::string& type, std::int64_t bytes_each, const Shape& shape);
  void write(std::size_t array, const void* data, std::size_t bytes);
  [[noreturn]] void fail(const std::string& why) const;

  std::string path_;
  std::vector<Array> arrays_;
};

}  // namespace regretta
