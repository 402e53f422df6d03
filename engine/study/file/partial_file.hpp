#pragma once
/// A study file under construction. Used by `regretta merge`, whose output appears only when it is complete.

#include <optional>
#include <string>

#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/file_lock.hpp"

namespace regretta {

/// Builds a study file as `out` + ".partial" and renames it to `out` when it is complete. Its application id differs
/// from that of a finished file, so the leftover of a killed process is recognised and reused. Removed unless
/// published. Throws StudyFileError.
class PartialFile {
 public:
  explicit PartialFile(const std::string& out);
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  ~PartialFile();

  const Database& database() const { return *database_; }

  /// Renames the file to `out`. Throws if `out` exists.
  void publish();

 private:
  void remove();

  std::string out_;
  std::string path_;
  bool published_ = false;
  FileLock lock_;  ///< outlives the connection
  std::optional<Database> database_;
};

}  // namespace regretta
