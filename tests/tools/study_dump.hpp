#pragma once
/// Reads a results file in the process of the test, to compare its content.

#include <cstdint>
#include <string>

namespace regretta::fakes {

struct Dump {
  std::string text;   ///< the study, its tables and bounds; numbers have enough digits to be exact
  std::string error;  ///< message of the error that stopped reading; "" if there was none
  bool finished = false;
};

Dump dump_of(const std::string& path);

/// Number of blocks in a results file; 0 if the file does not exist or cannot be read.
std::int64_t blocks_in(const std::string& path);

}  // namespace regretta::fakes
