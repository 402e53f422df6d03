#include "regretta/tools/terminal/output.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/text/parsed_number.hpp"

namespace regretta {
namespace {

constexpr std::size_t least_width = 20;  // columns; narrower displays are treated as this wide

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool has_colour(int descriptor) {
  return ::isatty(descriptor) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb" &&
         !variable("TERM").empty();
}

std::optional<std::size_t> width_of_environment() {
  const auto width = parsed_number<std::size_t>(variable("COLUMNS"));
  return width && *width > 0 ? std::optional(std::max(*width, least_width)) : std::nullopt;
}

}  // namespace

std::size_t terminal_columns(int descriptor) {
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

Display display_of(const std::string& output) {
  if (!output.empty()) return {};
  const bool is_terminal = ::isatty(STDOUT_FILENO) != 0;
  return {.width = width_of_environment().value_or(is_terminal ? std::max(terminal_columns(STDOUT_FILENO), least_width)
                                                               : any_width),
          .has_colour = has_colour(STDOUT_FILENO)};
}

bool messages_have_colour() { return has_colour(STDERR_FILENO); }

namespace {

/// Whether the path is a regular file, or does not exist. Only such files are written under a temporary name.
bool is_plain(const std::string& path) {
  std::error_code error;  // a path that cannot be examined cannot be opened either, which is reported later
  return !std::filesystem::exists(path, error) || std::filesystem::is_regular_file(path, error);
}

/// The path to write to: the target if `path` is a link (such as /dev/stdout), so that the finished file does not
/// replace the link. Throws std::invalid_argument for a results file.
std::string resolved_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path end = std::filesystem::canonical(path, error);
  std::string target = error ? path : end.string();
  if (!std::filesystem::is_regular_file(target, error)) return target;
  std::string head(100, '\0');
  std::ifstream file(target, std::ios::binary);
  file.read(head.data(), std::ssize(head));
  head.resize(static_cast<std::size_t>(file.gcount()));
  if (!head.empty() && is_results_file(head))
    throw std::invalid_argument(fmt::format("{} is a results file, expected another name", path));
  return target;
}

}  // namespace

std::string about_standard_output(int error) {
  return error == EBADF ? "standard output is closed, so nothing can be printed" : "";
}

Output::Output(const std::string& path) : path_(resolved_path(path)) {
  stream_ = path.empty() ? stdout : open();
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

std::FILE* Output::open() {
  if (!is_plain(path_)) return std::fopen(path_.c_str(), "wb");
  partial_ = fmt::format("{}.partial{}", path_, ::getpid());
  const std::string folder = std::filesystem::path(path_).parent_path().string();
  const int nameless = ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  is_nameless_ = nameless >= 0;
  if (is_nameless_) return ::fdopen(nameless, "wb");
  const bool is_unsupported = errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL;
  return is_unsupported ? std::fopen(partial_.c_str(), "wbx") : nullptr;
}

void Output::write(const std::string& text) {
  if (stream_ == stdout && ::isatty(STDOUT_FILENO) != 0) return put(for_terminal(text));
  put(text);
}

void Output::put(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail();
}

void Output::finish() {
  if (std::fflush(stream_) != 0) fail();
  if (stream_ == stdout) return;
  const std::string descriptor = fmt::format("/proc/self/fd/{}", ::fileno(stream_));
  const bool named =
      !is_nameless_ || ::linkat(AT_FDCWD, descriptor.c_str(), AT_FDCWD, partial_.c_str(), AT_SYMLINK_FOLLOW) == 0;
  const bool closed = std::fclose(stream_) == 0;
  stream_ = nullptr;
  is_nameless_ = !named;
  if (!named || !closed || (!partial_.empty() && std::rename(partial_.c_str(), path_.c_str()) != 0)) {
    const int error = errno;
    remove_partial();
    errno = error;
    fail();
  }
}

void Output::remove_partial() const {
  if (!partial_.empty() && !is_nameless_) ::unlink(partial_.c_str());
}

void Output::fail() const {
  if (path_.empty() && errno == EPIPE) throw OutputClosed();
  if (std::string why = about_standard_output(errno); path_.empty() && !why.empty()) throw std::runtime_error(why);
  throw std::runtime_error(
      fmt::format("{}: cannot be written ({})", path_.empty() ? "standard output" : path_, std::strerror(errno)));
}

void write_output(const std::string& path, const std::string& text) {
  Output out(path);
  out.write(text);
  out.finish();
}

}  // namespace regretta
