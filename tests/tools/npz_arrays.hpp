#pragma once
/// A strict reader of NumPy's .npz, for arrays as `regretta export` writes them.

#include <gtest/gtest.h>
#include <zip.h>

#include <cstring>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace regretta::fakes {

struct Npy {
  std::string type;
  std::vector<std::int64_t> shape;
  std::string bytes;

  template <class Value>
  Value at(std::size_t place) const {
    Value value;
    EXPECT_LE((place + 1) * sizeof value, bytes.size());
    std::memcpy(&value, bytes.data() + place * sizeof value, sizeof value);
    return value;
  }
  double real(std::size_t place) const { return at<double>(place); }
  std::int64_t integer(std::size_t place) const { return at<std::int64_t>(place); }
  /// For characters below 128; others as '?'.
  std::string text(std::size_t place) const {
    const auto width = static_cast<std::size_t>(std::stoi(type.substr(2)));
    std::string result;
    for (std::size_t k = 0; k < width; ++k) {
      const auto point = at<char32_t>(place * width + k);
      if (point != 0) result += point < 128 ? static_cast<char>(point) : '?';
    }
    return result;
  }
};

/// Parses the format that numpy.lib.format documents, strictly.
inline Npy parsed(const std::string& file) {
  Npy array;
  EXPECT_EQ(file.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t length = static_cast<unsigned char>(file.at(8)) + 256U * static_cast<unsigned char>(file.at(9));
  EXPECT_EQ((10 + length) % 64, 0U);
  const std::string header = file.substr(10, length);
  std::smatch match;
  EXPECT_TRUE(std::regex_match(
      header, match, std::regex(R"(\{'descr': '([^']+)', 'fortran_order': False, 'shape': \(([0-9, ]*)\), \} *\n)")))
      << header;
  array.type = match[1];
  std::istringstream sizes(match[2].str());
  for (std::string size; std::getline(sizes, size, ',');)
    if (size.find_first_of("0123456789") != std::string::npos) array.shape.push_back(std::stoll(size));
  array.bytes = file.substr(10 + length);
  return array;
}

inline std::map<std::string, Npy> read_npz(const std::string& path) {
  int error = 0;
  const std::unique_ptr<zip_t, void (*)(zip_t*)> archive(zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &error),
                                                         zip_discard);
  std::map<std::string, Npy> arrays;
  if (!archive) ADD_FAILURE() << path << ": " << error;
  for (zip_int64_t k = 0; archive && k < zip_get_num_entries(archive.get(), 0); ++k) {
    zip_stat_t about;
    EXPECT_EQ(zip_stat_index(archive.get(), static_cast<zip_uint64_t>(k), 0, &about), 0);
    std::string bytes(about.size, '\0');
    zip_file_t* file = zip_fopen_index(archive.get(), static_cast<zip_uint64_t>(k), 0);
    EXPECT_EQ(zip_fread(file, bytes.data(), bytes.size()), static_cast<zip_int64_t>(bytes.size()));
    EXPECT_EQ(zip_fclose(file), 0) << "the checksum";
    const std::string name = about.name;
    EXPECT_TRUE(name.ends_with(".npy"));
    arrays[name.substr(0, name.size() - 4)] = parsed(bytes);
  }
  return arrays;
}

}  // namespace regretta::fakes
