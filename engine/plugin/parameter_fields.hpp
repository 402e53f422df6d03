#pragma once
/// The two visitors that are passed to `fields`: one reads settings, the other describes parameters. Included by
/// parameters.hpp, which lists what may be visited.

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

/// A field that is visited without a Choice; its types are in the order of ParameterType.
using AnyField = std::variant<bool*, std::int64_t*, double*, std::string*, NumberOrMeasured*, std::vector<double>*,
                              std::vector<std::vector<double>>*>;
template <class T>
concept UnboundedField = std::same_as<T, bool> || std::same_as<T, std::string>;
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

template <class Alternative, class Visit>
void visit_fields(Alternative& alternative, Visit& visit) {
  if constexpr (requires { Alternative::fields(alternative, visit); }) Alternative::fields(alternative, visit);
}

/// Collects a ParameterInfo per field. A default of NaN or an empty string or list counts as no default.
class FieldDescriber {
 public:
  template <UnboundedField T>
  void operator()(std::string_view name, T& field, std::string_view help, Role role = Role::none) {
    add_field(name, &field, "", help, role);
  }
  template <RangedField T>
  void operator()(std::string_view name, T& field, const Range& range, std::string_view help, Role role = Role::none) {
    add_field(name, &field, to_text(range), help, role);
  }
  template <RangedField T>
  void operator()(std::string_view name, std::optional<T>&, const Range& range, std::string_view help,
                  Role role = Role::none) {
    T none{};
    add_field(name, &none, to_text(range), help, role);
    found_.back().default_value = {};
  }
  template <class Enum, std::size_t N>
  void operator()(std::string_view name, const Enum& field, const Choice<Enum, N>& choice, std::string_view help,
                  Role role = Role::none) {
    add_choice(name, choice.word_of(field), choice.words, help, role);
  }
  template <class... Alternatives>
  void operator()(std::string_view name, const OneOf<Alternatives...>& field, std::string_view help,
                  Role role = Role::none) {
    const auto words = words_of(field);
    add_choice(name, words[field.index()].text, words, help, role);
    (add_alternative(name, Alternatives::word.text, described<Alternatives>()), ...);
  }

  template <class Params>
  static std::vector<ParameterInfo> described() {
    FieldDescriber describer;
    Params defaults;
    visit_fields(defaults, describer);
    return std::move(describer.found_);
  }

 private:
  void add_field(std::string_view name, AnyField field, std::string range, std::string_view help, Role role);
  void add_choice(std::string_view name, std::string_view chosen, std::span<const ChoiceWord> words,
                  std::string_view help, Role role);
  void add_alternative(std::string_view name, std::string_view word, std::vector<ParameterInfo> own);

  std::vector<ParameterInfo> found_;
};

/// Writes settings into fields; a field without a setting keeps its value. Throws InputError for a wrong type, a value
/// out of range, or a setting that belongs to another word than the chosen one.
class FieldReader {
 public:
  explicit FieldReader(const Settings& settings) : settings_(settings) {}

  template <UnboundedField T>
  void operator()(std::string_view name, T& field, std::string_view, Role = Role::none) const {
    read_field(name, &field, nullptr);
  }
  template <RangedField T>
  void operator()(std::string_view name, T& field, const Range& range, std::string_view, Role = Role::none) const {
    read_field(name, &field, &range);
  }
  template <RangedField T>
  void operator()(std::string_view name, std::optional<T>& field, const Range& range, std::string_view,
                  Role = Role::none) const {
    if (T value{}; read_field(name, &value, &range)) field = value;
  }
  template <class Enum, std::size_t N>
  void operator()(std::string_view name, Enum& field, const Choice<Enum, N>& choice, std::string_view,
                  Role = Role::none) const {
    if (const auto chosen = read_word(name, choice.words)) field = choice.values[*chosen];
  }
  template <class... Alternatives>
  void operator()(std::string_view name, OneOf<Alternatives...>& field, std::string_view, Role = Role::none) const {
    const auto words = words_of(field);
    const std::array<OneOf<Alternatives...>, sizeof...(Alternatives)> all{Alternatives()...};
    if (const auto chosen = read_word(name, words)) field = all[*chosen];
    refuse_foreign(settings_, name, words[field.index()].text,
                   {{Alternatives::word.text, FieldDescriber::described<Alternatives>()}...});
    std::visit([this](auto& chosen) { visit_fields(chosen, *this); }, field);
  }

 private:
  bool read_field(std::string_view name, AnyField field, const Range* range) const;  ///< whether there was a setting
  std::optional<Value> read(std::string_view name, ParameterType type, const Range* range) const;
  std::optional<std::size_t> read_word(std::string_view name, std::span<const ChoiceWord> words) const;

  const Settings& settings_;
};

}  // namespace regretta
