#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace regretta {

/// Keeps a second run away from a study file, for as long as it lives. The descriptor stays open until then: closing
/// any descriptor of a file drops SQLite's own locks on it, so a FileLock must outlive every connection.
class FileLock {
 public:
  /// Opens `path`, and creates it if need be. Throws StudyFileError.
  explicit FileLock(const std::string& path);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

  bool taken() const { return taken_; }       ///< false: another process has it
  bool created() const { return created_; }   ///< the file did not exist
  bool in_place() const;                      ///< the file still has its name
  std::string head() const;                   ///< first 100 bytes; shorter if the file is
  std::optional<std::int64_t> owner() const;  ///< the process that has it, where the system tells

 private:
  std::string path_;
  int descriptor_ = -1;
  bool taken_ = false;
  bool created_ = false;
};

}  // namespace regretta
