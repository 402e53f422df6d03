#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace regretta::fakes {

/// Rows of CSV without quotes or empty last entries, by column.
inline std::vector<std::map<std::string, std::string>> rows_of(const std::string& csv) {
  std::vector<std::map<std::string, std::string>> rows;
  std::vector<std::string> names;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    line.back() = ',';  // was \r
    std::vector<std::string> fields;
    std::istringstream entries(line);
    for (std::string field; std::getline(entries, field, ',');) fields.push_back(field);
    if (names.empty()) {
      names = fields;
      continue;
    }
    EXPECT_EQ(fields.size(), names.size()) << line;
    for (std::size_t k = 0; k < std::min(fields.size(), names.size()); ++k) {
      if (rows.empty() || k == 0) rows.emplace_back();
      rows.back()[names[k]] = fields[k];
    }
  }
  return rows;
}

}  // namespace regretta::fakes
