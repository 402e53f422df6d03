#include "regretta/tools/text/chosen_cells.hpp"

#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {

ChosenCells::ChosenCells(const StudyReader& study, const std::vector<std::string>& where)
    : names_(label_columns(study)) {
  std::vector<Condition> about_labels;
  for (Condition& condition : parsed_conditions(where))
    (find_column(names_, condition.name) ? about_labels : others_).push_back(std::move(condition));
  RowConditions conditions(names_, about_labels);
  const std::vector<LearnerLabel> learners = learner_labels(study);
  const std::size_t learner = column_named(names_, "--where", "learner");
  for (const CellLabel& cell : study.cells()) {
    Row row = label_fields(cell);
    row[learner] = Value(
        Value::List{cell.learner_name, cell.learner, learner_text(learners[static_cast<std::size_t>(cell.cell)])});
    has_.push_back(conditions.keep(row));
  }
  conditions.check("cell");
}

void ChosenCells::expect_no_others() const { RowConditions(names_, others_); }

}  // namespace regretta
