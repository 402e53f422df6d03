#pragma once
/// Settings of a study that stand for several values: a list, over which the parameter is swept, or a range, from which
/// a search (tools/python/regretta/searching) chooses a value.
///
///   value = { search = [-1, 1] }                          from -1 to 1; scale = "log": logarithmic; "choice": -1 or 1
///   schedule = { search = ["front", "late"] }             one of the listed values
///   arm = { search = "all" }                              any value of the parameter
///   loss = { same = "environment.1.loss" }                the value chosen for that path
///   loss = [{ search = [0, 1] }, 0.5]                     a range as an element of a list

#include <functional>
#include <string>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/plugin/value.hpp"

namespace regretta {

/// The values of one parameter in a study, converted to the parameter's type.
struct Axis {
  std::string name;
  std::vector<Value> values;  ///< at least one, all different
  bool swept = false;         ///< whether the study has a list where one value is expected
};

/// Reads `value` as the parameter `name` of `parameters`. If several of them share the name, the first type that fits
/// is used. `key` and `file` are for messages. Throws StudyError for a wrong type, an empty list or a repeated value;
/// ranges are checked by read_parameters.
Axis read_axis(const std::string& name, const Value& value, const std::vector<ParameterInfo>& parameters,
               const std::string& file, const std::string& key);

/// Whether a value is a table with `search` or `same`.
bool is_range(const Value& value);

/// All values and ranges by their paths.
Settings::Entries values_and_ranges(const Settings& settings);

/// Returns the value that replaces the range at a path; an empty value leaves the setting out.
using ChooseValue = std::function<Value(const std::string& path, const Value& range)>;

/// Replaces all ranges in the settings by values. `choose` is called in the order of paths, which begin with `section`;
/// list elements are numbered from 1, as in "environment.1.loss.2".
Settings without_ranges(const Settings& settings, const std::string& section, const ChooseValue& choose);

}  // namespace regretta
