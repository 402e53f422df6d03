#include "regretta/tools/commands/npz_file.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zip.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/tools/terminal/output.hpp"

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

std::int64_t product_of(const NpzFile::Shape& shape) {
  std::int64_t product = 1;
  for (const std::int64_t size : shape) product *= size;
  return product;
}

std::string code_text(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};

}  // namespace

NpzFile::NpzFile(const std::string& path) : path_(place_for_output(path)) {
  std::error_code error;
  if (std::filesystem::exists(path_, error) && !std::filesystem::is_regular_file(path_))
    throw std::invalid_argument(fmt::format("{}: not a plain file, which an .npz must be", path_));
}

NpzFile::~NpzFile() = default;

std::size_t NpzFile::add(const std::string& name, const std::string& type, std::int64_t bytes_each,
                         const Shape& shape) {
  std::string place = path_ + ".XXXXXX";
  const int descriptor = ::mkostemp(place.data(), O_CLOEXEC);
  if (descriptor < 0) fail(std::strerror(errno));
  ::unlink(place.c_str());
  std::FILE* stream = ::fdopen(descriptor, "w+b");
  if (stream == nullptr) fail(std::strerror(errno));
  const std::string header = npy_header(type, shape);
  const auto header_bytes = static_cast<std::int64_t>(header.size());
  arrays_.push_back(
      {name, std::unique_ptr<std::FILE, Close>(stream), header_bytes, product_of(shape) * bytes_each + header_bytes});
  write(arrays_.size() - 1, header.data(), header.size());
  return arrays_.size() - 1;
}

void NpzFile::add_texts(const std::string& name, const Shape& shape, std::span<const std::string> texts) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, code_points(text).size());
  const std::size_t array = add(name, fmt::format("<U{}", longest), static_cast<std::int64_t>(4 * longest), shape);
  for (const std::string& text : texts) {
    std::u32string points = code_points(text);
    points.resize(longest);
    write(array, points.data(), 4 * longest);
  }
}

void NpzFile::put(std::size_t array, std::int64_t first, std::span<const double> values) {
  const Array& into = arrays_.at(array);
  const auto place = into.header + first * static_cast<std::int64_t>(sizeof(double));
  if (::fseeko(into.stream.get(), place, SEEK_SET) != 0) fail(std::strerror(errno));
  write(array, values.data(), values.size_bytes());
}

void NpzFile::write(std::size_t array, const void* data, std::size_t bytes) {
  Array& into = arrays_.at(array);
  into.missing -= static_cast<std::int64_t>(bytes);
  if (bytes > 0 && std::fwrite(data, 1, bytes, into.stream.get()) != bytes) fail(std::strerror(errno));
}

void NpzFile::finish() {
  int code = 0;
  std::unique_ptr<zip_t, Discard> archive(zip_open(path_.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
  if (!archive) fail(code_text(code));
  for (Array& array : arrays_) {
    if (array.missing != 0)
      throw std::logic_error(fmt::format("{}: {} bytes less than its shape says", array.name, array.missing));
    if (std::fflush(array.stream.get()) != 0 || std::fseek(array.stream.get(), 0, SEEK_SET) != 0)
      fail(std::strerror(errno));
    zip_source_t* source = zip_source_filep(archive.get(), array.stream.get(), 0, -1);
    if (source == nullptr) fail(zip_strerror(archive.get()));
    array.stream.release();  // now owned by the source
    const zip_int64_t added = zip_file_add(archive.get(), (array.name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
    if (added < 0) {
      zip_source_free(source);
      fail(fmt::format("{}: {}", array.name, zip_strerror(archive.get())));
    }
    constexpr std::uint16_t first_of_1980 = 1U << 5U | 1U;  // the earliest date a ZIP can hold; no time zone changes it
    const auto place = static_cast<zip_uint64_t>(added);
    zip_set_file_compression(archive.get(), place, ZIP_CM_STORE, 0);
    zip_file_set_dostime(archive.get(), place, 0, first_of_1980, 0);
    zip_file_set_external_attributes(archive.get(), place, 0, ZIP_OPSYS_UNIX, 0100644U << 16U);
  }
  if (zip_close(archive.get()) != 0) fail(zip_strerror(archive.get()));
  archive.release();
}

void NpzFile::fail(const std::string& why) const {
  throw std::runtime_error(fmt::format("{}: cannot be written ({})", path_, why));
}

}  // namespace regretta
