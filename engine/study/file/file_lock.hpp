#pragma once
/// The advisory lock on a study file, held by StudyWriter, PartialFile and `regretta verify --drop-damaged` so that no
/// two processes write the same file.

#include <string>

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

}  // namespace regretta
