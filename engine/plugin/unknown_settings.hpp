#pragma once
/// Refuses settings that a plugin does not have, or not beside the choices that were made.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameter_info.hpp"

namespace regretta {

/// Throws InputError for the first setting that is not a known parameter, suggesting the nearest valid name. The
/// message names `owner` as what has no such parameter, unless it is "".
void check_no_unknown(const Settings& settings, const std::vector<ParameterInfo>& known, const std::string& owner = "");

/// The words of a choice, each with the parameters that it has.
using ParametersOfWords = std::vector<std::pair<std::string_view, std::vector<ParameterInfo>>>;

/// Throws InputError for a setting that belongs to other words of `chooser` than the chosen one.
void refuse_foreign(const Settings& settings, std::string_view chooser, std::string_view chosen,
                    const ParametersOfWords& words);

}  // namespace regretta
