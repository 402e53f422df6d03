#pragma once
/// What somebody has written in a header of plugins, read without compiling it.

#include <filesystem>
#include <string>
#include <vector>

namespace regretta {

struct HeaderText {
  std::string file;
  std::string text;  ///< without comments; lines are where they were
};

/// The header and what it includes that lies beside it, each once. A file that cannot be read is left out.
std::vector<HeaderText> header_texts(const std::filesystem::path& header);

/// The first generator or distribution of the C++ library that these name, with its place, "NAME (mine.hpp:12)"; or "".
std::string named_generator(const std::vector<HeaderText>& texts);

}  // namespace regretta
