#include "regretta/engine/study/text/study_error.hpp"

#include <fmt/format.h>

namespace regretta {

StudyError::StudyError(std::string file, Location where, std::string key, std::string message)
    : file_(std::move(file)), where_(where), key_(std::move(key)), message_(std::move(message)) {
  const std::string place = where_.line > 0 ? fmt::format("{}:{}", file_, where_.line) : file_;
  text_ = fmt::format("{}: {}{}{}", place, key_, key_.empty() ? "" : ": ", message_);
}

}  // namespace regretta
