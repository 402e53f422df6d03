#pragma once
/// What decides the results of a plugin, as far as no setting says it. Results are stored under it, so that two
/// versions of a plugin cannot be taken for one (engine/study/plan/content.hpp).

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regretta {

struct PluginCode {
  std::string text{};  ///< a hash of what it was compiled from, or lines that say what runs; else the program's file
  std::string language{};  ///< such as "python"; empty: C++, or not known
  bool ships = false;      ///< with Regretta, whose version says it
};

/// A hash of the contents of files, whatever their names, places and order.
std::string hash_of_contents(std::vector<std::string_view> contents);
/// The file of the program or library that holds this address; of this program without one.
std::string file_of(const void* address);
/// 16 hexadecimal digits of its contents.
std::string hash_of_holder(const void* address = nullptr);
/// For Adversary::data: a hash of numbers, after those that have the hash `before`.
std::uint64_t hash_of_numbers(std::uint64_t before, std::initializer_list<std::span<const double>> numbers);

}  // namespace regretta
