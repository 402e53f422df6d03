#pragma once
/// The conditions of --where: `learner=ucb1,budget>=100`. A comma separates conditions, or the values of a condition:
/// `budget=0,100`. All conditions must hold; conditions with = and the same name are alternatives.

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
  std::string name;  ///< column name
  Relation relation = Relation::equal;
  std::vector<std::string> values;  ///< at least one; several with = and != only
  std::string text;                 ///< as written

  /// Whether a value satisfies the condition. Numbers are compared as numbers; a list satisfies it if one of its
  /// elements does; an absent value satisfies only !=.
  bool holds(const Value& value) const;
};

/// Parses the values of --where. Throws std::invalid_argument with the expected form.
std::vector<Condition> parsed_conditions(const std::vector<std::string>& where);

/// The index of the column called `name`, or whose name ends with "." + `name`; nothing if there is none.
std::optional<std::size_t> find_column(const std::vector<std::string>& columns, const std::string& name);

/// The index of the column called `name`, as find_column finds it; throws std::invalid_argument with the nearest name.
/// option: the option to name in the message.
std::size_t column_named(const std::vector<std::string>& columns, const std::string& option, const std::string& name);

/// Conditions on the rows of a table.
class RowConditions {
 public:
  /// Throws std::invalid_argument if a condition names no column.
  RowConditions(const std::vector<std::string>& columns, std::vector<Condition> conditions);

  /// Whether the row satisfies all conditions.
  bool keep(const Row& row);

  /// To be called after the last row: throws std::invalid_argument, listing the existing values, if no row was kept or
  /// no row has one of the requested values. rows: the word for rows in the message, such as "cell".
  void check(const std::string& rows) const;

 private:
  struct ColumnCondition {
    Condition condition;
    std::size_t column;
    std::set<std::string> seen;  ///< the first values of the column, for the message of check()
    std::set<std::string> met;   ///< elements of condition.values that some row has
    bool has_held = false;
  };
  static std::string unmet(const ColumnCondition& tested);  ///< a requested value that no row has, or ""

  std::vector<ColumnCondition> tested_;
  bool has_kept_ = false;
};

/// The cells of a study that --where chooses.
class ChosenCells {
 public:
  /// Throws std::invalid_argument if no cell is left.
  ChosenCells(const StudyReader& study, const std::vector<std::string>& where);

  bool has(const CellLabel& cell) const { return is_chosen_[static_cast<std::size_t>(cell.cell)]; }

  /// The conditions on columns that are not label columns.
  const std::vector<Condition>& others() const { return others_; }

  /// Throws std::invalid_argument if others() is not empty.
  void expect_no_others() const;

 private:
  std::vector<std::string> names_;
  std::vector<bool> is_chosen_;  ///< for each cell
  std::vector<Condition> others_;
};

}  // namespace regretta
