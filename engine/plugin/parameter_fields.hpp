#pragma once
/// The two visitors that are passed to `fields`: one reads settings, the other describes parameters. Included by
/// parameters.hpp, which lists what may be visited.

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "regretta/engine/plugin/choice.hpp"
#include "regretta/engine/plugin/parameter_info.hpp"

namespace regretta {

/// A number, or the word "measured", which stands for the value measured on the environment.
struct NumberOrMeasured {
  bool measured = false;
  double value = 0;
};

/// A field that is visited without a Choice; its types are in the order of ParameterType.
using AnyField = std::variant<bool*, std::int64_t*, double*, std::string*, NumberOrMeasured*, std::vector<double>*,
                              std::vector<std::vector<double>>*>;
template <class T>
concept UnboundedField = std::same_as<T, bool> || std::same_as<T, std::string>;
template <class T>
concept RangedField = std::constructible_from<AnyField, T*> && !UnboundedField<T>;

/// Writes settings into fields; a field without a setting keeps its value. Throws InputError for a wrong type or a
/// value out of range.
class FieldReader {
 public:
  FieldReader(const Settings& settings, std::string prefix) : settings_(settings), prefix_(std::move(prefix)) {}

  template <UnboundedField T>
  void operator()(std::string_view name, T& field, std::string_view, Role = Role::none) const {
    read_field(name, &field, nullptr);
  }
  template <RangedField T>
  void operator()(std::string_view name, T& field, const Range& range, std::string_view, Role = Role::none) const {
    read_field(name, &field, &range);
  }
  template <class Enum, std::size_t N>
  void operator()(std::string_view name, Enum& field, const Choice<Enum, N>& choice, std::string_view,
                  Role = Role::none) const {
    if (const auto chosen = read_word(name, choice.words)) field = choice.values[*chosen];
  }

 private:
  void read_field(std::string_view name, AnyField field, const Range* range) const;
  std::optional<Value> read(std::string_view name, ParameterType type, const Range* range) const;
  std::optional<std::size_t> read_word(std::string_view name, std::span<const ChoiceWord> words) const;

  const Settings& settings_;
  std::string prefix_;
};

/// Collects a ParameterInfo per field. A default of NaN or an empty string or list counts as no default.
class FieldDescriber {
 public:
  explicit FieldDescriber(std::string prefix) : prefix_(std::move(prefix)) {}

  template <UnboundedField T>
  void operator()(std::string_view name, T& field, std::string_view help, Role role = Role::none) {
    add_field(name, &field, "", help, role);
  }
  template <RangedField T>
  void operator()(std::string_view name, T& field, const Range& range, std::string_view help, Role role = Role::none) {
    add_field(name, &field, to_text(range), help, role);
  }
  template <class Enum, std::size_t N>
  void operator()(std::string_view name, const Enum& field, const Choice<Enum, N>& choice, std::string_view help,
                  Role role = Role::none) {
    add_choice(name, choice.word_of(field), choice.words, help, role);
  }

  std::vector<ParameterInfo> take() { return std::move(found_); }

 private:
  void add(std::string_view name, ParameterType type, Value default_value, std::string range, std::string_view help,
           Role role);
  void add_field(std::string_view name, AnyField field, std::string range, std::string_view help, Role role);
  void add_choice(std::string_view name, std::string_view chosen, std::span<const ChoiceWord> words,
                  std::string_view help, Role role);

  std::string prefix_;
  std::vector<ParameterInfo> found_;
};

}  // namespace regretta
