#pragma once
/// The input of a fuzzer in a temporary file, for readers of files.

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace regretta::fuzz {

/// A temporary file. The destructor removes it, and the files that SQLite adds beside it.
class ScratchFile {
 public:
  explicit ScratchFile(std::span<const std::uint8_t> bytes)
      : path_(std::filesystem::temp_directory_path() /
              ("regretta-fuzz-" + std::to_string(::getpid()) + "-" + std::to_string(num_created_++))) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() {
    for (const char* ending : {"", "-wal", "-shm", "-journal"}) ::unlink((path_ + ending).c_str());
  }

  const std::string& path() const { return path_; }
  std::vector<char> bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  static inline int num_created_ = 0;
  std::string path_;
};

}  // namespace regretta::fuzz
