#pragma once
#include <random>

namespace regretta {

/// A uniform number in [0, 1) that is the same with every standard library.
inline double uniform_draw(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

}  // namespace regretta
