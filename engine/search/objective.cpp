#include "regretta/engine/search/objective.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/real/functions.hpp"

namespace regretta {

struct Expression::Node {
  char operation = '#';  ///< # number, T horizon, r square root, q quantity, or + - * / ^
  double number = 0;
  QuantityOfCell quantity{};
  std::shared_ptr<const Node> left{}, right{};
};

namespace {

using Node = Expression::Node;
using NodePointer = std::shared_ptr<const Node>;

NodePointer joined(char operation, NodePointer left, NodePointer right = nullptr) {
  return std::make_shared<const Node>(Node{.operation = operation, .left = std::move(left), .right = std::move(right)});
}

/// sum: product (+|- product)*; product: power ((*|/|nothing) power)*; power: atom (^ atom)?
class Parser {
 public:
  Parser(std::string_view text, std::set<QuantityOfCell>& quantities) : text_(text), quantities_(quantities) {}

  NodePointer parse() {
    NodePointer all = sum();
    if (peek() != 0) refuse();
    return all;
  }

 private:
  [[noreturn]] void refuse() const {
    throw InputError("",
                     fmt::format("\"{}\" cannot be read{}; expected such as regret, regret / sqrt(T), or "
                                 "violation@NAME <= 50 sqrt(T)",
                                 text_, at_ < text_.size() ? fmt::format(" from \"{}\" on", text_.substr(at_)) : ""));
  }
  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }
  static bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  std::string word(bool with_hyphens) {
    const std::size_t from = at_;
    while (at_ < text_.size() && (in_word(text_[at_]) || (with_hyphens && text_[at_] == '-'))) ++at_;
    if (from == at_) refuse();
    return std::string(text_.substr(from, at_ - from));
  }

  NodePointer sum() {
    if (++depth_ > 100) refuse();
    NodePointer all = take('-') ? joined('-', joined_number(0), product()) : product();
    while (peek() == '+' || peek() == '-') {
      const char operation = text_[at_++];
      all = joined(operation, std::move(all), product());
    }
    --depth_;
    return all;
  }
  NodePointer product() {
    NodePointer all = power();
    while (true) {
      const char next = peek();
      if (next == '*' || next == '/') {
        ++at_;
        all = joined(next, std::move(all), power());
      } else if (next == '(' || in_word(next)) {
        all = joined('*', std::move(all), power());
      } else {
        return all;
      }
    }
  }
  NodePointer power() {
    NodePointer base = atom();
    return take('^') ? joined('^', std::move(base), atom()) : base;
  }
  static NodePointer joined_number(double number) {
    return std::make_shared<const Node>(Node{.operation = '#', .number = number});
  }
  NodePointer number() {
    double value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc()) refuse();
    at_ = static_cast<std::size_t>(end - text_.data());
    return joined_number(value);
  }
  NodePointer in_brackets() {
    NodePointer inner = sum();
    if (!take(')')) refuse();
    return inner;
  }
  NodePointer atom() {
    const char next = peek();
    if (take('(')) return in_brackets();
    if (std::isdigit(static_cast<unsigned char>(next)) != 0 || next == '.') return number();
    if (!in_word(next)) refuse();
    const std::string name = word(false);
    if (name == "T") return joined('T', nullptr);
    if (name == "sqrt") {
      if (!take('(')) refuse();
      return joined('r', in_brackets());
    }
    QuantityOfCell of{.quantity = name, .learner = "", .environment = ""};
    if (at_ < text_.size() && text_[at_] == '(') {
      const std::size_t end = text_.find(')', at_);
      if (end == std::string_view::npos || end == at_ + 1) refuse();
      of.learner = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    }
    if (at_ < text_.size() && text_[at_] == '@') {
      ++at_;
      of.environment = word(true);
    }
    quantities_.insert(of);
    return std::make_shared<const Node>(Node{.operation = 'q', .quantity = of});
  }

  std::string_view text_;
  std::set<QuantityOfCell>& quantities_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

double applied(char operation, double a, double b) {
  switch (operation) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return exp(b * log(a));  // ^
  }
}

std::vector<double> values_at(const Node& node, double horizon, std::size_t trials, const ValuesOf& values_of) {
  if (node.operation == '#') return std::vector<double>(trials, node.number);
  if (node.operation == 'T') return std::vector<double>(trials, horizon);
  if (node.operation == 'q') return values_of(node.quantity);
  std::vector<double> values = values_at(*node.left, horizon, trials, values_of);
  if (node.operation == 'r') {
    for (double& value : values) value = sqrt(value);
    return values;
  }
  const std::vector<double> others = values_at(*node.right, horizon, trials, values_of);
  values.resize(std::min(values.size(), others.size()));
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = applied(node.operation, values[k], others[k]);
  return values;
}

std::string without_sign(const std::string& text, std::size_t sign) {
  if (sign == std::string::npos || text.find("<=", sign + 2) != text.npos || text.find(">=", sign + 2) != text.npos)
    throw InputError("", fmt::format("\"{}\" is no constraint, expected A <= B or A >= B", text));
  const std::string a = text.substr(0, sign), b = text.substr(sign + 2);
  return text[sign] == '<' ? fmt::format("({}) - ({})", a, b) : fmt::format("({}) - ({})", b, a);
}

std::size_t sign_in(const std::string& text) { return std::min(text.find("<="), text.find(">=")); }

}  // namespace

Expression::Expression(std::string_view text) : text_(text) { root_ = Parser(text_, quantities_).parse(); }

bool Expression::names_environment() const {
  return std::ranges::none_of(quantities_, [](const QuantityOfCell& one) { return one.environment.empty(); });
}

std::vector<double> Expression::values(double horizon, std::size_t trials, const ValuesOf& values_of) const {
  return values_at(*root_, horizon, trials, values_of);
}

Constraint::Constraint(const std::string& text) : text_(text), excess_(without_sign(text, sign_in(text))) {}

}  // namespace regretta
