#include "regretta/tools/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

namespace regretta {
namespace {

/// What only a plain file has: another name until it is whole. A device or a pipe is written to as it is.
std::string name_until_whole(const std::string& path) {
  std::error_code error;  // what cannot be looked at cannot be opened either, and that is said then
  const bool is_other = std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error);
  return is_other || path.empty() ? path : path + ".partial";
}

}  // namespace

std::string without_links(const std::string& path) {
  std::error_code error;
  const std::filesystem::path end = std::filesystem::canonical(path, error);
  return error ? path : end.string();
}

Output::Output(const std::string& path) : path_(without_links(path)), partial_(name_until_whole(path_)) {
  stream_ = path.empty() ? stdout : std::fopen(partial_.c_str(), "wb");
  if (stream_ == nullptr) fail();
  buffer_.resize(std::size_t{1} << 16);
  std::setvbuf(stream_, buffer_.data(), _IOFBF, buffer_.size());
}

Output::~Output() {
  if (stream_ == nullptr) return;
  if (stream_ == stdout) {
    std::setvbuf(stdout, nullptr, _IONBF, 0);
  } else {
    std::fclose(stream_);
    remove_partial();
  }
}

void Output::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail();
}

void Output::finish() {
  if (std::fflush(stream_) != 0) fail();
  if (stream_ == stdout) return;
  const bool closed = std::fclose(stream_) == 0;
  stream_ = nullptr;
  if (!closed || (partial_ != path_ && std::rename(partial_.c_str(), path_.c_str()) != 0)) {
    const int error = errno;
    remove_partial();
    errno = error;
    fail();
  }
}

void Output::remove_partial() const {
  if (partial_ != path_) ::unlink(partial_.c_str());
}

void Output::fail() const {
  throw std::runtime_error(
      fmt::format("{}: cannot be written ({})", path_.empty() ? "standard output" : path_, std::strerror(errno)));
}

}  // namespace regretta
