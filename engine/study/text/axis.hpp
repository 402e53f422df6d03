#pragma once
/// From what a study writes to the values that a parameter takes.

#include <string>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

/// The values of one parameter in a study, of the parameter's type.
struct Axis {
  std::string name;
  std::vector<Value> values;  ///< at least one, all different
  bool swept = false;         ///< written as a list where one value is expected
};

/// Reads `setting` as the parameter that the `described` of its name describe (several may share a name: the first type
/// that fits counts). `key` and `file` are for messages. Throws StudyError for a wrong type, an empty list or a value
/// that appears twice; ranges are left to read_parameters.
Axis read_axis(const Setting& setting, const std::vector<ParameterInfo>& described, const std::string& file,
               const std::string& key);

/// As written, shortened: for messages.
std::string to_text(const Literal& literal);

}  // namespace regretta
