#pragma once
/// Parameters of plugins. Each is described once, in `fields`: name, variable, range, meaning. This description is used
/// to read and check a study, to print `regretta list` and to record the values used.
///
///   struct Params {
///     double beta = 0.5;
///     static void fields(auto& p, auto&& visit) {
///       visit("beta", p.beta, Range{0, 1}, "exploration exponent: each arm is first played ceil(T^beta) rounds");
///     }
///   };
///
/// The calls of visit that `fields` may make (defaults are the values in a default-constructed Params):
///   visit(name, bool&, help)
///   visit(name, std::string&, help)                     any string
///   visit(name, Enum&, Choice, help)                    one of the words of a table (Choice)
///   visit(name, OneOf<A, B, ...>&, help)                one of several types, each with its parameters
///   visit(name, std::int64_t&, Range, help)             integers may be written as 1e5
///   visit(name, double&, Range, help)
///   visit(name, NumberOrMeasured&, Range, help)
///   visit(name, std::vector<std::string>&, help)        any strings
///   visit(name, ArmOrAll&, Range, help)                 only in measures
///   visit(name, std::vector<double>&, Range, help)
///   visit(name, std::vector<std::vector<double>>&, Range, help)
/// Numbers may be std::optional, without a default. An optional last argument is the parameter's Role: its
/// meaning for the evaluation of results. Visit a parameter that is added to a released plugin with visit.later(...),
/// so that the digests of studies that do not set it stay the same.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/engine/plugin/value.hpp"
#include "regretta/engine/trial/contract/enumerators.hpp"

namespace regretta {

/// A word and its meaning for `regretta list`; `help` may be empty.
struct ChoiceWord {
  std::string_view text;
  std::string_view help;
};

/// The words of a parameter that takes one of several. A single table of enum values and words is used to read,
/// describe and print the parameter.
///
///   enum class Direction { slander, flatter };
///   inline constexpr Choice directions = choice_of<Direction>({{Direction::slander, "slander", "+1 on ..."},
///                                                              {Direction::flatter, "flatter", "-1 on ..."}});
///
/// The table must have a row for every value of the enum, in its order; otherwise it does not compile.
template <class Enum, std::size_t N>
struct Choice {
  std::array<Enum, N> values{};
  std::array<ChoiceWord, N> words{};  ///< one per value

  /// The word of a value; empty if it is not in the table.
  constexpr std::string_view word_of(Enum value) const {
    const auto k = static_cast<std::size_t>(value);
    return k < N ? words[k].text : std::string_view();
  }
};

template <class Enum>
struct ChoiceRow {
  Enum value;
  std::string_view text;
  std::string_view help = {};
};

template <class Enum, std::size_t N>
constexpr Choice<Enum, N> choice_of(const ChoiceRow<Enum> (&rows)[N]) {
  static_assert(!is_enumerator<static_cast<Enum>(N)>(), "a value of the enum has no row in its table of words");
  Choice<Enum, N> choice;
  for (std::size_t k = 0; k < N; ++k) {
    if (static_cast<std::size_t>(rows[k].value) != k) throw "the rows are not in the order of the enum";
    choice.values[k] = rows[k].value;
    choice.words[k] = {rows[k].text, rows[k].help};
  }
  return choice;
}

/// The interval from low to high; either end may be excluded.
struct Range {
  double low = 0;
  double high = 0;
  bool low_open = false;   ///< whether low itself is excluded
  bool high_open = false;  ///< whether high itself is excluded

  bool has(double x) const { return (low_open ? x > low : x >= low) && (high_open ? x < high : x <= high); }
};
std::string to_text(const Range& range);  ///< "[0, 1]", "(0, inf)", ...

enum class ParameterType {
  flag,  ///< true or false
  integer,
  number,
  text,
  number_or_measured,  ///< a number, or "measured"
  arm_or_all,          ///< an arm's number, from 1, or "all" (ArmOrAll); only in measures
  numbers,             ///< a list of numbers
  table,               ///< lists of numbers, all of the same length; a plain list is one row
  texts                ///< a list of texts; a plain text is a list of one
};
std::string_view type_name(ParameterType type);      ///< "true/false", "integer", ... as `regretta list` prints it
std::string_view expected_text(ParameterType type);  ///< "true or false", "an integer", ... for error messages

/// Converts `value` to this type: integers to numbers, whole numbers to integers, a plain list to a table of one row.
/// Empty if that is impossible.
std::optional<Value> in_type(const Value& value, ParameterType type);

/// The meaning of a parameter for the evaluation of results, where the engine knows parameters only by role.
enum class Role {
  none,
  corruption_budget,    ///< how much corruption the environment injects
  confidence_scale,     ///< multiplies the width 4 sqrt(L / n) of a learner's confidence sets
  exploration_exponent  ///< beta: every arm is first played T^beta times
};

std::string_view role_name(Role role);  ///< "corruption budget", ...

/// The description of a parameter.
struct ParameterInfo {
  std::string name;  ///< dotted for parts of an environment: "corruption.budget"
  ParameterType type = ParameterType::number;
  Value default_value{};  ///< empty if there is no default or the parameter is required
  std::string range{};    ///< such as "[0, 1]" or "a | b | c"
  std::string help{};
  Role role = Role::none;
  /// Whether the parameter was added after its plugin's release. Its default then enters neither records nor digests.
  bool is_later = false;
  std::string when{};  ///< the choice on which it depends, such as "direction target"; empty: none
};

/// The help of a parameter, preceded by `when`.
std::string full_help(const ParameterInfo& parameter);

/// Names of the parameters with this role.
std::vector<std::string> names_with(Role role, const std::vector<ParameterInfo>& parameters);

/// Throws InputError for the first setting that is not a known parameter, and suggests the nearest valid name. The
/// message names `owner`, the plugin that lacks the parameter, unless it is "".
void check_no_unknown(const Settings& settings, const std::vector<ParameterInfo>& known, const std::string& owner = "");

/// The words of a choice, each with its parameters.
using ParametersOfWords = std::vector<std::pair<std::string_view, std::vector<ParameterInfo>>>;

/// Throws InputError for a setting that belongs only to words of the parameter `chooser` other than `chosen`.
void refuse_foreign(const Settings& settings, std::string_view chooser, std::string_view chosen,
                    const ParametersOfWords& words);

/// A number, or the word "measured", which stands for the value measured on the environment.
struct NumberOrMeasured {
  bool measured = false;
  double value = 0;
};

/// The number of an arm, from 1, or the word "all". A study with "all" for a measure has the measure once for each arm.
struct ArmOrAll {
  bool all = false;
  std::int64_t arm = 1;
};

/// A pointer to a field that is visited without a Choice. The types are in the order of ParameterType.
using AnyField = std::variant<bool*, std::int64_t*, double*, std::string*, NumberOrMeasured*, ArmOrAll*,
                              std::vector<double>*, std::vector<std::vector<double>>*, std::vector<std::string>*>;
template <class T>
concept UnboundedField =
    std::same_as<T, bool> || std::same_as<T, std::string> || std::same_as<T, std::vector<std::string>>;
template <class T>
concept RangedField = std::constructible_from<AnyField, T*> && !UnboundedField<T>;

/// One of several types. Each has `static constexpr ChoiceWord word`, and `fields` if it has parameters, which are
/// settings beside the word.
template <class... Alternatives>
using OneOf = std::variant<Alternatives...>;

template <class... Alternatives>
constexpr std::array<ChoiceWord, sizeof...(Alternatives)> words_of(const OneOf<Alternatives...>&) {
  return {Alternatives::word...};
}

/// Visits the fields of a Params. Without settings, it collects a ParameterInfo for each field; NaN, an empty string or
/// an empty list counts as no default.
///
/// With settings, it writes them into the fields; a field without a setting keeps its value. Throws InputError for a
/// wrong type, a value out of range, or a setting that belongs only to words that were not chosen.
class FieldVisitor {
 public:
  explicit FieldVisitor(const Settings* settings = nullptr) : settings_(settings) {}

  template <UnboundedField T>
  void operator()(std::string_view name, T& field, std::string_view help, Role role = Role::none) {
    visit(name, &field, nullptr, help, role);
  }
  template <RangedField T>
  void operator()(std::string_view name, T& field, const Range& range, std::string_view help, Role role = Role::none) {
    visit(name, &field, &range, help, role);
  }
  template <RangedField T>
  void operator()(std::string_view name, std::optional<T>& field, const Range& range, std::string_view help,
                  Role role = Role::none) {
    T value{};
    if (visit(name, &value, &range, help, role)) field = value;
    if (!settings_) infos_.back().default_value = {};
  }
  template <class Enum, std::size_t N>
  void operator()(std::string_view name, Enum& field, const Choice<Enum, N>& choice, std::string_view help,
                  Role role = Role::none) {
    const auto chosen = visit_choice(name, choice.word_of(field), choice.words, help, role);
    if (chosen) field = choice.values[*chosen];
  }
  template <class... Alternatives>
  void operator()(std::string_view name, OneOf<Alternatives...>& field, std::string_view help, Role role = Role::none) {
    const auto words = words_of(field);
    const std::array<OneOf<Alternatives...>, sizeof...(Alternatives)> alternatives{Alternatives()...};
    if (const auto chosen = visit_choice(name, words[field.index()].text, words, help, role))
      field = alternatives[*chosen];
    visit_alternatives(name, words[field.index()].text,
                       {{Alternatives::word.text, FieldVisitor().described<Alternatives>()}...});
    if (settings_) std::visit([this](auto& chosen) { this->fields_of(chosen); }, field);
  }

  /// Visits a field that was added after the release of its plugin: its default does not enter digests.
  template <class... Field>
  void later(Field&&... field) {
    const std::size_t earlier = infos_.size();
    (*this)(std::forward<Field>(field)...);
    for (std::size_t k = earlier; k < infos_.size(); ++k) infos_[k].is_later = true;
  }

  /// Visits the fields of `params`, if it has any.
  template <class Params>
  void fields_of(Params& params) {
    if constexpr (requires { Params::fields(params, *this); }) Params::fields(params, *this);
  }
  template <class Params>
  std::vector<ParameterInfo> described() {
    Params defaults;
    fields_of(defaults);
    return std::move(infos_);
  }

 private:
  /// Returns whether the settings have the field.
  bool visit(std::string_view name, AnyField field, const Range* range, std::string_view help, Role role);
  /// The index of the chosen word, if the settings have the parameter.
  std::optional<std::size_t> visit_choice(std::string_view name, std::string_view chosen,
                                          std::span<const ChoiceWord> words, std::string_view help, Role role);
  void visit_alternatives(std::string_view name, std::string_view chosen, ParametersOfWords words);
  std::optional<Value> read(std::string_view name, ParameterType type, const Range* range) const;

  const Settings* settings_;
  std::vector<ParameterInfo> infos_;
};

/// Sets the fields of `params` from the settings with their names. Throws InputError with the name as key for a wrong
/// type or a value out of range. Ignores unknown settings; see check_no_unknown.
template <class Params>
void read_parameters(const Settings& settings, Params& params) {
  FieldVisitor reader(&settings);
  Params::fields(params, reader);
}

/// The parameters of a Params type, in the order of `fields`.
template <class Params>
std::vector<ParameterInfo> describe_parameters() {
  static_assert(requires(Params & params, FieldVisitor & visit) { Params::fields(params, visit); });
  return FieldVisitor().described<Params>();
}

/// The Params of a plugin without parameters.
struct NoParams {
  static void fields(auto&, auto&&) {}
};

}  // namespace regretta
