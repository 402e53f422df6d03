#pragma once
/// The conditions of --where: `learner=ucb1,budget>=100`. A comma separates conditions, or further values of the one
/// before it: `budget=0,100`. All conditions must hold; of those with = and the same name, one.

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

enum class Relation { equal, unequal, less, at_most, more, at_least };

struct Condition {
  std::string name;  ///< of a column
  Relation relation = Relation::equal;
  std::vector<std::string> values;  ///< at least one; several with = and != only
  std::string text;                 ///< as written

  /// Numbers are compared as numbers, a list holds if one of its elements does, and what is absent only satisfies !=.
  bool holds(const Value& value) const;
};

/// Throws std::invalid_argument, saying what was expected.
std::vector<Condition> parsed_conditions(const std::vector<std::string>& where);

/// The column called `name`, or whose name ends with "." + `name`.
std::optional<std::size_t> find_column(const std::vector<std::string>& columns, const std::string& name);

/// The same; throws std::invalid_argument with the nearest name. `option`: for the message.
std::size_t column_named(const std::vector<std::string>& columns, const std::string& option, const std::string& name);

/// Conditions on the rows of a table.
class RowConditions {
 public:
  /// Throws std::invalid_argument if a condition names no column.
  RowConditions(const std::vector<std::string>& columns, std::vector<Condition> conditions);

  bool keep(const Row& row);

  /// To be called after the last row: throws std::invalid_argument if none was kept, or none has a value that was asked
  /// for, with the values that there are. `rows`: what the rows are, for the message.
  void check(const std::string& rows) const;

 private:
  struct OnColumn {
    Condition condition;
    std::size_t column;
    std::set<std::string> seen;  ///< some of the values that there are
    std::set<std::string> met;   ///< those of condition.values that a row has
    bool has_held = false;
  };
  static std::string unmet(const OnColumn& one);  ///< a value that no row has, or ""

  std::vector<OnColumn> all_;
  bool has_kept_ = false;
};

class ChosenCells {
 public:
  /// Throws std::invalid_argument if no cell is left.
  ChosenCells(const StudyReader& study, const std::vector<std::string>& where);

  bool has(const CellLabel& cell) const { return has_[static_cast<std::size_t>(cell.cell)]; }

  /// The conditions that are not about labels.
  const std::vector<Condition>& others() const { return others_; }

  /// Throws std::invalid_argument if there are such conditions.
  void expect_no_others() const;

 private:
  std::vector<std::string> names_;
  std::vector<bool> has_;  ///< by cell
  std::vector<Condition> others_;
};

}  // namespace regretta
