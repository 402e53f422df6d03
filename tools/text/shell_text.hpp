#pragma once
/// Quoting for a shell, for the commands that the program suggests.

#include <string>

#include "regretta/tools/text/replaced.hpp"

namespace regretta {

/// `word` for a POSIX shell, in single quotes if it needs any.
inline std::string shell_quoted(const std::string& word) {
  const bool plain =
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:@+") ==
      std::string::npos;
  if (plain && !word.empty()) return word;
  return "'" + replaced(word, "'", {"'\\''"}) + "'";
}

}  // namespace regretta
