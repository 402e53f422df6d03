#pragma once
/// Parameters of plugins, described once: name, place, range, meaning. The same description reads a study, checks it,
/// prints `regretta list` and records what was used.
///
///   struct Params {
///     double beta = 0.5;
///     template <class Self, class Visit>
///     static void fields(Self& p, Visit&& visit) {
///       visit("beta", p.beta, Range{0, 1}, "exploration exponent: each arm is first played ceil(T^beta) rounds");
///     }
///   };

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace regretta {

/// A value in a study file. Matrices are lists of lists.
using Value =
    std::variant<bool, std::int64_t, double, std::string, std::vector<double>, std::vector<std::vector<double>>>;

/// A closed interval [low, high]; either end may be excluded.
struct Range {
  double low = 0;
  double high = 0;
  bool low_open = false;   ///< low itself is refused
  bool high_open = false;  ///< high itself is refused
};

/// The words allowed for a text parameter; empty = any text.
struct Choices {
  std::vector<std::string> words;
};

/// A number, or the word "measured": the environment's own value.
struct NumberOrMeasured {
  bool measured = false;
  double value = 0;
};

/// Bad input, found before trial 1. The message says the value and what was expected; `key` (dotted, such as
/// "learner.beta") lets the study reader add file and line.
class InputError : public std::exception {
 public:
  InputError(std::string key, std::string message) : key_(std::move(key)), message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }
  const std::string& key() const { return key_; }

 private:
  std::string key_;
  std::string message_;
};

/// One swept or fixed setting of a plugin: parameter names are dotted inside a plugin ("corruption.budget").
using Settings = std::map<std::string, Value>;

/// What `regretta list` prints of one parameter.
struct ParameterInfo {
  std::string name;
  /// "number", "integer", "true/false", "text", "numbers", "table of numbers" or "number or \"measured\""
  std::string type;
  std::string default_value;  ///< as written in TOML; empty = required
  std::string range;          ///< such as "[0, 1]" or "a | b | c"
  std::string help;
};

}  // namespace regretta

#include "regretta/engine/plugin/parameter_fields.hpp"  // what a `fields` function is handed

namespace regretta {

/// Types a `fields` function may visit: bool, std::int64_t, double, std::string, std::vector<double>,
/// std::vector<std::vector<double>>, NumberOrMeasured. Call shapes:
///   visit(name, bool&, help)
///   visit(name, std::int64_t&, Range, help)       visit(name, double&, Range, help)
///   visit(name, std::string&, Choices, help)
///   visit(name, std::vector<double>&, Range, help)  visit(name, std::vector<std::vector<double>>&, Range, help)
///   visit(name, NumberOrMeasured&, Range, help)
/// A table of numbers may be given as a plain list: one row.
/// The value found in a default-constructed Params is the default.

/// Fills `params` from `settings` (names after `prefix`); throws InputError{key = prefix + name} for a wrong type or a
/// value out of range. Settings that no field names are left to `check_no_unknown`. An integer may be written 1e5.
template <class Params>
void read_parameters(const Settings& settings, const std::string& prefix, Params& params) {
  FieldReader reader(settings, prefix);
  Params::fields(params, reader);
}

/// The parameters of a Params type, in the order of `fields`; names carry `prefix`. A default that says nothing (NaN,
/// an empty text, an empty list) is described as absent.
template <class Params>
std::vector<ParameterInfo> describe_parameters(const std::string& prefix = "") {
  FieldDescriber describer(prefix);
  Params defaults;
  Params::fields(defaults, describer);
  return describer.take();
}

/// Throws InputError naming the first setting that no parameter describes, and the nearest valid name.
void check_no_unknown(const Settings& settings, const std::vector<ParameterInfo>& known);

/// The candidate nearest to `word` in edit distance, or "" if none is near.
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace regretta
