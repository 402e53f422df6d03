#pragma once
/// SQLite, as much of it as a study file needs: a connection, a statement, one kind of error.

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace regretta {

/// A study file that cannot be used: "FILE: what is wrong, what to do".
class StudyFileError : public std::runtime_error {
 public:
  StudyFileError(const std::string& file, const std::string& message) : std::runtime_error(file + ": " + message) {}
};

/// A prepared statement. Parameters count from 1, columns from 0.
class Statement {
 public:
  Statement& bind(int parameter, std::int64_t value);
  Statement& bind(int parameter, double value);  ///< NaN becomes NULL
  Statement& bind(int parameter, std::string_view value);
  Statement& bind(int parameter, std::span<const std::byte> value);
  Statement& bind_null(int parameter);
  Statement& bind_column(int parameter, const Statement& row, int column);  ///< as it is in the current row of `row`

  bool step();  ///< true: a row is there
  void run();   ///< step to the end, then reset
  void reset();

  std::int64_t integer(int column) const;
  double real(int column) const;  ///< NULL is NaN
  std::string text(int column) const;
  std::span<const std::byte> bytes(int column) const;  ///< valid until the next step
  bool is_null(int column) const;
  int columns() const;
  std::string exact_text(int column) const;  ///< of any value but bytes; different values, different texts

 private:
  friend class Database;
  Statement(sqlite3* connection, const std::string& file, std::string_view sql);
  void check(int code) const;

  sqlite3* connection_;
  std::string file_;
  std::shared_ptr<sqlite3_stmt> statement_;
};

/// One connection. Every failure throws StudyFileError.
class Database {
 public:
  enum class Mode { write, read };
  Database(const std::string& file, Mode mode);

  Statement prepare(std::string_view sql) const { return Statement(connection_.get(), file_, sql); }
  void run(std::string_view sql) const { prepare(sql).run(); }
  bool has_table(std::string_view name) const;  ///< a view of that name is none
  const std::string& file() const { return file_; }

 private:
  std::string file_;
  std::shared_ptr<sqlite3> connection_;
};

/// All or nothing: rolled back unless committed.
class Transaction {
 public:
  explicit Transaction(const Database& database) : database_(&database) { database.run("BEGIN IMMEDIATE"); }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

 private:
  const Database* database_;
};

/// Removes what SQLite keeps beside `file`: journal, write-ahead log, shared memory. Nobody may have it open.
void remove_companions(const std::string& file);

/// A name between double quotes, as SQL wants it.
std::string quoted_name(std::string_view name);

/// "?, ?, ?": as many parameters, at least one.
std::string places(std::size_t count);

}  // namespace regretta
