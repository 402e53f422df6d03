#pragma once
/// The values between TOML and a plugin's parameters, used in studies, plans and tables of results, and the tree of
/// settings that they form. Nothing is checked here; parameters.hpp converts a value to the type of a parameter.

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace regretta {

/// A location in a study file; line and column count from 1. Line 0: not in the file (an override, a default, or the
/// file as a whole).
struct Location {
  int line = 0;
  int column = 0;
};

class Value;

/// The settings of a plugin, or of [study], nested as in TOML. A path names a value with dots: "corruption.budget".
class Settings {
 public:
  using Entries = std::map<std::string, Value>;

  Settings() = default;
  Settings(std::initializer_list<std::pair<const std::string, Value>> entries);  ///< paths and their values

  const Value* find(std::string_view path) const;  ///< null if absent
  bool contains(std::string_view path) const { return find(path) != nullptr; }
  const Settings& below(std::string_view path) const;  ///< the table at `path`; empty if there is none
  Value& operator[](std::string_view path);            ///< adds an empty value, and tables around it, if absent
  Value take(const std::string& name);                 ///< removes an entry; an empty value if absent

  bool empty() const { return entries_.empty(); }
  auto begin() const { return entries_.begin(); }  ///< iterates over the entries; some may be tables
  auto end() const { return entries_.end(); }
  Entries flat() const;  ///< every value that is not a table, by path

  bool operator==(const Settings& other) const;

 private:
  Entries entries_;
};

/// A boolean, number, string, list or table; or empty: no value, as of a swept parameter that a cell lacks.
class Value {
 public:
  using List = std::vector<Value>;
  using Data = std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Settings>;

  Value() = default;
  template <class T>
  requires std::same_as<T, bool> || std::same_as<T, std::int64_t> || std::same_as<T, double> ||
      std::same_as<T, std::string> || std::same_as<T, List> || std::same_as<T, Settings>
      Value(T data) : data_(std::move(data)) {}                                  // NOLINT: the conversion is intended
  Value(int number) : data_(std::int64_t{number}) {}                             // NOLINT
  Value(const char* text) : data_(std::string(text)) {}                          // NOLINT
  Value(std::string_view text) : data_(std::string(text)) {}                     // NOLINT
  Value(const std::vector<double>& numbers) : data_(list_of(numbers)) {}         // NOLINT
  Value(const std::vector<std::vector<double>>& rows) : data_(list_of(rows)) {}  // NOLINT
  Value(const std::vector<std::string>& texts) : data_(list_of(texts)) {}        // NOLINT

  bool has_value() const { return data_.index() != 0; }
  const bool* flag() const { return std::get_if<bool>(&data_); }
  const std::int64_t* integer() const { return std::get_if<std::int64_t>(&data_); }
  const std::string* text() const { return std::get_if<std::string>(&data_); }
  const List* list() const { return std::get_if<List>(&data_); }
  const Settings* table() const { return std::get_if<Settings>(&data_); }
  /// The value of a double or an integer.
  std::optional<double> number() const;
  const Data& data() const { return data_; }

  /// The location at which the value was written; ignored by ==.
  const Location& where() const { return where_; }
  Value at(Location where) const;  ///< a copy in which the value and its elements have this location
  void set_where(Location where) { where_ = where; }

  bool operator==(const Value& other) const { return data_ == other.data_; }

 private:
  friend Value& Settings::operator[](std::string_view path);
  template <class T>
  static List list_of(const std::vector<T>& elements) {
    return {elements.begin(), elements.end()};
  }
  Data data_;
  Location where_;
};

/// The value as written in a study, on one line: `0.5`, `"late"`, `[0, 1]`, `{ budget = 5 }`; "" for an empty value. A
/// number reads back as the same double, but a whole double looks like an integer.
std::string to_text(const Value& value);
/// to_text(value), cut after about 60 characters; for messages.
std::string short_text(const Value& value);
/// to_text(value), but a string without quotes; for tables.
std::string plain_text(const Value& value);

}  // namespace regretta
