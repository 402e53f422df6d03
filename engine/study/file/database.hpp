#pragma once
/// A thin wrapper around the parts of SQLite that study files need: connections, prepared statements and transactions.
/// Every error becomes StudyFileError. Use a connection and its statements from one thread at a time.

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "regretta/engine/plugin/value.hpp"

namespace regretta {

enum class FileFault {
  unusable,  ///< not a study file, or it cannot be opened, read or written
  mismatch,  ///< intact, but its study, shard, version or format is not the expected one
  damaged    ///< stored data has changed; `regretta verify --drop-damaged` keeps the rest
};

/// Thrown for a study file, a baseline or benchmark results that cannot be used. Programs print the message on one
/// line. what() is "FILE: problem, what to do" or "FILE: damaged: problem".
class StudyFileError : public std::runtime_error {
 public:
  StudyFileError(const std::string& file, FileFault fault, const std::string& problem)
      : std::runtime_error(file + (fault == FileFault::damaged ? ": damaged: " : ": ") + problem),
        fault_(fault),
        problem_(problem) {}

  FileFault fault() const { return fault_; }
  const std::string& problem() const { return problem_; }  ///< without the file's name

 private:
  FileFault fault_;
  std::string problem_;
};

}  // namespace regretta

struct sqlite3;
struct sqlite3_stmt;

namespace regretta {

/// A prepared statement. Keep it if it runs often: parsing most statements takes longer than running them.
/// Parameters are numbered from 1, columns from 0.
class Statement {
 public:
  /// Sets a parameter. Integers and numbers keep their type, NaN and absent values become NULL, all others become text.
  void set(int parameter, const Value& value);
  void set(int parameter, std::span<const std::byte> value);
  void set(int parameter, const Statement& row, int column);  ///< copies from the current row of `row`

  bool step();  ///< moves to the next row; false if there is none
  /// Sets the first parameters, steps to the end, then resets.
  template <class... Values>
  void run(const Values&... values) {
    set_all(values...);
    while (step()) continue;
    reset();
  }
  void reset();

  std::int64_t integer(int column) const;
  double real(int column) const;  ///< NULL is NaN
  std::string text(int column) const;
  std::span<const std::byte> bytes(int column) const;  ///< valid until the next step
  bool is_null(int column) const;
  Value value(int column) const;  ///< an integer, a number, a text, or no value
  int columns() const;            ///< number of columns
  /// The value as text; different values give different texts. Not for columns of bytes.
  std::string exact_text(int column) const;

 private:
  friend class Database;
  Statement(sqlite3* connection, const std::string& file, std::string_view sql);
  template <class... Values>
  void set_all(const Values&... values) {
    int parameter = 0;
    (set(++parameter, values), ...);
  }
  void check(int code) const;

  std::string file_;
  std::shared_ptr<sqlite3_stmt> statement_;
};

/// A connection. Every failure throws StudyFileError.
class Database {
 public:
  enum class Mode { write, read };
  Database(const std::string& file, Mode mode);
  /// A connection to a new, empty database in memory. Its file() is "memory".
  static Database in_memory();

  /// Prepares a statement and sets its first parameters.
  template <class... Values>
  Statement prepare(std::string_view sql, const Values&... values) const {
    Statement statement(connection_.get(), file_, sql);
    statement.set_all(values...);
    return statement;
  }
  template <class... Values>
  void run(std::string_view sql, const Values&... values) const {
    prepare(sql).run(values...);
  }
  bool is_in_memory() const { return in_memory_; }
  bool has_table(std::string_view name) const;  ///< views do not count
  const std::string& file() const { return file_; }

 private:
  Database() = default;

  std::string file_ = "memory";
  bool in_memory_ = false;
  std::shared_ptr<sqlite3> connection_;
};

/// A transaction, rolled back unless committed.
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

/// Removes the files that SQLite keeps beside `file`: journal, write-ahead log, shared memory. No connection to it may
/// be open.
void remove_companions(const std::string& file);

/// The name as a quoted SQL identifier.
std::string quoted_name(std::string_view name);

/// "?, ?, ?" with `count` >= 1 parameters.
std::string placeholders(std::size_t count);

}  // namespace regretta
