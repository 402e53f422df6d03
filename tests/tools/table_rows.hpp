#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace regretta::fakes {

using Rows = std::vector<std::vector<std::string>>;

/// A strict reader of RFC 4180: CRLF; quotes doubled inside quotes and nowhere else.
inline Rows read_csv(const std::string& text) {
  Rows rows(1, std::vector<std::string>(1));
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    std::string& field = rows.back().back();
    if (quoted) {
      if (text[k] != '"') {
        field += text[k];
      } else if (k + 1 < text.size() && text[k + 1] == '"') {
        field += text[++k];
      } else {
        quoted = false;
      }
    } else if (text[k] == '"') {
      EXPECT_TRUE(field.empty()) << "a quote inside a bare field";
      quoted = true;
    } else if (text[k] == ',') {
      rows.back().emplace_back();
    } else if (text[k] == '\r') {
      EXPECT_EQ(text.at(++k), '\n');
      rows.emplace_back(1);
    } else {
      EXPECT_NE(text[k], '\n') << "a bare line feed";
      field += text[k];
    }
  }
  EXPECT_EQ(rows.back(), std::vector<std::string>{""}) << "the last line ends like the others";
  rows.pop_back();
  return rows;
}

/// The rows below the heading, by column.
inline std::vector<std::map<std::string, std::string>> rows_of(const std::string& csv) {
  const Rows lines = read_csv(csv);
  std::vector<std::map<std::string, std::string>> rows;
  for (std::size_t number = 1; number < lines.size(); ++number) {
    EXPECT_EQ(lines[number].size(), lines[0].size());
    rows.emplace_back();
    for (std::size_t k = 0; k < std::min(lines[number].size(), lines[0].size()); ++k)
      rows.back()[lines[0][k]] = lines[number][k];
  }
  return rows;
}

}  // namespace regretta::fakes
