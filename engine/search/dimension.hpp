#pragma once
/// One thing that a search varies: a range as written in a study, with the values that it allows.

#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/plugin/parameter_info.hpp"
#include "regretta/engine/study/text/study_error.hpp"

namespace regretta {

struct Dimension {
  std::string path;            ///< "environment.1.corruption.value"; "environment.1.loss.2" of an element of a list
  Location where{};            ///< in the study
  std::vector<Value> choices;  ///< it is one of these; empty: a number from low to high
  double low = 0, high = 0;
  bool is_log = false;
  bool is_integer = false;
  Value default_value{};  ///< of the parameter; empty: it has none

  /// The value of a coordinate: the number of a choice, or a share in [0, 1] of the way from low to high.
  Value at(double coordinate) const;
  /// The coordinate of a value that it allows; empty for others.
  std::optional<double> coordinate_of(const Value& value) const;
  /// The coordinate of the default, or, where that is not allowed, of the middle or the first choice.
  double preset() const { return coordinate_of(default_value).value_or(choices.empty() ? 0.5 : 0); }
  /// A rounder number near that of the coordinate: a multiple of a tenth of the range's power of ten; one digit where
  /// it is log.
  double rounded(double coordinate) const;

 private:
  /// Of 13 digits, so that every value with few digits has a coordinate.
  double without_last_digits(double value) const;
};

/// One coordinate per dimension. Those that a choice makes meaningless are there, and change nothing.
using Point = std::vector<double>;

/// Reads `range`, a table with `search`. known: what the parameter may be; several entries may share its name.
/// `all`: what "all" means of an integer; empty: nothing. Throws StudyError at the range.
Dimension read_dimension(const std::string& path, const Value& range, const std::vector<ParameterInfo>& known,
                         const std::vector<Value>& all, const std::string& file);

}  // namespace regretta
