#include "regretta/tools/text/conditions.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/algorithm/string/trim.hpp>

#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/text/parsed_number.hpp"

namespace regretta {
namespace {

using boost::algorithm::trim_copy;

constexpr std::array<std::pair<std::string_view, Relation>, 6> relations = {{{"=", Relation::equal},
                                                                             {"!=", Relation::unequal},
                                                                             {"<", Relation::less},
                                                                             {"<=", Relation::at_most},
                                                                             {">", Relation::more},
                                                                             {">=", Relation::at_least}}};
constexpr std::size_t most_seen = 12;  // most values listed in a message

std::optional<double> number_in(std::string text) {
  std::erase(text, '_');
  return parsed_number<double>(text);
}

bool takes_number(Relation relation) { return relation != Relation::equal && relation != Relation::unequal; }

bool equals(const Value& value, const std::string& wanted) {
  const auto number = value.number(), wanted_number = number_in(wanted);
  return (number && wanted_number && *number == *wanted_number) || plain_text(value) == wanted;
}

bool is_related(Relation relation, double x, double bound) {
  return relation == Relation::less      ? x < bound
         : relation == Relation::at_most ? x <= bound
         : relation == Relation::more    ? x > bound
                                         : x >= bound;
}

/// The condition NAME RELATION VALUE in `text`; nothing if `text` does not begin with a name and a relation.
std::optional<Condition> condition_in(const std::string& text) {
  static const std::regex pattern(R"(\s*([\w.%](?:[\w.%() -]*[\w.%)])?)\s*(!=|<=|>=|=|<|>)(.*))");
  std::smatch match;
  if (!std::regex_match(text, match, pattern)) return std::nullopt;
  const auto* relation = std::ranges::find(relations, match[2].str(), &std::pair<std::string_view, Relation>::first);
  return Condition{match[1], relation->second, {trim_copy(match[3].str())}, trim_copy(text)};
}

/// The next comma from `from` on that is not in a quoted value; the end of `text` if there is none.
std::size_t end_of_piece(const std::string& text, std::size_t from) {
  std::size_t position = from;
  bool may_quote = true;  // whether only blanks have followed the start of the piece or of its value
  for (; position < text.size() && text[position] != ','; ++position) {
    if (may_quote && (text[position] == '"' || text[position] == '\''))
      if (const std::size_t end = text.find(text[position], position + 1); end != text.npos) position = end;
    may_quote =
        std::string_view("=<>").find(text[position]) != std::string_view::npos || (may_quote && text[position] == ' ');
  }
  return position;
}

void add_conditions(const std::string& text, std::vector<Condition>& conditions) {
  const std::size_t before = conditions.size();
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = end_of_piece(text, from);
    const std::string piece = text.substr(from, to - from);
    if (auto condition = condition_in(piece)) {
      condition->values.front() = unquoted(condition->values.front());
      conditions.push_back(std::move(*condition));
    } else if (conditions.size() > before && !takes_number(conditions.back().relation) && !trim_copy(piece).empty()) {
      conditions.back().values.push_back(unquoted(trim_copy(piece)));
      conditions.back().text += "," + piece;
    } else {
      throw std::invalid_argument(
          fmt::format("--where: \"{}\", expected conditions such as learner=ucb1, budget>=100 or budget=0,100", text));
    }
    from = to + 1;
  }
}

/// Joins conditions with = and the same name, which are alternatives.
std::vector<Condition> merged(std::vector<Condition> conditions) {
  std::vector<Condition> result;
  for (Condition& condition : conditions) {
    const auto same = std::ranges::find_if(result, [&](const Condition& earlier) {
      return earlier.name == condition.name && earlier.relation == Relation::equal &&
             condition.relation == Relation::equal;
    });
    if (same == result.end()) {
      result.push_back(std::move(condition));
    } else {
      same->values.insert(same->values.end(), condition.values.begin(), condition.values.end());
      same->text += "," + condition.text;
    }
  }
  return result;
}

}  // namespace

bool Condition::holds(const Value& value) const {
  const auto satisfies = [this](const Value& element) {
    if (!takes_number(relation))
      return std::ranges::any_of(values, [&](const auto& wanted) { return equals(element, wanted); });
    const auto x = element.number();
    return x && is_related(relation, *x, number_in(values.front()).value());
  };
  const bool is_satisfied = value.list() ? std::ranges::any_of(*value.list(), satisfies) : satisfies(value);
  return is_satisfied != (relation == Relation::unequal);
}

std::vector<Condition> parsed_conditions(const std::vector<std::string>& where) {
  std::vector<Condition> conditions;
  for (const std::string& text : where) add_conditions(text, conditions);
  for (Condition& condition : conditions) {
    if (takes_number(condition.relation) && !number_in(condition.values.front()))
      throw std::invalid_argument(fmt::format("--where: {}, expected a number", condition.text));
    // a name may contain commas, so the joined words are one more candidate
    if (condition.values.size() > 1) condition.values.push_back(fmt::format("{}", fmt::join(condition.values, ", ")));
  }
  return merged(std::move(conditions));
}

std::optional<std::size_t> find_column(const std::vector<std::string>& columns, const std::string& name) {
  const auto exact = std::ranges::find(columns, name);
  const auto found = exact != columns.end() ? exact : std::ranges::find_if(columns, [&](const std::string& column) {
    return column.ends_with("." + name);
  });
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

std::size_t column_named(const std::vector<std::string>& columns, const std::string& option, const std::string& name) {
  if (const auto column = find_column(columns, name)) return *column;
  throw std::invalid_argument(fmt::format("{}: no column \"{}\"{}, expected one of {}", option, name,
                                          did_you_mean_in_brackets(name, columns), fmt::join(columns, ", ")));
}

RowConditions::RowConditions(const std::vector<std::string>& columns, std::vector<Condition> conditions) {
  for (Condition& condition : conditions) {
    const std::size_t column = column_named(columns, "--where", condition.name);
    tested_.push_back({.condition = std::move(condition), .column = column, .seen = {}, .met = {}});
  }
}

bool RowConditions::keep(const Row& row) {
  bool kept = true;
  for (auto& [condition, column, seen, met, has_held] : tested_) {
    const Value& value = row[column];
    const bool holds = condition.holds(value);
    has_held = has_held || holds;
    kept = kept && holds;
    if (condition.relation == Relation::equal && met.size() < condition.values.size())
      for (const std::string& wanted : condition.values)
        if (Condition{"", Relation::equal, {wanted}, ""}.holds(value)) met.insert(wanted);
    if (seen.size() > most_seen) continue;
    for (const Value& element : value.list() ? *value.list() : Value::List{value})
      if (element.has_value()) seen.insert(plain_text(element));
  }
  has_kept_ = has_kept_ || kept;
  return kept;
}

std::string RowConditions::unmet(const ColumnCondition& tested) {
  if (!tested.has_held) return tested.condition.values.front();
  if (tested.condition.relation != Relation::equal) return "";
  for (const std::string& wanted : tested.met)
    if (wanted.find(", ") != std::string::npos) return "";  // these words are a single name that contains commas
  for (const std::string& wanted : tested.condition.values)
    if (!tested.met.contains(wanted) && wanted.find(", ") == std::string::npos) return wanted;
  return "";
}

void RowConditions::check(const std::string& rows) const {
  std::vector<std::string> texts;
  for (const ColumnCondition& tested : tested_) {
    const Condition& condition = tested.condition;
    texts.push_back(condition.text);
    const std::string wanted = unmet(tested);
    if (wanted.empty() || tested.seen.empty()) continue;
    std::vector<std::string> seen(tested.seen.begin(), tested.seen.end());
    const std::string suggestion = number_in(wanted) ? "" : did_you_mean_in_brackets(wanted, seen);
    const bool shows_all = seen.size() <= most_seen;
    seen.resize(std::min(seen.size(), most_seen));
    for (std::string& value : seen)
      if (value.find_first_of(",;") != std::string::npos) value = '"' + value + '"';
    throw std::invalid_argument(fmt::format(
        "--where: no {} has {}{}, expected {}{}", rows,
        condition.relation == Relation::equal ? fmt::format("{}={}", condition.name, wanted) : condition.text,
        suggestion, fmt::join(seen, "; "), shows_all ? "" : "; ..."));
  }
  if (has_kept_ || tested_.empty()) return;
  throw std::invalid_argument(fmt::format("--where: no {} has all of {}", rows, fmt::join(texts, ", ")));
}

namespace {

/// Throws std::invalid_argument if a condition on learner names gives the kind of a learner that has another name.
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
    is_chosen_.push_back(conditions.keep(row));
  }
  conditions.check("cell");
}

void ChosenCells::expect_no_others() const { RowConditions(names_, others_); }

}  // namespace regretta
