#include "regretta/engine/plugin/value.hpp"

#include <fmt/format.h>

#include "regretta/engine/plugin/text_rule.hpp"

namespace regretta {
namespace {

struct ValueWriter {
  std::size_t max_bytes;  ///< longer strings and lists are cut

  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(std::int64_t n) const { return fmt::to_string(n); }
  std::string operator()(double x) const { return fmt::format("{}", x); }
  std::string operator()(const std::string& text) const {
    std::string line = "\"";
    for (const char c : beginning_of(text, max_bytes))
      line += c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : std::string(1, c);
    return line + (text.size() > max_bytes ? "...\"" : "\"");
  }
  std::string operator()(const Value::List& list) const {
    std::string text = "[";
    for (const Value& element : list) {
      if (text.size() > max_bytes) return text + ", ...]";
      if (text.size() > 1) text += ", ";
      text += std::visit(*this, element.data());
    }
    return text + "]";
  }
  std::string operator()(const Settings& table) const {
    std::string text = "{";
    for (const auto& [name, value] : table)
      text += fmt::format("{} {} = {}", text.size() > 1 ? "," : "", name, std::visit(*this, value.data()));
    return text + " }";
  }
};

void add_flat(const Settings& table, const std::string& path, Settings::Entries& flat) {
  for (const auto& [name, value] : table)
    if (value.table())
      add_flat(*value.table(), path + name + ".", flat);
    else
      flat.emplace(path + name, value);
}

}  // namespace

Settings::Settings(std::initializer_list<std::pair<const std::string, Value>> entries) {
  for (const auto& [path, value] : entries) (*this)[path] = value;
}

const Value* Settings::find(std::string_view path) const {
  const std::size_t dot = path.find('.');
  const auto found = entries_.find(std::string(path.substr(0, dot)));
  if (found == entries_.end() || dot == path.npos) return found == entries_.end() ? nullptr : &found->second;
  return found->second.table() ? found->second.table()->find(path.substr(dot + 1)) : nullptr;
}

const Settings& Settings::below(std::string_view path) const {
  static const Settings none;
  const Value* value = find(path);
  return value && value->table() ? *value->table() : none;
}

Value& Settings::operator[](std::string_view path) {
  const std::size_t dot = path.find('.');
  Value& value = entries_[std::string(path.substr(0, dot))];
  if (dot == path.npos) return value;
  if (!value.table()) value.data_ = Settings();
  return std::get<Settings>(value.data_)[path.substr(dot + 1)];
}

Value Settings::take(const std::string& name) {
  const auto node = entries_.extract(name);
  return node ? node.mapped() : Value();
}

bool Settings::operator==(const Settings& other) const { return entries_ == other.entries_; }

Settings::Entries Settings::flat() const {
  Entries flat;
  add_flat(*this, "", flat);
  return flat;
}

std::optional<double> Value::number() const {
  if (const auto* n = integer()) return static_cast<double>(*n);
  const auto* x = std::get_if<double>(&data_);
  return x ? std::optional(*x) : std::nullopt;
}

Value Value::at(Location where) const {
  Value copy = *this;
  copy.where_ = where;
  if (auto* elements = std::get_if<List>(&copy.data_))
    for (Value& element : *elements) element = element.at(where);
  if (auto* table = std::get_if<Settings>(&copy.data_))
    for (const auto& [name, value] : Settings(*table)) (*table)[name] = value.at(where);
  return copy;
}

std::string to_text(const Value& value) { return std::visit(ValueWriter{std::string::npos}, value.data()); }
std::string short_text(const Value& value) { return std::visit(ValueWriter{60}, value.data()); }
std::string plain_text(const Value& value) { return value.text() ? *value.text() : to_text(value); }

}  // namespace regretta
