#pragma once
/// Everything that `export` prints and that `show` adds to it, read in this process.

#include <cstdint>
#include <string>

namespace regretta::fakes {

struct Dump {
  std::string text;   ///< numbers as bit patterns
  std::string error;  ///< why reading stopped; "" if it completed
  bool finished = false;
};

Dump dump_of(const std::string& path);

/// The number of blocks in a study file, 0 if there is none that can be read.
std::int64_t blocks_in(const std::string& path);

}  // namespace regretta::fakes
