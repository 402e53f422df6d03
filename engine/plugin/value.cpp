#include "regretta/engine/plugin/value.hpp"

#include <fmt/format.h>

namespace regretta {
namespace {

struct ValueWriter {
  std::size_t most;  ///< longer strings and lists are cut

  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(std::int64_t n) const { return fmt::to_string(n); }
  std::string operator()(double x) const { return fmt::format("{}", x); }
  std::string operator()(const std::string& text) const {
    return text.size() > most ? '"' + text.substr(0, most) + "...\"" : '"' + text + '"';
  }
  std::string operator()(const Value::List& list) const {
    std::string text = "[";
    for (const Value& element : list) {
      if (text.size() > most) return text + ", ...]";
      if (text.size() > 1) text += ", ";
      text += std::visit(*this, element.data());
    }
    return text + "]";
  }
};

}  // namespace

std::optional<double> Value::number() const {
  if (const auto* n = integer()) return static_cast<double>(*n);
  const auto* x = std::get_if<double>(&data_);
  return x ? std::optional(*x) : std::nullopt;
}

Value Value::at(Location where) const {
  Value moved = *this;
  moved.where_ = where;
  if (auto* elements = std::get_if<List>(&moved.data_))
    for (Value& element : *elements) element = element.at(where);
  return moved;
}

std::string to_text(const Value& value) { return std::visit(ValueWriter{std::string::npos}, value.data()); }
std::string short_text(const Value& value) { return std::visit(ValueWriter{60}, value.data()); }
std::string plain_text(const Value& value) { return value.text() ? *value.text() : to_text(value); }

}  // namespace regretta
