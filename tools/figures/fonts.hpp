#pragma once
/// Fonts for figures, by Fontconfig: those of the machine, and those of the archive that tools/package makes.

#include <string>
#include <vector>

namespace regretta {

/// The font family that is used when `wanted` is requested: a substitute if it is not installed, "" if there is no
/// font. Call it before the first figure is drawn, from one thread.
std::string installed_font(const std::string& wanted);

/// The families that are installed. After installed_font.
std::vector<std::string> font_families();

/// "serif" and the like, which stand for whatever font there is.
bool is_generic_font(const std::string& family);

}  // namespace regretta
