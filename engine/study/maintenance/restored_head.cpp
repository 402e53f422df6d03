#include "regretta/engine/study/maintenance/restored_head.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {
namespace {

constexpr std::size_t head_bytes = 100;
constexpr std::uint32_t page_bytes = 4096;

void put_number(std::string& head, std::size_t at, std::size_t bytes, std::uint32_t number) {
  for (std::size_t k = bytes; k-- > 0; number >>= 8) head[at + k] = static_cast<char>(number & 0xff);
}

/// With the numbers that are the same in all our files (https://www.sqlite.org/fileformat.html, section 1.3).
std::string with_constants(std::string head, bool has_log) {
  head.replace(0, 16, std::string("SQLite format 3", 16));
  put_number(head, 16, 2, page_bytes);
  if (head[18] != head[19] || (head[18] != 1 && head[18] != 2))
    head[18] = head[19] = static_cast<char>(has_log ? 2 : 1);
  put_number(head, 20, 4, 0x00402020);  // space kept free in pages, and parts of pages
  put_number(head, 44, 4, 4);           // of the schema
  put_number(head, 52, 4, 0);           // never vacuumed
  put_number(head, 56, 4, 1);           // UTF-8
  put_number(head, 64, 4, 0);
  head.replace(72, 20, 20, '\0');
  return head;
}

void write_head(const std::string& path, const std::string& head) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.write(head.data(), std::ssize(head));
}

/// Restores format and application id from the description. False if that is not sound.
bool restore_marks(const std::string& path, bool& changed) {
  const Database database(path, Database::Mode::write);
  if (!database.has_table("study") || !has_sound_description(database)) return false;
  const auto expect = [&](const char* pragma, const std::string& value) {
    Statement now = database.prepare(fmt::format("PRAGMA {}", pragma));
    if (now.step() && now.text(0) == value) return;
    now.reset();
    database.run(fmt::format("PRAGMA {} = {}", pragma, value));
    changed = true;
  };
  expect("user_version", study_value(database, "format_version").value_or("0"));
  if (!path.ends_with(".partial")) expect("application_id", fmt::format("{}", application_id));
  return true;
}

}  // namespace

bool restore_head(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string found(head_bytes, '\0');
  if (!file.read(found.data(), std::ssize(found))) return false;
  file.close();
  std::error_code none;
  const bool has_log = std::filesystem::file_size(path + "-wal", none) > 0 && !none;
  std::string restored = with_constants(found, has_log);
  std::size_t differences = 0;
  for (std::size_t k = 0; k < head_bytes; ++k) differences += found[k] != restored[k] ? 1 : 0;
  if (differences > 4) return false;  // no results file: it is not damage that makes so many differ
  // The number of pages holds if two other numbers are equal. If not, SQLite asks for the size of the file.
  const std::uint64_t bytes = std::filesystem::file_size(path, none);
  if (header_number(found, 24) == header_number(found, 92) &&
      page_bytes * std::uint64_t{header_number(found, 28)} != bytes)
    put_number(restored, 92, 4, header_number(found, 24) + 1);
  bool changed = restored != found;
  try {
    if (changed) write_head(path, restored);
    if (restore_marks(path, changed)) return changed;
  } catch (const StudyFileError&) {  // NOLINT(bugprone-empty-catch)
    // what else is wrong is said when it is opened
  }
  if (restored != found) write_head(path, found);
  return false;
}

}  // namespace regretta
