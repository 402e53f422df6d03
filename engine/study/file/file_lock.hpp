#pragma once
/// Who writes a study file: an advisory lock, held by StudyWriter, PartialFile and `regretta verify --drop-damaged` so
/// that no two processes write the same file; and a row in the file, as on some network storage locks do not reach
/// other hosts.

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

/// Row `lease` of table `study`: host, process and time. Removed with the object; what a killed process has left holds
/// for 90 seconds, and not on its own host, where locks tell.
class Lease {
 public:
  /// Throws StudyFileError if another host has one.
  explicit Lease(const Database& database);
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  ~Lease();

  /// Within a transaction that writes something else. Throws StudyFileError if another host has taken it.
  void renew();

 private:
  const Database& database_;
  std::string own_;  ///< as written last
  std::chrono::steady_clock::time_point written_;
};

}  // namespace regretta
