#pragma once
/// The two visitors that a `fields` function meets: one reads settings, one describes parameters. Included by
/// parameters.hpp, which says what may be visited.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"

namespace regretta {

/// Writes settings into fields. A field without a setting keeps its value.
class FieldReader {
 public:
  FieldReader(const Settings& settings, std::string prefix) : settings_(settings), prefix_(std::move(prefix)) {}

  void operator()(std::string_view name, bool& field, std::string_view help) const;
  void operator()(std::string_view name, std::int64_t& field, const Range& range, std::string_view help) const;
  void operator()(std::string_view name, double& field, const Range& range, std::string_view help) const;
  void operator()(std::string_view name, std::string& field, const Choices& choices, std::string_view help) const;
  void operator()(std::string_view name, std::vector<double>& field, const Range& range, std::string_view help) const;
  void operator()(std::string_view name, std::vector<std::vector<double>>& field, const Range& range,
                  std::string_view help) const;
  void operator()(std::string_view name, NumberOrMeasured& field, const Range& range, std::string_view help) const;

 private:
  const Settings& settings_;
  std::string prefix_;
};

/// Collects a ParameterInfo per field.
class FieldDescriber {
 public:
  explicit FieldDescriber(std::string prefix) : prefix_(std::move(prefix)) {}

  void operator()(std::string_view name, const bool& field, std::string_view help);
  void operator()(std::string_view name, const std::int64_t& field, const Range& range, std::string_view help);
  void operator()(std::string_view name, const double& field, const Range& range, std::string_view help);
  void operator()(std::string_view name, const std::string& field, const Choices& choices, std::string_view help);
  void operator()(std::string_view name, const std::vector<double>& field, const Range& range, std::string_view help);
  void operator()(std::string_view name, const std::vector<std::vector<double>>& field, const Range& range,
                  std::string_view help);
  void operator()(std::string_view name, const NumberOrMeasured& field, const Range& range, std::string_view help);

  std::vector<ParameterInfo> take() { return std::move(found_); }

 private:
  void add(std::string_view name, std::string type, std::string default_value, std::string range,
           std::string_view help);

  std::string prefix_;
  std::vector<ParameterInfo> found_;
};

/// A value as a study would write it, such as `0.5`, `"late"` or `[0, 1]`; numbers read back to the same double.
std::string to_text(const Value& value);

/// "[0, 1]", "(0, inf)", ...
std::string to_text(const Range& range);

/// "a | b | c"; empty for any text.
std::string to_text(const Choices& choices);

}  // namespace regretta
