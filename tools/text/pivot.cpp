#include "regretta/tools/text/pivot.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

namespace regretta {
namespace {

std::string short_name(const std::string& name) { return name.substr(name.find_last_of('.') + 1); }

bool is_in(const std::vector<std::size_t>& list, std::size_t one) { return std::ranges::find(list, one) != list.end(); }

}  // namespace

Pivot::Pivot(const ValueTable& table, const Selection& selection, const std::vector<std::size_t>& rows) {
  choose_columns(table, selection);
  order_across(table, rows);
  const auto same_keys = [&](std::size_t a, std::size_t b) {
    return std::ranges::all_of(keys_, [&](std::size_t key) { return table.rows[a][key] == table.rows[b][key]; });
  };
  for (const std::size_t row : rows) {
    auto first = std::ranges::find_if(lines_, [&](const Line& line) { return same_keys(line.row, row); });
    if (first == lines_.end()) {
      const auto before = static_cast<std::ptrdiff_t>(lines_.size());
      for (const std::size_t value : values_) lines_.push_back({row, value, {}});
      first = lines_.begin() + before;
    }
    const auto place =
        static_cast<std::size_t>(std::ranges::find(across_values_, table.rows[row][across_]) - across_values_.begin());
    for (std::size_t k = 0; k < values_.size(); ++k) {
      auto& sources = (first + static_cast<std::ptrdiff_t>(k))->sources;
      sources.resize(names_.size());
      if (sources[place])
        throw std::invalid_argument(
            fmt::format("--pivot: more than one row for {} beside {}, expected --where that leaves one", names_[place],
                        plain_text(table.rows[row][keys_.front()])));
      sources[place] = row;
    }
  }
}

void Pivot::choose_columns(const ValueTable& table, const Selection& selection) {
  if (selection.pivot.size() != 2) throw std::invalid_argument("--pivot: expected two columns, such as learner,budget");
  const std::vector<std::string> names = table.names();
  keys_ = {column_named(names, "--pivot", selection.pivot[0])};
  across_ = column_named(names, "--pivot", selection.pivot[1]);
  if (across_ == keys_.front()) throw std::invalid_argument("--pivot: expected two different columns");
  std::vector<std::size_t> chosen;
  for (const std::string& name : selection.columns) chosen.push_back(column_named(names, "--columns", name));
  const auto is_key = [&](std::size_t column) { return table.columns[column].use == Use::key; };
  const bool names_keys = std::ranges::any_of(chosen, is_key);
  // A name and its kind go together: a column of rows for the one that is not spread would leave a row for each.
  const std::string with_across = names[across_] == "learner" ? "kind" : names[across_] == "kind" ? "learner" : "";
  for (std::size_t column = 0; column < names.size(); ++column) {
    if (column == keys_.front() || column == across_) continue;
    const bool is_chosen = is_in(chosen, column);
    if (is_key(column) && (is_chosen || (!names_keys && names[column] != with_across))) keys_.push_back(column);
    if (!is_key(column) && (is_chosen || (chosen.empty() && table.columns[column].use == Use::value)))
      values_.push_back(column);
  }
  if (values_.empty())
    throw std::invalid_argument("--pivot: expected a column to show, as --columns names it in regretta export");
}

void Pivot::order_across(const ValueTable& table, const std::vector<std::size_t>& rows) {
  for (const std::size_t row : rows) {
    const Value& value = table.rows[row][across_];
    if (std::ranges::find(across_values_, value) == across_values_.end()) across_values_.push_back(value);
  }
  const auto number = [](const Value& value) {
    return value.number().value_or(std::numeric_limits<double>::infinity());
  };
  std::ranges::stable_sort(across_values_, {}, number);
  for (const Value& value : across_values_)
    names_.push_back(fmt::format("{}={}", short_name(table.columns[across_].name), plain_text(value)));
}

}  // namespace regretta
