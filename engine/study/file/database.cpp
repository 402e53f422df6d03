#include "regretta/engine/study/file/database.hpp"

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <iomanip>
#include <limits>
#include <sstream>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {
namespace {

constexpr std::string_view retry_advice = "and run the same command again; saved results are kept";

/// A message for an SQLite error. SQLite does not record the system errors of some calls, such as a commit; errno still
/// has them.
std::string explain(int code, sqlite3* connection) {
  const int latest = errno;
  const char* detail = sqlite3_errmsg(connection);
  const bool is_file_error = (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN;
  const int saved = sqlite3_system_errno(connection);
  const int system_errno = saved == 0 && (latest == EFBIG || latest == ENOSPC || latest == EDQUOT) ? latest : saved;
  if (is_file_error && system_errno == EFBIG)
    return fmt::format("cannot write: the file-size limit is reached; raise it (ulimit -f) {}", retry_advice);
  if (code == SQLITE_FULL || (is_file_error && (system_errno == ENOSPC || system_errno == EDQUOT)))
    return fmt::format("cannot write: the disk is full; free some space {}", retry_advice);
  const char* reason = system_errno != 0 ? std::strerror(system_errno) : detail;
  switch (code & 0xff) {
    case SQLITE_IOERR:
      return fmt::format("cannot be read or written ({}); check the disk {}", reason, retry_advice);
    case SQLITE_CANTOPEN:
      return fmt::format("cannot be opened ({}); check the file and its folder {}", reason, retry_advice);
    case SQLITE_READONLY:
      return fmt::format("cannot write: the file or its folder is read-only; make it writable {}", retry_advice);
    case SQLITE_NOTADB:
      return "not a results file (not an SQLite database)";
    case SQLITE_CORRUPT:
      return detail;
    case SQLITE_BUSY:
      return "another program has locked it";
    default:
      return detail;
  }
}

FileFault fault_of(int code) {
  // SQLITE_CONSTRAINT: two rows have the same key.
  const bool is_damaged = (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_CONSTRAINT;
  return is_damaged ? FileFault::damaged : FileFault::unusable;
}

std::string percent_encoded(const std::string& path) {
  std::string result;
  for (const char c : path)
    result +=
        c == '%' || c == '?' || c == '#' ? fmt::format("%{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  return result;
}

/// Whether the file exists without a write-ahead log, so that it can be opened as immutable.
bool can_be_immutable(const std::string& path) {
  std::error_code ignored_error;
  return std::filesystem::exists(path, ignored_error) && !std::filesystem::exists(path + "-wal", ignored_error);
}

[[noreturn]] void fail(const std::string& file, int code, sqlite3* connection) {
  throw StudyFileError(file, fault_of(code), explain(code, connection));
}

/// Opens a database and reads from it, since sqlite3_open_v2 alone misses errors. Sets `code` to an SQLite result code.
std::shared_ptr<sqlite3> open(const std::string& file, int flags, int& code) {
  sqlite3* connection = nullptr;
  code = sqlite3_open_v2(file.c_str(), &connection, flags, nullptr);
  sqlite3_busy_timeout(connection, 10'000);  // another process may be recovering the log of a killed run
  if (code == SQLITE_OK)
    code = sqlite3_exec(connection, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
  return {connection, sqlite3_close_v2};
}

}  // namespace

Database::Database(const std::string& file, Mode mode) : file_(file) {
  int code = SQLITE_OK;
  // The leading "./" or "/" keeps SQLite from reading a path as a URI or as ":memory:".
  const std::string path =
      file.starts_with('/') ? "/" + file.substr(std::min(file.find_first_not_of('/'), file.size())) : "./" + file;
  const auto try_open = [&](const std::string& name, int flags) {
    connection_.reset();  // closes the previous connection first
    connection_ = open(name, flags, code);
    return code == SQLITE_OK;
  };
  const auto open_immutable = [&] {
    return can_be_immutable(path) &&
           try_open("file:" + percent_encoded(path) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  };
  // A reader without write permission would leave WAL files behind that get in the owner's way, and SQLite cannot open
  // a WAL database in a folder that is not writable. A file without a log can be opened as immutable instead.
  const bool may_write = ::access(path.c_str(), W_OK) == 0;
  if (mode == Mode::write) {
    try_open(path, SQLITE_OPEN_READWRITE);
  } else if (may_write || !open_immutable()) {
    try_open(path, SQLITE_OPEN_READWRITE) || try_open(path, SQLITE_OPEN_READONLY) || open_immutable();
  }
  if (code != SQLITE_OK) fail(file, code, connection_.get());
  sqlite3_extended_result_codes(connection_.get(), 1);
  run("PRAGMA trusted_schema = 0");  // an untrusted file may define views and defaults that call functions
  run("PRAGMA cell_size_check = 1");
  if (mode == Mode::read) run("PRAGMA query_only = 1");
}

Database Database::in_memory() {
  Database database;
  database.in_memory_ = true;
  int code = SQLITE_OK;
  database.connection_ = open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, code);
  if (code != SQLITE_OK) fail(database.file_, code, database.connection_.get());
  return database;
}

bool Database::has_table(std::string_view name) const {
  const bool listed = prepare("SELECT 1 FROM sqlite_master WHERE name = ? AND type = 'table'", name).step();
  // A flipped bit can turn a listed name into a BLOB, which equals no text. SQLite still uses the table.
  Statement known = prepare(
      "SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND name = ? AND type IN ('table', 'virtual')", name);
  if (known.step() != listed) throw StudyFileError(file_, FileFault::damaged, "the list of its tables has changed");
  return listed;
}

Statement::Statement(sqlite3* connection, const std::string& file, std::string_view sql) : file_(file) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  statement_.reset(statement, sqlite3_finalize);
  if (code != SQLITE_OK) fail(file_, code, connection);
}

void Statement::check(int code) const {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  fail(file_, code, sqlite3_db_handle(statement_.get()));
}

void Statement::set(int parameter, const Value& value) {
  sqlite3_stmt* statement = statement_.get();
  if (const auto* n = value.integer()) {
    check(sqlite3_bind_int64(statement, parameter, *n));
  } else if (const auto x = value.number()) {
    check(std::isnan(*x) ? sqlite3_bind_null(statement, parameter) : sqlite3_bind_double(statement, parameter, *x));
  } else if (value.has_value()) {
    const std::string text = plain_text(value);
    check(sqlite3_bind_text64(statement, parameter, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  } else {
    check(sqlite3_bind_null(statement, parameter));
  }
}
void Statement::set(int parameter, std::span<const std::byte> value) {
  check(sqlite3_bind_blob64(statement_.get(), parameter, value.data(), value.size(), SQLITE_TRANSIENT));
}
void Statement::set(int parameter, const Statement& row, int column) {
  check(sqlite3_bind_value(statement_.get(), parameter, sqlite3_column_value(row.statement_.get(), column)));
}

bool Statement::step() {
  errno = 0;
  const int code = sqlite3_step(statement_.get());
  check(code);
  return code == SQLITE_ROW;
}
void Statement::reset() { sqlite3_reset(statement_.get()); }

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double Statement::real(int column) const {
  return is_null(column) ? std::numeric_limits<double>::quiet_NaN() : sqlite3_column_double(statement_.get(), column);
}
std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return text == nullptr ? ""
                         : std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column)));
}
std::span<const std::byte> Statement::bytes(int column) const {
  const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(statement_.get(), column));
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}
Value Statement::value(int column) const {
  switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_INTEGER:
      return integer(column);
    case SQLITE_FLOAT:
      return real(column);
    case SQLITE_NULL:
      return {};
    default:
      return text(column);
  }
}

int Statement::columns() const { return sqlite3_column_count(statement_.get()); }
std::string Statement::exact_text(int column) const {
  if (is_null(column)) return "-";
  if (sqlite3_column_type(statement_.get(), column) != SQLITE_FLOAT) return fmt::format("={}", text(column));
  return hex_text(real(column));
}
bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

Transaction::~Transaction() {
  if (database_ == nullptr) return;
  try {
    database_->run("ROLLBACK");
  } catch (const StudyFileError&) {  // NOLINT(bugprone-empty-catch)
    // SQLite has already rolled back; the original error says why
  }
}

void Transaction::commit() {
  database_->run("COMMIT");
  database_ = nullptr;
}

void remove_companions(const std::string& file) {
  for (const char* ending : {"-journal", "-wal", "-shm"}) ::unlink((file + ending).c_str());
}

std::string quoted_name(std::string_view name) {
  std::ostringstream quoted;
  quoted << std::quoted(name, '"', '"');
  return quoted.str();
}

std::string placeholders(std::size_t count) {
  return fmt::format("{}", fmt::join(std::vector<std::string_view>(count, "?"), ", "));
}

}  // namespace regretta
