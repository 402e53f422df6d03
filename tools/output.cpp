#include "regretta/tools/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

namespace regretta {

Output::Output(const std::string& path) : path_(path), partial_(path.empty() ? "" : path + ".partial") {
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
    ::unlink(partial_.c_str());
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
  if (!closed || std::rename(partial_.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    ::unlink(partial_.c_str());
    errno = error;
    fail();
  }
}

void Output::fail() const {
  throw std::runtime_error(
      fmt::format("{}: cannot be written ({})", path_.empty() ? "standard output" : path_, std::strerror(errno)));
}

}  // namespace regretta
