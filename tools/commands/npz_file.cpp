#include "regretta/tools/commands/npz_file.hpp"

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <stdexcept>

#include <fmt/format.h>

namespace regretta {
namespace {

static_assert(std::endian::native == std::endian::little,
              "arrays are written as they lie in memory, as '<f8' and so on");

/// The header in front of the values, a Python literal.
std::string npy_header(const std::string& type, const NpzFile::Shape& shape) {
  constexpr std::size_t before = 10;  // magic word, version, length
  constexpr std::size_t alignment = 64;
  std::string sizes;
  for (const std::int64_t size : shape) sizes += fmt::format("{}, ", size);
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, sizes);
  text.append(alignment - (before + text.size() + 1) % alignment, ' ');
  text += '\n';
  const std::size_t length = text.size();
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(length & 0xffU) + static_cast<char>(length >> 8U) +
         text;
}

/// The code points of UTF-8 (RFC 3629) text, with U+FFFD for each invalid byte.
std::u32string code_points(const std::string& text) {
  std::u32string points;
  for (std::size_t k = 0; k < text.size();) {
    const auto first = static_cast<unsigned char>(text[k]);
    const int more = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
    char32_t point = more <= 0 ? first : first & (0x3fU >> static_cast<unsigned>(more));
    int read = 0;
    for (; read < more && k + static_cast<std::size_t>(read) + 1 < text.size(); ++read) {
      const auto next = static_cast<unsigned char>(text[k + static_cast<std::size_t>(read) + 1]);
      if ((next & 0xc0U) != 0x80) break;
      point = point << 6U | (next & 0x3fU);
    }
    constexpr char32_t least[] = {0, 0x80, 0x800, 0x10000};
    const bool is_character =
        more >= 0 && read == more && point >= least[more] && point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000);
    points += is_character ? point : U'\ufffd';
    k += is_character ? static_cast<std::size_t>(more) + 1 : 1;
  }
  return points;
}

/// `bytes` bytes of a number, as ZIP files have them.
std::string field(std::uint64_t number, std::size_t bytes) { return {reinterpret_cast<const char*>(&number), bytes}; }

/// The fields that an array's header and its line of the directory share, up to its name. Sizes and places have 64 bits
/// (ZIP64), in `extra_bytes` after it.
std::string shared_fields(std::uint32_t checksum, const std::string& file, std::uint64_t extra_bytes) {
  constexpr std::uint64_t first_of_1980 = 1U << 5U | 1U;  // the earliest date a ZIP can hold; no time zone changes it
  return field(45, 2) + field(0, 6) + field(first_of_1980, 2) + field(checksum, 4) + field(~0ULL, 8) +
         field(file.size(), 2) + field(extra_bytes, 2);
}

}  // namespace

NpzFile::NpzFile(const std::string& path) : out_(path) {
  if (!out_.is_regular_file())
    throw std::invalid_argument(fmt::format("{}: not a plain file, which an .npz must be", path));
}

std::size_t NpzFile::add(const std::string& name, const std::string& type, std::size_t bytes_each, const Shape& shape) {
  const std::string header = npy_header(type, shape);
  auto bytes = static_cast<std::int64_t>(bytes_each);
  for (const std::int64_t size : shape) bytes *= size;
  Array array{.file = name + ".npy", .header = end_, .begin = 0, .data = 0, .end = 0};
  array.begin = array.header + 50 + std::ssize(array.file);
  array.data = array.begin + std::ssize(header);
  array.end = end_ = array.data + bytes;
  write(array.begin, header.data(), header.size());
  if (::ftruncate(out_.descriptor(), end_) != 0) out_.fail();
  arrays_.push_back(std::move(array));
  return arrays_.size() - 1;
}

void NpzFile::add(const std::string& name, const Shape& shape, const std::vector<std::string>& texts) {
  std::vector<std::u32string> all;
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, all.emplace_back(code_points(text)).size());
  std::vector<char32_t> points;
  for (std::u32string& one : all) {
    one.resize(longest);
    points.insert(points.end(), one.begin(), one.end());
  }
  put(add(name, fmt::format("<U{}", longest), 4 * longest, shape), 0, points);
}

void NpzFile::write(std::int64_t place, const void* data, std::size_t bytes) {
  for (const auto* from = static_cast<const char*>(data); bytes > 0;) {
    const ssize_t written = ::pwrite(out_.descriptor(), from, bytes, place);
    if (written < 0) out_.fail();
    from += written;
    place += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

std::uint32_t NpzFile::checksum(const Array& array) {
  std::vector<unsigned char> bytes(std::size_t{1} << 20U);
  uLong sum = 0;
  for (std::int64_t place = array.begin; place < array.end;) {
    const auto most = static_cast<std::size_t>(std::min(std::ssize(bytes), array.end - place));
    const ssize_t read = ::pread(out_.descriptor(), bytes.data(), most, place);
    if (read <= 0) out_.fail();
    sum = ::crc32(sum, bytes.data(), static_cast<uInt>(read));
    place += read;
  }
  return static_cast<std::uint32_t>(sum);
}

void NpzFile::finish() {
  std::string directory;
  for (const Array& array : arrays_) {
    const std::uint32_t sum = checksum(array);
    const auto size = static_cast<std::uint64_t>(array.end - array.begin);
    const std::string sizes = field(size, 8) + field(size, 8);
    const std::string header =
        "PK\3\4" + shared_fields(sum, array.file, 20) + array.file + field(1, 2) + field(16, 2) + sizes;
    write(array.header, header.data(), header.size());
    constexpr std::uint64_t unix_45 = 3U << 8U | 45U, plain_file = std::uint64_t{0100644} << 16U;
    directory += "PK\1\2" + field(unix_45, 2) + shared_fields(sum, array.file, 28) + field(0, 6) +
                 field(plain_file, 4) + field(~0ULL, 4) + array.file + field(1, 2) + field(24, 2) + sizes +
                 field(static_cast<std::uint64_t>(array.header), 8);
  }
  const auto place = static_cast<std::uint64_t>(end_), count = std::uint64_t{arrays_.size()}, size = directory.size();
  directory += "PK\6\6" + field(44, 8) + field(45, 2) + field(45, 2) + field(0, 8) + field(count, 8) + field(count, 8) +
               field(size, 8) + field(place, 8);
  directory += "PK\6\7" + field(0, 4) + field(place + size, 8) + field(1, 4);
  directory += "PK\5\6" + field(0, 4) + field(~0ULL, 4) + field(~0ULL, 8) + field(0, 2);
  write(end_, directory.data(), directory.size());
  out_.finish();
}

}  // namespace regretta
