#pragma once
/// The two visitors that are passed to `fields`: one reads settings, the other describes parameters. Included by
/// parameters.hpp, which lists what may be visited.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/choice.hpp"
#include "regretta/engine/plugin/parameter_info.hpp"

namespace regretta {

/// A number, or the word "measured", which stands for the value measured on the environment.
struct NumberOrMeasured {
  bool measured = false;
  double value = 0;
};

/// Writes settings into fields; a field without a setting keeps its value. Throws InputError for a wrong type or a
/// value out of range.
class FieldReader {
 public:
  FieldReader(const Settings& settings, std::string prefix) : settings_(settings), prefix_(std::move(prefix)) {}

  void operator()(std::string_view name, bool& field, std::string_view help, Role = Role::none) const;
  void operator()(std::string_view name, std::int64_t& field, const Range&, std::string_view help,
                  Role = Role::none) const;
  void operator()(std::string_view name, double& field, const Range&, std::string_view help, Role = Role::none) const;
  void operator()(std::string_view name, std::string& field, std::string_view help, Role = Role::none) const;
  void operator()(std::string_view name, std::vector<double>& field, const Range&, std::string_view help,
                  Role = Role::none) const;
  void operator()(std::string_view name, std::vector<std::vector<double>>& field, const Range&, std::string_view help,
                  Role = Role::none) const;
  void operator()(std::string_view name, NumberOrMeasured& field, const Range&, std::string_view help,
                  Role = Role::none) const;
  template <class Enum, std::size_t N>
  void operator()(std::string_view name, Enum& field, const Choice<Enum, N>& choice, std::string_view,
                  Role = Role::none) const {
    if (const auto chosen = read_word(name, choice.words)) field = choice.values[*chosen];
  }

 private:
  std::optional<Value> read(std::string_view name, ParameterType type, const Range* range) const;
  std::optional<std::size_t> read_word(std::string_view name, std::span<const ChoiceWord> words) const;

  const Settings& settings_;
  std::string prefix_;
};

/// Collects a ParameterInfo per field. A default of NaN or an empty string or list counts as no default.
class FieldDescriber {
 public:
  explicit FieldDescriber(std::string prefix) : prefix_(std::move(prefix)) {}

  void operator()(std::string_view name, const bool& field, std::string_view help, Role role = Role::none);
  void operator()(std::string_view name, const std::int64_t& field, const Range& range, std::string_view help,
                  Role role = Role::none);
  void operator()(std::string_view name, const double& field, const Range& range, std::string_view help,
                  Role role = Role::none);
  void operator()(std::string_view name, const std::string& field, std::string_view help, Role role = Role::none);
  void operator()(std::string_view name, const std::vector<double>& field, const Range& range, std::string_view help,
                  Role role = Role::none);
  void operator()(std::string_view name, const std::vector<std::vector<double>>& field, const Range& range,
                  std::string_view help, Role role = Role::none);
  void operator()(std::string_view name, const NumberOrMeasured& field, const Range& range, std::string_view help,
                  Role role = Role::none);
  template <class Enum, std::size_t N>
  void operator()(std::string_view name, const Enum& field, const Choice<Enum, N>& choice, std::string_view help,
                  Role role = Role::none) {
    add_choice(name, choice.word_of(field), choice.words, help, role);
  }

  std::vector<ParameterInfo> take() { return std::move(found_); }

 private:
  void add(std::string_view name, ParameterType type, Value default_value, std::string range, std::string_view help,
           Role role);
  void add_choice(std::string_view name, std::string_view chosen, std::span<const ChoiceWord> words,
                  std::string_view help, Role role);

  std::string prefix_;
  std::vector<ParameterInfo> found_;
};

}  // namespace regretta
