#pragma once
/// Text broken into lines of a given width.

#include <cstddef>
#include <string>

namespace regretta {

inline constexpr std::size_t any_width = static_cast<std::size_t>(-1);  ///< lines are not broken

/// How lines begin.
struct Indent {
  std::string first = {};
  std::string others = {};
};

/// `text` broken at blanks into lines of at most `width` characters, indents included; longer words have a line of
/// their own. Every line has a line end; line ends in `text` stay.
std::string wrapped(const std::string& text, std::size_t width, const Indent& indent = {});

}  // namespace regretta
