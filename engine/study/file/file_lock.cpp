#include "regretta/engine/study/file/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "regretta/engine/study/file/study_file_error.hpp"

namespace regretta {

FileLock::FileLock(const std::string& path) : path_(path) {
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  created_ = descriptor_ >= 0;
  if (!created_ && errno == EEXIST) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
      throw StudyFileError(path, FileFault::unusable, "not a regular file, expected a results file or a new name");
    descriptor_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  }
  if (descriptor_ < 0) {
    const int why = errno;
    std::error_code is_no_link;
    if (const auto target = std::filesystem::read_symlink(path, is_no_link); why == ENOENT && !is_no_link)
      throw StudyFileError(path, FileFault::unusable,
                           fmt::format("a link to {}, which does not exist; remove the link, or give another --output",
                                       target.string()));
    throw StudyFileError(path, FileFault::unusable,
                         fmt::format("cannot be opened for writing ({}); make it writable and its folder exist, "
                                     "or give another --output",
                                     std::strerror(why)));
  }
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
