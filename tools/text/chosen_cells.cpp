#include "regretta/tools/text/chosen_cells.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {
namespace {

/// A kind in the place of a name would choose nothing, or leave nothing out.
void refuse_kinds(const StudyReader& study, const Condition& about_learner) {
  const auto is_any = [&](std::string CellLabel::*label, const std::string& wanted) {
    return std::ranges::find(study.cells(), wanted, label) != study.cells().end();
  };
  for (const std::string& wanted : about_learner.values)
    if (is_any(&CellLabel::learner, wanted) && !is_any(&CellLabel::learner_name, wanted))
      throw std::invalid_argument(
          fmt::format("--where: {}, but no learner has this name: \"{}\" is a kind, expected "
                      "kind{}{}",
                      about_learner.text, wanted, about_learner.relation == Relation::unequal ? "!=" : "=", wanted));
}

}  // namespace

ChosenCells::ChosenCells(const StudyReader& study, const std::vector<std::string>& where)
    : names_(label_columns(study)) {
  std::vector<Condition> about_labels;
  for (Condition& condition : parsed_conditions(where))
    (find_column(names_, condition.name) ? about_labels : others_).push_back(std::move(condition));
  RowConditions conditions(names_, about_labels);
  const std::vector<LearnerLabel> learners = learner_labels(study);
  const std::size_t learner = column_named(names_, "--where", "learner");
  for (const Condition& condition : about_labels)
    if (find_column(names_, condition.name) == learner) refuse_kinds(study, condition);
  for (const CellLabel& cell : study.cells()) {
    Row row = label_fields(cell);
    row[learner] = Value(Value::List{cell.learner_name, learner_text(learners[static_cast<std::size_t>(cell.cell)])});
    has_.push_back(conditions.keep(row));
  }
  conditions.check("cell");
}

void ChosenCells::expect_no_others() const { RowConditions(names_, others_); }

}  // namespace regretta
