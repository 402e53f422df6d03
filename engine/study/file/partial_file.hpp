#pragma once
#include <optional>
#include <string>

#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/file_lock.hpp"

namespace regretta {

/// A study file that gets its name when it is whole; until then it is that name + ".partial", with a mark of its own by
/// which one that a killed process left is known, and taken over. Removed unless published. Throws StudyFileError.
class PartialFile {
 public:
  enum class Name { free, taken };

  explicit PartialFile(const std::string& out);
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  ~PartialFile();

  const Database& database() const { return *database_; }

  /// Gives it its name: one that nobody has, or that of a file which it replaces, with that one's owner and mode.
  void publish(Name name);

 private:
  void take_over();
  void remove();

  std::string out_;
  std::string path_;
  bool published_ = false;
  FileLock lock_;  ///< outlives the connection
  std::optional<Database> database_;
};

}  // namespace regretta
