#pragma once
/// The exception for bad input. Thrown by parameters, environments and learners while a study is read.

#include <exception>
#include <string>

namespace regretta {

/// Bad input, found before the first trial. The message gives the value and the expected values; `key` (dotted, such as
/// "corruption.budget") lets the study reader add the file and line.
class InputError : public std::exception {
 public:
  InputError(std::string key, std::string message) : key_(std::move(key)), message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }
  const std::string& key() const { return key_; }

 private:
  std::string key_;
  std::string message_;
};

/// Thrown for a learner that needs facts which an adaptive adversary does not have. A study leaves out such pairs.
class IncompatiblePair : public InputError {
 public:
  using InputError::InputError;
};

}  // namespace regretta
