#include "regretta/tools/text/selection.hpp"

namespace regretta {

std::vector<std::string> ValueTable::names() const {
  std::vector<std::string> all;
  for (const Column& column : columns) all.push_back(column.name);
  return all;
}

}  // namespace regretta
