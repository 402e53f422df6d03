#pragma once
/// The error for study files, and for baselines and benchmark results, that cannot be used. Programs print its message
/// on one line.

#include <stdexcept>
#include <string>

namespace regretta {

enum class FileFault {
  unusable,  ///< not a study file, or it cannot be opened, read or written; the message says what to do
  mismatch,  ///< intact, but of another study, shard, version or format than expected
  damaged    ///< stored data has changed; `regretta verify --drop-damaged` keeps the rest
};

/// what() is "FILE: problem, what to do" or "FILE: damaged: problem".
class StudyFileError : public std::runtime_error {
 public:
  StudyFileError(const std::string& file, FileFault fault, const std::string& problem)
      : std::runtime_error(file + (fault == FileFault::damaged ? ": damaged: " : ": ") + problem),
        fault_(fault),
        problem_(problem) {}

  FileFault fault() const { return fault_; }
  const std::string& problem() const { return problem_; }  ///< without the file's name

 private:
  FileFault fault_;
  std::string problem_;
};

}  // namespace regretta
