#pragma once
/// Who writes a study file, said in the file: on some network storage, locks (file_lock.hpp) do not reach other hosts.

#include <chrono>
#include <string>

#include "regretta/engine/study/file/database.hpp"

namespace regretta {

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
