#pragma once
/// Writes NumPy's archive of arrays, which numpy.load reads without pickle: a ZIP of .npy files (numpy.lib.format,
/// version 1.0). Used by npz_study.hpp.

#include <cstdint>
#include <ranges>
#include <string>
#include <type_traits>
#include <vector>

#include "regretta/tools/terminal/output.hpp"

namespace regretta {

/// Arrays of doubles, 64-bit integers and (as std::uint8_t) booleans. The size of each is known when it is added, so
/// that values are written to their places in any order and not kept in memory. The same arrays give the same bytes:
/// they are stored uncompressed, with a fixed date. Throws std::runtime_error with the name of the output if it cannot
/// be written.
class NpzFile {
 public:
  using Shape = std::vector<std::int64_t>;  ///< {}: a scalar

  /// `path` must be a regular file or not exist; otherwise throws std::invalid_argument.
  explicit NpzFile(const std::string& path);

  /// Adds an array of zeros, filled by put; returns its index.
  template <class Number>
  std::size_t add(const std::string& name, const Shape& shape) {
    const char* type = std::is_same_v<Number, double> ? "<f8" : std::is_same_v<Number, std::int64_t> ? "<i8" : "|b1";
    return add(name, type, sizeof(Number), shape);
  }
  /// Writes values of an array from index `first` on, counted in C order.
  template <class Values>
  void put(std::size_t array, std::int64_t first, const Values& values) {
    const auto bytes = sizeof(std::ranges::range_value_t<Values>);
    write(arrays_.at(array).data + first * static_cast<std::int64_t>(bytes), values.data(), values.size() * bytes);
  }
  /// Adds a complete array.
  template <class Number>
  void add(const std::string& name, const Shape& shape, const std::vector<Number>& values) {
    put(add<Number>(name, shape), 0, values);
  }
  /// The same of UTF-8 strings; invalid bytes become U+FFFD. NumPy drops trailing NUL characters.
  void add(const std::string& name, const Shape& shape, const std::vector<std::string>& texts);

  /// Writes the file.
  void finish();

 private:
  struct Array {
    std::string file;                       ///< its name in the archive
    std::int64_t header, begin, data, end;  ///< places: of the ZIP's header, of the .npy file, of the values
  };
  std::size_t add(const std::string& name, const std::string& type, std::size_t bytes_each, const Shape& shape);
  void write(std::int64_t place, const void* data, std::size_t bytes);
  std::uint32_t checksum(const Array& array);

  Output out_;
  std::vector<Array> arrays_;
  std::int64_t end_ = 0;
};

}  // namespace regretta
