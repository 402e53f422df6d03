#pragma once
/// The cells that --where chooses by what labels them: cell, learner (its name, with or without swept parameters),
/// kind, environment, horizon, arms, constraints, swept parameters.

#include <vector>

#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/tools/text/conditions.hpp"

namespace regretta {

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
