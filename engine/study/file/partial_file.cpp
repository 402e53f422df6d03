#include "regretta/engine/study/file/partial_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {
namespace {

/// Renames without replacing an existing file. Atomic where the file system supports it.
int rename_to_free(const std::string& from, const std::string& to) {
  const int result = ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
  if (result == 0 || (errno != EINVAL && errno != ENOSYS)) return result;
  if (std::filesystem::exists(std::filesystem::symlink_status(to))) {
    errno = EEXIST;
    return -1;
  }
  return std::rename(from.c_str(), to.c_str());
}

/// Lies beside a finished file that does not have its name yet. Without it, such a file would look like anybody's.
std::string note_beside(const std::string& path) { return path + "-finished"; }

}  // namespace

PartialFile::PartialFile(const std::string& out) : out_(out), path_(out + ".partial"), lock_(path_) {
  if (!lock_.taken())
    throw StudyFileError(path_, FileFault::unusable,
                         "another process is writing it; wait for it, or give another --output");
  const std::string note = note_beside(path_);
  const bool is_left = is_marked(lock_.head(), partial_id) ||
                       (is_marked(lock_.head()) && std::filesystem::exists(std::filesystem::symlink_status(note)));
  if (!lock_.created() && !is_left)
    throw StudyFileError(path_, FileFault::unusable,
                         "is in the way, and nothing that an earlier command left; move it or remove it");
  std::filesystem::resize_file(path_, 0);
  remove_companions(path_);
  ::unlink(note.c_str());
  try {
    database_.emplace(path_, Database::Mode::write);
    mark_as_ours(*database_, partial_id);
    database_->run("PRAGMA journal_mode = WAL");
  } catch (...) {
    remove();
    throw;
  }
}

PartialFile::~PartialFile() {
  if (!published_) remove();
}

void PartialFile::remove() {
  database_.reset();
  remove_companions(path_);
  ::unlink(path_.c_str());
  ::unlink(note_beside(path_).c_str());
}

void PartialFile::publish() {
  const std::string note = note_beside(path_);
  std::ofstream(note).flush();
  mark_as_ours(*database_);
  database_->run("PRAGMA journal_mode = DELETE");  // moves everything from the log into the file
  database_.reset();
  published_ = true;
  // SQLite would apply a leftover write-ahead log of the old file to the new one.
  if (!std::filesystem::exists(out_)) remove_companions(out_);
  const int result = rename_to_free(path_, out_);
  const int error = errno;
  ::unlink(note.c_str());
  if (result == 0) return;
  ::unlink(path_.c_str());
  if (error == EEXIST)
    throw StudyFileError(out_, FileFault::unusable, "has appeared meanwhile; remove it, or give another --output");
  throw StudyFileError(out_, FileFault::unusable, fmt::format("cannot be written ({})", std::strerror(error)));
}

}  // namespace regretta
