#pragma once
/// The visitor that is passed to `fields`: it reads settings, or describes parameters. Included by parameters.hpp,
/// which lists what may be visited.

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "regretta/engine/plugin/choice.hpp"
#include "regretta/engine/plugin/unknown_settings.hpp"

namespace regretta {

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

/// A field that is visited without a Choice; its types are in the order of ParameterType.
using AnyField = std::variant<bool*, std::int64_t*, double*, std::string*, NumberOrMeasured*, ArmOrAll*,
                              std::vector<double>*, std::vector<std::vector<double>>*, std::vector<std::string>*>;
template <class T>
concept UnboundedField =
    std::same_as<T, bool> || std::same_as<T, std::string> || std::same_as<T, std::vector<std::string>>;
template <class T>
concept RangedField = std::constructible_from<AnyField, T*> && !UnboundedField<T>;

/// One of several types, each with `static constexpr ChoiceWord word`, and with `fields` if it has parameters of its
/// own, which are settings beside the word.
template <class... Alternatives>
using OneOf = std::variant<Alternatives...>;

template <class... Alternatives>
constexpr std::array<ChoiceWord, sizeof...(Alternatives)> words_of(const OneOf<Alternatives...>&) {
  return {Alternatives::word...};
}

/// Without settings: collects a ParameterInfo per field. A default of NaN or an empty string or list counts as no
/// default.
///
/// With settings: writes them into the fields; a field without a setting keeps its value. Throws InputError for a wrong
/// type, a value out of range, or a setting that belongs to another word than the chosen one.
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
    if (!settings_) found_.back().default_value = {};
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
    const std::array<OneOf<Alternatives...>, sizeof...(Alternatives)> all{Alternatives()...};
    if (const auto chosen = visit_choice(name, words[field.index()].text, words, help, role)) field = all[*chosen];
    visit_alternatives(name, words[field.index()].text,
                       {{Alternatives::word.text, FieldVisitor().described<Alternatives>()}...});
    if (settings_) std::visit([this](auto& chosen) { this->fields_of(chosen); }, field);
  }

  /// Visits a field that was added when studies with its plugin had digests already: its default is in none of them.
  template <class... Field>
  void later(Field&&... field) {
    const std::size_t earlier = found_.size();
    (*this)(std::forward<Field>(field)...);
    for (std::size_t k = earlier; k < found_.size(); ++k) found_[k].is_later = true;
  }

  /// Visits the fields of `params`; there need be none.
  template <class Params>
  void fields_of(Params& params) {
    if constexpr (requires { Params::fields(params, *this); }) Params::fields(params, *this);
  }
  template <class Params>
  std::vector<ParameterInfo> described() {
    Params defaults;
    fields_of(defaults);
    return std::move(found_);
  }

 private:
  /// Whether there was a setting.
  bool visit(std::string_view name, AnyField field, const Range* range, std::string_view help, Role role);
  /// The index of the word that is set.
  std::optional<std::size_t> visit_choice(std::string_view name, std::string_view chosen,
                                          std::span<const ChoiceWord> words, std::string_view help, Role role);
  void visit_alternatives(std::string_view name, std::string_view chosen, ParametersOfWords words);
  std::optional<Value> read(std::string_view name, ParameterType type, const Range* range) const;

  const Settings* settings_;
  std::vector<ParameterInfo> found_;
};

}  // namespace regretta
