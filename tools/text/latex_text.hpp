#pragma once
/// Text for LaTeX, and how wide it is.

#include <string>

namespace regretta {

/// One line of plain text with all markup escaped.
std::string latex_escaped(const std::string& text);

/// The same; words wider than this may be broken after every few characters.
std::string latex_breakable(const std::string& text, double points);

double latex_points(const std::string& text);  ///< at most; in points, in 8 point type

}  // namespace regretta
