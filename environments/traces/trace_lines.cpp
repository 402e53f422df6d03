#include "regretta/environments/traces/trace_lines.hpp"

#include <zlib.h>

#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/plugin/text_rule.hpp"

namespace regretta {
namespace {

constexpr std::size_t max_line = std::size_t{1} << 20U;
constexpr std::size_t chunk = std::size_t{1} << 16U;

}  // namespace

void TraceLines::Closer::operator()(void* file) const { gzclose(static_cast<gzFile>(file)); }

TraceLines::TraceLines(const std::string& path, std::int64_t max_bytes) : path_(path), max_bytes_(max_bytes) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found)
    fail(0, "", "there is no such file, expected a trace (.csv or .csv.gz)");
  if (status.type() == std::filesystem::file_type::directory)
    fail(0, "", "is a directory, expected a .csv or .csv.gz file");
  if (status.type() != std::filesystem::file_type::regular)
    fail(0, "", "is no regular file or cannot be looked at, expected a .csv or .csv.gz file");
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size == 0) fail(0, "", "is empty, expected a header row and at least one row of means");
  if (!error && size > static_cast<std::uintmax_t>(max_bytes))
    fail(0, "", fmt::format("has {} bytes, expected at most {} bytes of text", size, max_bytes));
  file_.reset(gzopen(path.c_str(), "rb"));
  if (!file_) fail(0, "", "cannot be opened for reading, expected a readable .csv or .csv.gz file");
}

void TraceLines::fail(std::int64_t line, std::string_view column, const std::string& message) const {
  std::string where = path_;
  if (line > 0) where += fmt::format(":{}", line);
  if (!column.empty()) where += fmt::format(":{}", column);
  throw InputError("file", where + ": " + message);
}

bool TraceLines::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  auto* file = static_cast<gzFile>(file_.get());
  if (buffer_.size() < end_ + chunk) buffer_.resize(end_ + chunk);
  const int count = gzread(file, buffer_.data() + end_, static_cast<unsigned>(chunk));
  int code = Z_OK;
  const char* reason = gzerror(file, &code);
  if (count < 0 || code < 0) {
    if (code == Z_BUF_ERROR) fail(0, "", "the compressed data end too early, expected a complete gzip file");
    if (code == Z_ERRNO)
      fail(0, "", fmt::format("cannot be read ({}), expected a readable file", std::strerror(errno)));
    fail(0, "", fmt::format("the compressed data are damaged ({}), expected a gzip file", reason));
  }
  end_ += static_cast<std::size_t>(count);
  bytes_read_ += count;
  if (bytes_read_ > max_bytes_)
    fail(0, "", fmt::format("has more than {} bytes of (uncompressed) text, expected at most that", max_bytes_));
  return count > 0;
}

bool TraceLines::next(std::string_view& line) {
  std::size_t searched = 0;
  for (;;) {
    const std::string_view unread(buffer_.data() + begin_, end_ - begin_);
    const std::size_t end = unread.find('\n', searched);
    if (end != std::string_view::npos) {
      line = unread.substr(0, end);
      begin_ += end + 1;
      break;
    }
    searched = unread.size();
    if (searched > max_line)
      fail(line_number_ + 1, "", fmt::format("the line has more than {} characters, expected fewer", max_line));
    if (fill()) continue;
    line = std::string_view(buffer_.data() + begin_, end_ - begin_);
    begin_ = end_;
    if (line.empty()) return false;
    break;
  }
  ++line_number_;
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line_number_ == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  check(line);
  return true;
}

void TraceLines::check(std::string_view line) const {
  if (const auto fault = text_fault(line))
    fail(line_number_, "",
         fmt::format("character {} is {}, expected {}", count_characters(line.substr(0, fault->place)) + 1,
                     fault->problem, expected_characters));
}

}  // namespace regretta
