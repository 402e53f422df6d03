#pragma once
/// What a search maximises or minimises, and what it is subject to, as written in [search]:
///
///   regret                                     of the only learner; with several environments the worst counts
///   regret / sqrt(T),  50 sqrt(T),  2 T^0.75   numbers, T, products and quotients
///   regret(expopt-conomd) - regret(sv-ops)     of learners by name, trial by trial
///   violation@clean <= 3 sqrt(T)               in the environment of that name; <= and >= in subject_to

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/plugin/input_error.hpp"

namespace regretta {

/// A quantity of the trials of a cell.
struct QuantityOfCell {
  std::string quantity;
  std::string learner;      ///< by name; "": the only one
  std::string environment;  ///< by name; "": each in turn
  auto operator<=>(const QuantityOfCell&) const = default;
};

/// The values of a quantity in consecutive trials.
using ValuesOf = std::function<std::vector<double>(const QuantityOfCell&)>;

class Expression {
 public:
  struct Node;

  /// Throws InputError whose key is "" for what is no such expression.
  explicit Expression(std::string_view text);

  const std::string& text() const { return text_; }
  const std::set<QuantityOfCell>& quantities() const { return quantities_; }
  bool names_environment() const;  ///< of every quantity

  /// Its values, one for each trial; `trials` equal ones where no quantity is in it. NaN where a quantity is NaN.
  std::vector<double> values(double horizon, std::size_t trials, const ValuesOf& values_of) const;

 private:
  friend class Constraint;
  std::string text_;
  std::shared_ptr<const Node> root_;
  std::set<QuantityOfCell> quantities_;
};

/// "A <= B" or "A >= B": an expression that must be at most 0.
class Constraint {
 public:
  explicit Constraint(const std::string& text);

  const std::string& text() const { return text_; }
  const Expression& excess() const { return excess_; }  ///< A - B or B - A

 private:
  std::string text_;
  Expression excess_;
};

}  // namespace regretta
