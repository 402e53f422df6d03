#pragma once
/// The program that a Python runs for optuna.cpp: tpe.py as text, which CMake embeds.

#include <string_view>

namespace regretta {

extern const std::string_view tpe_script;

}  // namespace regretta
