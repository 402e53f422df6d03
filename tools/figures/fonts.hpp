#pragma once
#include <string>

namespace regretta {

/// The family that is drawn with where `wanted` is asked for: another one where it is not installed. Call it before the
/// first figure is drawn, from one thread.
std::string installed_font(const std::string& wanted);

}  // namespace regretta
