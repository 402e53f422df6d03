#include "regretta/tools/text/selection.hpp"

#include "regretta/tools/text/field_text.hpp"

namespace regretta {

std::vector<std::string> ValueTable::names() const {
  std::vector<std::string> all;
  for (const Column& column : columns) all.push_back(column.name);
  return all;
}

std::string ValueTable::csv() const {
  std::string text = csv_line(names());
  for (const Row& row : rows) text += csv_line(row);
  return text;
}

std::string ValueTable::json() const {
  std::string text = "[";
  for (const Row& row : rows) text += (text == "[" ? "\n  " : ",\n  ") + json_object(names(), row);
  return text + (rows.empty() ? "]\n" : "\n]\n");
}

}  // namespace regretta
