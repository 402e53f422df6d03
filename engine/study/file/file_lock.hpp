#pragma once
/// Ensures that only one process writes a study file. FileLock, an advisory lock, is held by StudyWriter, PartialFile
/// and `regretta verify --drop-damaged`. Lease, a row in the file, is needed where locks do not reach other hosts.

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
  bool is_at_path() const;                   ///< whether the path still names the locked file
  std::string head() const;                  ///< the first 100 bytes (the SQLite header), or all of a shorter file

 private:
  std::string path_;
  int descriptor_ = -1;
  bool taken_ = false;
  bool created_ = false;
};

/// Row `lease` of table `study`: host, process and time. The destructor removes it. The row of a killed process expires
/// after 90 seconds; processes on the same host ignore it, since the lock suffices there.
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
  std::string text_;  ///< value of the row as last written
  std::chrono::steady_clock::time_point written_;
};

}  // namespace regretta
