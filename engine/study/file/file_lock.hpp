#pragma once
/// Ensures that only one process writes a study file: an advisory lock, held by StudyWriter, PartialFile and `regretta
/// verify --drop-damaged`, and a row in the file, because locks do not reach other hosts on some network storage.

#include <chrono>
#include <string>

#include "regretta/engine/study/file/database.hpp"

namespace regretta {

/// Locks a file until destroyed. Closing any descriptor of a file drops SQLite's own locks on it, so a FileLock must
/// outlive every connection to the file.
class FileLock {
 public:
  /// Opens `path`, creating it if necessary, and tries to lock it without waiting. Throws StudyFileError.
  explicit FileLock(const std::string& path);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

  bool taken() const { return taken_; }      ///< whether this object holds the lock; if not, another process does
  bool created() const { return created_; }  ///< whether the constructor created the file
  bool in_place() const;                     ///< whether the path still names this file
  std::string head() const;                  ///< the first 100 bytes, or all of a shorter file

 private:
  std::string path_;
  int descriptor_ = -1;
  bool taken_ = false;
  bool created_ = false;
};

/// Row `lease` of table `study`: host, process and time. It is removed with the object. The row of a killed process
/// expires after 90 seconds; on its own host it has no effect, since the lock is released there.
class Lease {
 public:
  /// Throws StudyFileError if another host holds the lease.
  explicit Lease(const Database& database);
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  ~Lease();

  /// Call within the transaction of another write. Throws StudyFileError if another host has taken the lease.
  void renew();

 private:
  const Database& database_;
  std::string text_;  ///< text of the row as written last
  std::chrono::steady_clock::time_point written_;
};

}  // namespace regretta
