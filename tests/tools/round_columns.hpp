#pragma once
/// Tables of numbers, such as the rounds that `regretta replay` prints.

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace regretta::fakes {

/// A CSV table, by column.
inline std::map<std::string, std::vector<double>> columns_of(const std::string& csv) {
  std::map<std::string, std::vector<double>> columns;
  std::vector<std::string> names;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    std::istringstream fields(line);
    std::size_t k = 0;
    for (std::string text; std::getline(fields, text, ','); ++k) {
      if (columns.size() <= k && names.size() == k) {
        names.push_back(text);
        columns[text];
      } else {
        columns[names.at(k)].push_back(std::stod(text));
      }
    }
    EXPECT_EQ(k, names.size()) << line;
  }
  return columns;
}

inline double sum_of(const std::vector<double>& values) {
  double total = 0;
  for (const double x : values) total += x;
  return total;
}

}  // namespace regretta::fakes
