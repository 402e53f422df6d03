#pragma once
/// Reads a setting of a study as the values of a parameter: one, or several if the parameter is swept.

#include <string>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"

namespace regretta {

/// The values of one parameter in a study, converted to the parameter's type.
struct Axis {
  std::string name;
  std::vector<Value> values;  ///< at least one, all different
  bool swept = false;         ///< whether the study has a list where one value is expected
};

/// Reads `value` as the parameter `name` of `described`. If several entries share the name, the first type that fits is
/// used. `key` and `file` are for messages. Throws StudyError for a wrong type, an empty list or a repeated value;
/// ranges are checked by read_parameters.
Axis read_axis(const std::string& name, const Value& value, const std::vector<ParameterInfo>& described,
               const std::string& file, const std::string& key);

}  // namespace regretta
