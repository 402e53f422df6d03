#include "regretta/engine/study/file/lease.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <sstream>

#include <fmt/format.h>

#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {
namespace {

constexpr long holds_seconds = 90;
constexpr std::chrono::seconds between_renewals{10};

std::string host() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string new_text() { return fmt::format("{} {} {}", host(), ::getpid(), std::time(nullptr)); }

void refuse_another_host(const Database& database) {
  std::istringstream words(study_value(database, "lease").value_or(""));
  std::string other;
  long process = 0, written = 0;
  if (!(words >> other >> process >> written) || other == host()) return;
  const long ago = static_cast<long>(std::time(nullptr)) - written;
  if (std::labs(ago) < holds_seconds)
    throw StudyFileError(
        database.file(), FileFault::unusable,
        fmt::format("host {} (process {}) has written it {} s ago; wait until it has ended, or, if it was "
                    "killed, {} s, or give another --output",
                    other, process, std::max(ago, 0L), holds_seconds));
}

}  // namespace

Lease::Lease(const Database& database)
    : database_(database), own_(new_text()), written_(std::chrono::steady_clock::now()) {
  Transaction transaction(database_);
  refuse_another_host(database_);
  set_study_value(database_, "lease", own_);
  transaction.commit();
}

Lease::~Lease() {
  try {
    database_.run("DELETE FROM study WHERE key = 'lease' AND value = ?", own_);
  } catch (const StudyFileError&) {  // NOLINT(bugprone-empty-catch)
    // it will not hold for long
  }
}

void Lease::renew() {
  if (study_value(database_, "lease") != own_) refuse_another_host(database_);
  if (std::chrono::steady_clock::now() - written_ < between_renewals) return;
  own_ = new_text();
  written_ = std::chrono::steady_clock::now();
  set_study_value(database_, "lease", own_);
}

}  // namespace regretta
