#include "regretta/engine/study/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "regretta/engine/study/database.hpp"

namespace regretta {

FileLock::FileLock(const std::string& path) : path_(path) {
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  created_ = descriptor_ >= 0;
  if (!created_ && errno == EEXIST) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
      throw StudyFileError(path, "not a regular file, expected a study file or a new name");
    descriptor_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  }
  if (descriptor_ < 0)
    throw StudyFileError(path, fmt::format("cannot be opened for writing ({}); make it writable and its folder exist, "
                                           "or give another --out",
                                           std::strerror(errno)));
  taken_ = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
}

FileLock::~FileLock() { ::close(descriptor_); }

bool FileLock::in_place() const {
  struct stat ours {};
  struct stat named {};
  return ::fstat(descriptor_, &ours) == 0 && ::stat(path_.c_str(), &named) == 0 && ours.st_dev == named.st_dev &&
         ours.st_ino == named.st_ino;
}

std::string FileLock::head() const {
  std::string bytes(100, '\0');
  const auto count = ::pread(descriptor_, bytes.data(), bytes.size(), 0);
  bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return bytes;
}

}  // namespace regretta
