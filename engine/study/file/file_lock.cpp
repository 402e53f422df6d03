#include "regretta/engine/study/file/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

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
    const int open_errno = errno;
    std::error_code link_error;
    if (const auto target = std::filesystem::read_symlink(path, link_error); open_errno == ENOENT && !link_error)
      throw StudyFileError(path, FileFault::unusable,
                           fmt::format("a link to {}, which does not exist; remove the link, or give another --output",
                                       target.string()));
    throw StudyFileError(path, FileFault::unusable,
                         fmt::format("cannot be opened for writing ({}); make it writable, create its folder, "
                                     "or give another --output",
                                     std::strerror(open_errno)));
  }
  taken_ = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
}

FileLock::~FileLock() { ::close(descriptor_); }

bool FileLock::is_at_path() const {
  struct stat locked {};
  struct stat named {};
  return ::fstat(descriptor_, &locked) == 0 && ::stat(path_.c_str(), &named) == 0 && locked.st_dev == named.st_dev &&
         locked.st_ino == named.st_ino;
}

std::string FileLock::head() const {
  std::string bytes(100, '\0');
  const auto count = ::pread(descriptor_, bytes.data(), bytes.size(), 0);
  bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return bytes;
}

namespace {

constexpr long lease_seconds = 90;
constexpr std::chrono::seconds renewal_interval{10};

std::string host() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string new_lease() { return fmt::format("{} {} {}", host(), ::getpid(), std::time(nullptr)); }

void refuse_lease_of_another_host(const Database& database) {
  std::istringstream words(study_value(database, "lease").value_or(""));
  std::string owner;
  long process = 0, written = 0;
  if (!(words >> owner >> process >> written) || owner == host()) return;
  const long ago = static_cast<long>(std::time(nullptr)) - written;
  if (std::labs(ago) < lease_seconds)
    throw StudyFileError(
        database.file(), FileFault::unusable,
        fmt::format("host {} (process {}) has written it {} s ago; wait until it has ended, or, if it was "
                    "killed, {} s, or give another --output",
                    owner, process, std::max(ago, 0L), lease_seconds));
}

}  // namespace

Lease::Lease(const Database& database)
    : database_(database), text_(new_lease()), written_(std::chrono::steady_clock::now()) {
  Transaction transaction(database_);
  refuse_lease_of_another_host(database_);
  set_study_value(database_, "lease", text_);
  transaction.commit();
}

Lease::~Lease() {
  try {
    database_.run("DELETE FROM study WHERE key = 'lease' AND value = ?", text_);
  } catch (const StudyFileError&) {  // NOLINT(bugprone-empty-catch)
    // the row expires after lease_seconds
  }
}

void Lease::renew() {
  if (study_value(database_, "lease") != text_) refuse_lease_of_another_host(database_);
  if (std::chrono::steady_clock::now() - written_ < renewal_interval) return;
  text_ = new_lease();
  written_ = std::chrono::steady_clock::now();
  set_study_value(database_, "lease", text_);
}

}  // namespace regretta
