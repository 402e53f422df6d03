#pragma once
/// The description of a plugin's parameter: name, type, range, default, help. Made by FieldVisitor; used to check
/// studies and for `regretta list`.

#include <string>
#include <vector>

#include "regretta/engine/plugin/value.hpp"

namespace regretta {

/// The interval [low, high]; either end may be excluded.
struct Range {
  double low = 0;
  double high = 0;
  bool low_open = false;   ///< low itself is excluded
  bool high_open = false;  ///< high itself is excluded

  bool has(double x) const { return (low_open ? x > low : x >= low) && (high_open ? x < high : x <= high); }
};
std::string to_text(const Range& range);  ///< "[0, 1]", "(0, inf)", ...

enum class ParameterType {
  flag,  ///< true or false
  integer,
  number,
  text,
  number_or_measured,  ///< a number, or "measured"
  arm_or_all,          ///< an arm's number, from 1, or "all"; of measures (ArmOrAll)
  numbers,             ///< a list of numbers
  table,               ///< lists of numbers, all of the same length; a plain list is one row
  texts                ///< a list of texts; a plain text is a list of one
};
std::string_view type_name(ParameterType type);      ///< "true/false", "integer", ... as `regretta list` prints it
std::string_view expected_text(ParameterType type);  ///< "true or false", "an integer", ... for error messages

/// Converts `value` to this type (integers to numbers, whole numbers to integers, a plain list to a table of one row);
/// nothing if that is impossible.
std::optional<Value> in_type(const Value& value, ParameterType type);

/// The meaning of a parameter for the evaluation of results, since the engine knows no parameter by name.
enum class Role {
  none,
  corruption_budget,    ///< how much corruption the environment injects
  confidence_scale,     ///< multiplies the width 4 sqrt(L / n) of a learner's confidence sets
  exploration_exponent  ///< beta: every arm is first played T^beta times
};

std::string_view role_name(Role role);  ///< "corruption budget", ...

/// One parameter.
struct ParameterInfo {
  std::string name;  ///< dotted for parts of an environment: "corruption.budget"
  ParameterType type = ParameterType::number;
  Value default_value{};  ///< empty if there is no default or the parameter is required
  std::string range{};    ///< such as "[0, 1]" or "a | b | c"
  std::string help{};
  Role role = Role::none;
  bool is_later =
      false;           ///< added when studies with the plugin had digests: its default is neither recorded nor in them
  std::string when{};  ///< the choice beside which it has a meaning, such as "direction target"; empty: always
};

/// Its help, after `when`.
std::string full_help(const ParameterInfo& parameter);

/// Names of the parameters with this role.
std::vector<std::string> names_with(Role role, const std::vector<ParameterInfo>& parameters);

}  // namespace regretta
