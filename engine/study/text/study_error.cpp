#include "regretta/engine/study/text/study_error.hpp"

namespace regretta {

StudyError::StudyError(std::string file, Location where, std::string key, std::string message)
    : file_(std::move(file)), where_(where), key_(std::move(key)), message_(std::move(message)) {
  text_ = file_;
  if (where_.line > 0) text_.append(":").append(std::to_string(where_.line));
  text_.append(": ");
  if (!key_.empty()) text_.append(key_).append(": ");
  text_.append(message_);
}

}  // namespace regretta
