#pragma once
/// What somebody has written in a header of plugins, read without compiling it.

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace regretta {

struct HeaderText {
  std::string file;
  std::string text;  ///< without comments; lines are where they were
};

/// The header and what it includes that lies beside it, each once. A file that cannot be read is left out.
std::vector<HeaderText> header_texts(const std::filesystem::path& header);

/// All that these have in quotes: names of plugins and of settings among it.
std::set<std::string> quoted_words(const std::vector<HeaderText>& texts);

/// The first generator or distribution of the C++ library that these name, with its place, "NAME (mine.hpp:12)"; or "".
std::string named_generator(const std::vector<HeaderText>& texts);

}  // namespace regretta
