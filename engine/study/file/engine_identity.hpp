#pragma once
/// What decides the bits of results, besides the study and its plugins: the sources of numbers, trials, learners and
/// environments.

#include <string_view>

namespace regretta {

/// The version of a release; of every other build also a hash of these sources, such as "0.4.0+1f0c9a2b3d4e5f60". CMake
/// writes it when they are compiled (tools/cmake/identity.cmake).
std::string_view engine_identity();

}  // namespace regretta
