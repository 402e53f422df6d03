#pragma once
/// Reads tables in CSV.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace regretta::fakes {

using Rows = std::vector<std::vector<std::string>>;

/// Reads CSV strictly by RFC 4180: lines end in CRLF, and quotes are doubled inside a quoted field.
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
      EXPECT_TRUE(field.empty()) << "a field that is not quoted has a quote";
      quoted = true;
    } else if (text[k] == ',') {
      rows.back().emplace_back();
    } else if (text[k] == '\r') {
      EXPECT_EQ(text.at(++k), '\n');
      rows.emplace_back(1);
    } else {
      EXPECT_NE(text[k], '\n') << "a line feed follows no carriage return";
      field += text[k];
    }
  }
  EXPECT_EQ(rows.back(), std::vector<std::string>{""}) << "the last line must end with CRLF, too";
  rows.pop_back();
  return rows;
}

/// The rows below the heading, as maps from columns to fields.
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
