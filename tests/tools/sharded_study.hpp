#pragma once
/// A study that is run in shards, and the contents of their files.

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <string>
#include <vector>

#include "fake_catalogue.hpp"
#include "program_process.hpp"

namespace regretta::fakes {

inline std::string shard_file(int index, int count) {
  return "s." + std::to_string(index) + "-of-" + std::to_string(count) + ".db";
}

/// dice_study in a folder, to be run in shards and merged.
class ShardedStudy : public ::testing::Test {
 protected:
  void SetUp() override { folder_.write("s.toml", dice_study); }

  void run_shard(int index, int count, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"run", "s.toml", "--shard",
                                          std::to_string(index) + "/" + std::to_string(count)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome result = regretta(folder_, arguments);
    EXPECT_EQ(result.status, 0) << result.err;
  }
  Outcome merge(std::vector<std::string> files, const std::string& out,
                const std::vector<std::string>& more = {}) const {
    files.insert(files.begin(), "merge");
    files.insert(files.end(), {"--output", out});
    files.insert(files.end(), more.begin(), more.end());
    return regretta(folder_, files);
  }
  std::string whole() const {
    EXPECT_EQ(regretta(folder_, {"run", "s.toml", "--output", "whole.db"}).status, 0);
    return tables_of(folder_, "whole.db");
  }
  /// Every row of a table in the file, as text.
  std::string stored(const std::string& file, const std::string& table) const {
    sqlite3* connection = nullptr;
    EXPECT_EQ(sqlite3_open(folder_.path(file).c_str(), &connection), SQLITE_OK);
    std::string rows;
    const auto add = [](void* into, int count, char** values, char**) {
      for (int k = 0; k < count; ++k)
        *static_cast<std::string*>(into) += std::string(values[k] ? values[k] : "-") + "|";
      return 0;
    };
    EXPECT_EQ(sqlite3_exec(connection, ("SELECT * FROM " + table).c_str(), add, &rows, nullptr), SQLITE_OK);
    sqlite3_close(connection);
    return rows;
  }
  void sql(const std::string& file, const std::string& text) const {
    sqlite3* connection = nullptr;
    EXPECT_EQ(sqlite3_open(folder_.path(file).c_str(), &connection), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(connection, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(connection);
  }

  const Folder folder_;
};

}  // namespace regretta::fakes
