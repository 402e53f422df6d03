#include "regretta/engine/study/text/study_error.hpp"

#include <fmt/format.h>

namespace regretta {
namespace {

/// The message with tabs and line ends, which quoted texts may have, escaped as in TOML.
std::string with_escapes(const std::string& message) {
  std::string line;
  for (const char c : message) line += c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : std::string(1, c);
  return line;
}

}  // namespace

StudyError::StudyError(std::string file, Location where, std::string key, std::string message)
    : file_(std::move(file)), where_(where), key_(std::move(key)), message_(with_escapes(message)) {
  const std::string place = where_.line > 0 ? fmt::format("{}:{}", file_, where_.line) : file_;
  text_ = fmt::format("{}: {}{}{}", place, key_, key_.empty() ? "" : ": ", message_);
}

}  // namespace regretta
