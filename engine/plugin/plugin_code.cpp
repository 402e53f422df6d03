#include "regretta/engine/plugin/plugin_code.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

#include <dlfcn.h>
#include <fmt/format.h>
#include <xxhash.h>

namespace regretta {

std::string hash_of_contents(std::vector<std::string_view> contents) {
  std::vector<XXH64_hash_t> hashes;
  for (const std::string_view text : contents) hashes.push_back(XXH3_64bits(text.data(), text.size()));
  std::ranges::sort(hashes);
  return fmt::format("{:016x}", XXH3_64bits(hashes.data(), hashes.size() * sizeof hashes[0]));
}

std::string file_of(const void* address) {
  Dl_info found{};
  const bool is_found = address != nullptr && ::dladdr(address, &found) != 0 && found.dli_fname != nullptr;
  std::error_code ignored;
  const bool is_library = is_found && std::string_view(found.dli_fname).find(".so") != std::string_view::npos &&
                          std::filesystem::is_regular_file(found.dli_fname, ignored);
  return is_library ? found.dli_fname : std::filesystem::read_symlink("/proc/self/exe", ignored).string();
}

std::string hash_of_library(const void* address) {
  static std::mutex mutex;
  static std::map<std::string, std::string> hash_by_file;
  const std::string holder = file_of(address);
  // The program may have been renamed or removed since it was started.
  const std::string file = holder == file_of(nullptr) ? "/proc/self/exe" : holder;
  const std::lock_guard lock(mutex);
  std::string& hash = hash_by_file[file];
  if (!hash.empty()) return hash;
  std::ifstream bytes(file, std::ios::binary);
  if (!bytes)
    throw std::runtime_error(fmt::format("{}: cannot be read; its contents identify the version of a plugin", file));
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), XXH3_freeState);
  XXH3_64bits_reset(state.get());
  for (std::array<char, 65'536> chunk{}; bytes.read(chunk.data(), chunk.size()), bytes.gcount() > 0;)
    XXH3_64bits_update(state.get(), chunk.data(), static_cast<std::size_t>(bytes.gcount()));
  return hash = fmt::format("{:016x}", XXH3_64bits_digest(state.get()));
}

std::uint64_t hash_of_numbers(std::uint64_t before, std::initializer_list<std::span<const double>> numbers) {
  for (const std::span<const double> list : numbers)
    before = XXH3_64bits_withSeed(list.data(), list.size_bytes(), before);
  return before;
}

}  // namespace regretta
