#pragma once
/// The identity of the code of a plugin. Together with the settings, the code determines results, which are stored
/// under its identity: results of two versions of a plugin are not mixed (engine/study/plan/content.hpp).

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regretta {

struct PluginCode {
  /// A hash of the sources, or lines that describe the code; empty: the hash of the program file is used.
  std::string text{};
  std::string language{};  ///< such as "python"; empty: C++ or unknown
  bool ships = false;      ///< whether the code is part of Regretta, whose version then identifies it
};

/// A hash of the contents of files, independent of their names, folders and order.
std::string hash_of_contents(std::vector<std::string_view> contents);
/// The file of the library that contains this address, or of this program if no library does or `address` is null.
std::string file_of(const void* address);
/// The hash of the contents of file_of(address): 16 hexadecimal digits.
std::string hash_of_library(const void* address = nullptr);
/// A hash of numbers for Adversary::data. `before` is the hash of the numbers that precede them.
std::uint64_t hash_of_numbers(std::uint64_t before, std::initializer_list<std::span<const double>> numbers);

}  // namespace regretta
